import { Injectable } from '@nestjs/common';
import type { IndexKind } from '../common/index-kind.js';
import type { QueryClause } from './compiler/types.js';
import { SearchGateway } from './gateway/search-gateway.js';
import { allOf, someOf, term, terms } from './compiler/clauses.js';
import { BY_ID } from './compiler/paging.js';
import { wholeRecord } from '../common/fields/field.js';
import { RECORD_KINDS } from '../common/record-kind.js';
import { SalesCreator, SalesLive, SalesProduct, SalesShop, SalesVideo } from '../sales/breakdown.record.js';

/** Maximum products or creators that a filter stands for: Elasticsearch takes no longer list (`index.max_terms_count`). */
export const MOST_IDS = 65_536;
/** Maximum records whose fields one search looks up (`index.max_result_window`). */
const RECORDS_PER_SEARCH = 10_000;

interface HitsAnswer<Hit> {
  readonly hits: { readonly hits: readonly Hit[] };
}

interface IdsAnswer {
  readonly hits: { readonly total: { readonly value: number } };
  readonly aggregations: { readonly ids: { readonly buckets: readonly { readonly key: string }[] } };
}

/** For each kind of row the index of the records behind it, the id that is the key of the row, and the part that is shown. */
export const LOOKUPS = {
  creator: { index: 'creators', id: RECORD_KINDS.creators.id, short: SalesCreator },
  product: { index: 'products', id: RECORD_KINDS.products.id, short: SalesProduct },
  shop: { index: 'products', id: 'seller_id', short: SalesShop },
  video: { index: 'videos', id: RECORD_KINDS.videos.id, short: SalesVideo },
  live: { index: 'lives', id: RECORD_KINDS.lives.id, short: SalesLive },
} as const satisfies Readonly<Record<string, { index: IndexKind; id: string; short: new () => object }>>;

interface FieldsHit {
  readonly fields: Readonly<Record<string, readonly [string | number]>>;
}

type TooMany = 'too_many_products' | 'too_many_creators';

/** The values of fields of a record; a field without a value is left out. */
export type RecordFields = Readonly<Record<string, string | number | undefined>>;

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

  /** Ids of the products or creators that a query finds, at most `most`, and the number of all of them. */
  async idsOf(
    by: 'product' | 'creator',
    query: QueryClause,
    most: number,
  ): Promise<{ readonly ids: readonly string[]; readonly total: number }> {
    const { index, id } = LOOKUPS[by];
    const { hits, aggregations } = await this.gateway.searchRaw<IdsAnswer>(index, {
      query,
      size: 0,
      track_total_hits: true,
      aggs: { ids: { terms: { field: id, size: most, shard_size: most, order: { _key: 'asc' } } } },
    });
    return { ids: aggregations.ids.buckets.map(({ key }) => key), total: hits.total.value };
  }

  /** Matches the sales of the products or creators that a query finds; undefined of more than `MOST_IDS`. */
  async salesBy(by: 'product' | 'creator', query: QueryClause): Promise<QueryClause | undefined> {
    const { ids, total } = await this.idsOf(by, query, MOST_IDS);
    return total > MOST_IDS ? undefined : terms(LOOKUPS[by].id, ids);
  }

  /** Matches the sales that a filter by a field of records keeps. @throws what `refused` makes of too many records */
  async salesWith(
    field: string,
    value: unknown,
    refused: (rule: TooMany, detail: string) => Error,
  ): Promise<QueryClause> {
    const query = terms(field, [value].flat() as string[]);
    const isUnder = field.endsWith('category_id');
    const by = field === 'region' ? 'creator' : 'product';
    const clause = isUnder ? await this.salesUnder(query) : await this.salesBy(by, query);
    if (clause === undefined) throw refused(`too_many_${by}s`, `more than ${MOST_IDS}`);
    return clause;
  }

  /** Matches the sales of products in a category, under their own level 1. */
  private async salesUnder(inCategory: QueryClause): Promise<QueryClause | undefined> {
    const { ids, total } = await this.idsOf('product', inCategory, MOST_IDS);
    if (total > MOST_IDS) return undefined;
    const products = new Map<number, string[]>();
    for (const [id, { l1_category_id: own }] of await this.fieldsOf('product', ids, ['l1_category_id'])) {
      if (own === undefined) continue;
      const some = products.get(Number(own)) ?? [];
      products.set(Number(own), some);
      some.push(id);
    }
    const clauses = [...products].map(([own, some]) =>
      allOf(undefined, [term('product_category_id', own), terms('product_id', some)]),
    );
    return clauses.length === 0 ? { match_none: {} } : someOf(...clauses);
  }

  /** The values of fields of each loaded product or creator. */
  async fieldsOf(
    by: 'product' | 'creator',
    ids: readonly string[],
    fields: readonly string[],
  ): Promise<ReadonlyMap<string, RecordFields>> {
    const { index, id } = LOOKUPS[by];
    if (fields.length === 0) {
      const { ids: loaded } = await this.idsOf(by, terms(id, ids), MOST_IDS - 1);
      return new Map(loaded.map((one) => [one, {}]));
    }
    const searches = [];
    for (let at = 0; at < ids.length; at += RECORDS_PER_SEARCH) {
      const parts = { _source: false, docvalue_fields: [id, ...fields] };
      searches.push(this.hitsOf<FieldsHit>(index, id, ids.slice(at, at + RECORDS_PER_SEARCH), parts));
    }
    const hits = (await Promise.all(searches)).flat();
    return new Map(
      hits.map(({ fields: found }) => {
        const values = Object.fromEntries(Object.entries(found).map(([name, [value]]) => [name, value]));
        return [String(values[id]), values];
      }),
    );
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
