import { Injectable } from '@nestjs/common';
import { either } from '../common/errors/error-texts.js';
import { RequestFailure } from '../common/errors/failure.js';
import { FactGroups } from '../figures/fact-groups.js';
import { terms } from '../search/compiler/clauses.js';
import type { VideoFilter } from './video.requests.js';

/** Elasticsearch takes no more ids as a filter. */
const MOST_PRODUCTS = 65_536;

/** Finds the products that shops have now. */
@Injectable()
export class ShopProductReader {
  constructor(private readonly groups: FactGroups) {}

  /**
   * A filter that has the products of shops in the place of the shops.
   * @throws RequestFailure (400) for too many products, and as `FactGroups.read` does
   */
  async resolve(filter: VideoFilter): Promise<VideoFilter> {
    const { seller_id: given } = filter;
    if (given === undefined) return filter;
    const ofShops = { facts: 'products', field: 'product_id', clauses: [terms('seller_id', given)] } as const;
    const products = await this.groups.read(ofShops, MOST_PRODUCTS);
    const broken = { rule: 'too_many_rows', limit: MOST_PRODUCTS, detail: either('fewer_ids') } as const;
    if (products === undefined) throw new RequestFailure({ path: 'filter.seller_id', given, ...broken });
    return { ...filter, seller_id: products.map(({ key }) => key) };
  }
}
