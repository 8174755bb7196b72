import { Injectable } from '@nestjs/common';
import type { IndexKind } from '../common/index-kind.js';
import type { SearchCaller } from './gateway/search-caller.js';
import { SearchGateway } from './gateway/search-gateway.js';
import { BY_ID } from './compiler/paging.js';
import type { SalesCreator, SalesLive, SalesProduct, SalesShop, SalesVideo } from '../sales/breakdown.record.js';
import type { CreatorRecord } from '../creator/creator.record.js';
import type { LiveRecord } from '../live/live.record.js';
import type { ProductRecord } from '../product/product.record.js';
import type { VideoRecord } from '../video/video.record.js';

/** Maximum products whose shops one search looks up (`index.max_result_window`). */
const PRODUCTS_PER_SEARCH = 10_000;

interface HitsAnswer<Hit> {
  readonly hits: { readonly total?: { readonly value: number }; readonly hits: readonly Hit[] };
}

interface ProductsAnswer extends HitsAnswer<never> {
  readonly aggregations: { readonly products: { readonly buckets: readonly { readonly key: string }[] } };
}

/** The short record behind a row, by the kind of row. */
interface ShortRecordOf {
  creator: SalesCreator;
  product: SalesProduct;
  shop: SalesShop;
  video: SalesVideo;
  live: SalesLive;
}

interface Lookup<Short> {
  readonly index: IndexKind;
  /** The id of the record, which is the key of its row. */
  readonly id: string;
  /** The part of the record that is shown. */
  readonly read: (record: never) => Short;
}

function pick<Record extends object, Name extends keyof Record>(record: Record, ...names: Name[]): Pick<Record, Name> {
  return Object.fromEntries(names.map((name) => [name, record[name]])) as Pick<Record, Name>;
}

/** For each kind of row the index of the records behind it, and the part of a record that is shown. */
export const LOOKUPS: { readonly [By in keyof ShortRecordOf]: Lookup<ShortRecordOf[By]> } = {
  creator: {
    index: 'creators',
    id: 'uid',
    read: (record: CreatorRecord) => pick(record, 'uid', 'unique_id', 'nickname', 'avatar', 'region'),
  },
  product: {
    index: 'products',
    id: 'product_id',
    read: (record: ProductRecord) => ({
      ...pick(record, 'product_id', 'title', 'cover', 'region', 'price'),
      seller_id: record.shop.seller_id,
    }),
  },
  shop: {
    index: 'products',
    id: 'seller_id',
    read: ({ shop }: ProductRecord) => pick(shop, 'seller_id', 'name', 'avatar') as SalesShop,
  },
  video: {
    index: 'videos',
    id: 'video_id',
    read: (record: VideoRecord) => pick(record, 'video_id', 'desc', 'cover', 'publish_time', 'uid'),
  },
  live: {
    index: 'lives',
    id: 'room_id',
    read: (record: LiveRecord) => pick(record, 'room_id', 'title', 'cover', 'start_time', 'uid'),
  },
};

/** Finds the records behind the rows of breakdowns and rankings, as they are loaded now. */
@Injectable()
export class ShortRecords {
  constructor(private readonly gateway: SearchGateway) {}

  /** The loaded records by id. A shop has the name that its product with the first id gives it. */
  async find<By extends keyof ShortRecordOf>(
    by: By,
    ids: readonly string[],
    caller: SearchCaller,
  ): Promise<ReadonlyMap<string, ShortRecordOf[By]>> {
    if (ids.length === 0) return new Map();
    const { index, id, read } = LOOKUPS[by];
    const firstProduct = by === 'shop' && { collapse: { field: id }, sort: BY_ID };
    const body = {
      query: { terms: { [id]: ids } },
      ...firstProduct,
      size: ids.length,
      track_total_hits: false,
      _source: ['record'],
    };
    const { hits } = await this.gateway.searchRaw<HitsAnswer<{ readonly _source: { readonly record: string } }>>(
      index,
      body,
      caller,
    );
    return new Map(
      hits.hits.map(({ _source }) => {
        const short: ShortRecordOf[By] = read(JSON.parse(_source.record) as never);
        return [(short as unknown as Record<string, string>)[id] ?? '', short];
      }),
    );
  }

  /** Ids of the products of shops, at most `most`, and the number of all of them. */
  async productsOf(
    shops: readonly string[],
    most: number,
    caller: SearchCaller,
  ): Promise<{ readonly ids: readonly string[]; readonly total: number }> {
    const body = {
      query: { terms: { seller_id: shops } },
      size: 0,
      track_total_hits: true,
      aggs: { products: { terms: { field: 'product_id', size: most, shard_size: most, order: { _key: 'asc' } } } },
    };
    const { hits, aggregations } = await this.gateway.searchRaw<ProductsAnswer>('products', body, caller);
    return { ids: aggregations.products.buckets.map(({ key }) => key), total: hits.total?.value ?? 0 };
  }

  /** The shop of each loaded product that names one. */
  async shopsOf(products: readonly string[], caller: SearchCaller): Promise<ReadonlyMap<string, string>> {
    const shops = new Map<string, string>();
    for (let at = 0; at < products.length; at += PRODUCTS_PER_SEARCH) {
      const ids = products.slice(at, at + PRODUCTS_PER_SEARCH);
      const body = {
        query: { terms: { product_id: ids } },
        size: ids.length,
        track_total_hits: false,
        _source: false,
        docvalue_fields: ['product_id', 'seller_id'],
      };
      const { hits } = await this.gateway.searchRaw<
        HitsAnswer<{ readonly fields: Readonly<Record<string, [string]>> }>
      >('products', body, caller);
      for (const { fields } of hits.hits) {
        const [product, shop] = [fields.product_id?.[0], fields.seller_id?.[0]];
        if (product !== undefined && shop !== undefined) shops.set(product, shop);
      }
    }
    return shops;
  }
}
