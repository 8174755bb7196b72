import { Injectable } from '@nestjs/common';
import type { IndexKind } from '../common/index-kind.js';
import { SearchGateway } from './gateway/search-gateway.js';
import { BY_ID } from './compiler/paging.js';
import { wholeRecord } from '../common/fields/field.js';
import { RECORD_KINDS } from '../common/record-kind.js';
import { SalesCreator, SalesLive, SalesProduct, SalesShop, SalesVideo } from '../sales/breakdown.record.js';

/** Maximum products whose shops one search looks up (`index.max_result_window`). */
const PRODUCTS_PER_SEARCH = 10_000;

interface HitsAnswer<Hit> {
  readonly hits: { readonly hits: readonly Hit[] };
}

interface ProductsAnswer {
  readonly hits: { readonly total: { readonly value: number } };
  readonly aggregations: { readonly products: { readonly buckets: readonly { readonly key: string }[] } };
}

/** For each kind of row the index of the records behind it, the id that is the key of the row, and the part that is shown. */
export const LOOKUPS = {
  creator: { index: 'creators', id: RECORD_KINDS.creators.id, short: SalesCreator },
  product: { index: 'products', id: RECORD_KINDS.products.id, short: SalesProduct },
  shop: { index: 'products', id: 'seller_id', short: SalesShop },
  video: { index: 'videos', id: RECORD_KINDS.videos.id, short: SalesVideo },
  live: { index: 'lives', id: RECORD_KINDS.lives.id, short: SalesLive },
} as const satisfies Readonly<Record<string, { index: IndexKind; id: string; short: new () => object }>>;

type ShortRecordOf = { readonly [By in keyof typeof LOOKUPS]: InstanceType<(typeof LOOKUPS)[By]['short']> };

/** Finds the records behind the rows of breakdowns and rankings, as they are loaded now. */
@Injectable()
export class ShortRecords {
  constructor(private readonly gateway: SearchGateway) {}

  /** The loaded records by id. A shop has the name that its product with the first id gives it. */
  async find<By extends keyof ShortRecordOf>(
    by: By,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, ShortRecordOf[By]>> {
    if (ids.length === 0) return new Map();
    const { index, id, short } = LOOKUPS[by];
    const found = await this.hitsOf<{ readonly _source: { readonly record: string } }>(index, id, ids, {
      ...(by === 'shop' && { collapse: { field: id }, sort: BY_ID }),
      _source: ['record'],
    });
    return new Map(
      found.map(({ _source }) => {
        const record = JSON.parse(_source.record) as { readonly shop?: object };
        const shown = wholeRecord<object>(short, { ...record.shop, ...record }) as ShortRecordOf[By];
        return [String(shown[id as keyof typeof shown]), shown];
      }),
    );
  }

  /** Ids of the products of shops, at most `most`, and the number of all of them. */
  async productsOf(
    shops: readonly string[],
    most: number,
  ): Promise<{ readonly ids: readonly string[]; readonly total: number }> {
    const { hits, aggregations } = await this.gateway.searchRaw<ProductsAnswer>('products', {
      query: { terms: { seller_id: shops } },
      size: 0,
      track_total_hits: true,
      aggs: { products: { terms: { field: 'product_id', size: most, shard_size: most, order: { _key: 'asc' } } } },
    });
    return { ids: aggregations.products.buckets.map(({ key }) => key), total: hits.total.value };
  }

  /** The shop of each loaded product that names one. */
  async shopsOf(products: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const shops = new Map<string, string>();
    for (let at = 0; at < products.length; at += PRODUCTS_PER_SEARCH) {
      const ids = products.slice(at, at + PRODUCTS_PER_SEARCH);
      const found = await this.hitsOf<{ readonly fields: Readonly<Record<string, [string]>> }>(
        'products',
        'product_id',
        ids,
        { _source: false, docvalue_fields: ['product_id', 'seller_id'] },
      );
      for (const { fields } of found) {
        const [product, shop] = [fields.product_id?.[0], fields.seller_id?.[0]];
        if (product !== undefined && shop !== undefined) shops.set(product, shop);
      }
    }
    return shops;
  }

  private async hitsOf<Hit>(
    index: IndexKind,
    field: string,
    ids: readonly string[],
    parts: object,
  ): Promise<readonly Hit[]> {
    const body = { query: { terms: { [field]: ids } }, size: ids.length, track_total_hits: false, ...parts };
    return (await this.gateway.searchRaw<HitsAnswer<Hit>>(index, body)).hits.hits;
  }
}
