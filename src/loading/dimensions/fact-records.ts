import { LRUCache } from 'lru-cache';
import { boundedBy } from '../../elastic/client/elastic-client.js';
import { type Retry, retrying } from '../../elastic/client/retry-policy.js';
import type { FactCreator, FactProduct } from '../../figures/facts.record.js';
import type { RetryingCluster } from '../index-builds/alias-switch.js';

/** The creators and products that facts name, as far as they are loaded. */
export interface FactRecords {
  readonly creators: ReadonlyMap<string, FactCreator>;
  readonly products: ReadonlyMap<string, FactProduct>;
}

export const NO_RECORDS: FactRecords = { creators: new Map(), products: new Map() };

export const ID_FIELDS = { creators: 'uid', products: 'product_id' } as const;
/** The fields that facts take, whole numbers and keywords, as their columns have them. */
const FIELDS = {
  creators: ['region', 'category_id', 'account_type'],
  products: ['region', 'seller_id', 'l1_category_id', 'l2_category_id', 'l3_category_id'],
} as const;
/** The kinds of records from which facts take dimensions. */
export type SubjectKind = keyof typeof FIELDS;
interface Fields {
  readonly creators: FactCreator;
  readonly products: FactProduct;
}

/** The largest page that the default `max_result_window` allows. */
export const MOST_IDS = 10_000;
/** Records of a kind that are kept. */
const MOST_KEPT = 200_000;
const READ_TIMEOUT_MS = 120_000;

/** The fields of a record that facts take. */
export const factFields = <Kind extends SubjectKind>(kind: Kind, record: object): Fields[Kind] =>
  Object.fromEntries(
    FIELDS[kind].map((field) => [field, Reflect.get(record, field) ?? null]),
  ) as unknown as Fields[Kind];

/**
 * Reads the creators and products of facts from the columns of their indices, and keeps the last ones. Writes that are
 * not refreshed when the first is read do not show.
 */
export class FactRecordReader {
  private readonly retry: Retry;
  /** A record that is not loaded is kept as 0. */
  private readonly kept = {
    creators: new LRUCache<string, FactCreator | 0>({ max: MOST_KEPT }),
    products: new LRUCache<string, FactProduct | 0>({ max: MOST_KEPT }),
  };
  private refreshed: Promise<unknown> | undefined;

  constructor(private readonly target: RetryingCluster) {
    this.retry = retrying(target.retryOptions);
  }

  /** The creators and products of values that may be facts. */
  async of(facts: readonly unknown[]): Promise<FactRecords> {
    const [creators, products] = await Promise.all([this.find('creators', facts), this.find('products', facts)]);
    return { creators, products };
  }

  private async find<Kind extends SubjectKind>(
    kind: Kind,
    facts: readonly unknown[],
  ): Promise<Map<string, Fields[Kind]>> {
    const kept = this.kept[kind] as LRUCache<string, Fields[Kind] | 0>;
    const idField = ID_FIELDS[kind];
    const named = facts.map((fact) => (fact as Readonly<Record<string, unknown>> | null | undefined)?.[idField]);
    const ids = [...new Set(named)].filter((id) => typeof id === 'string');
    const missing = ids.filter((id) => kept.get(id) === undefined);
    for (let from = 0; from < missing.length; from += MOST_IDS) {
      const page = missing.slice(from, from + MOST_IDS);
      const records = await this.read(kind, page);
      for (const id of page) kept.set(id, records.get(id) ?? 0);
    }
    const found = ids.map((id) => [id, kept.get(id) ?? 0] as const);
    return new Map(found.filter((entry): entry is [string, Fields[Kind]] => entry[1] !== 0));
  }

  private async read<Kind extends SubjectKind>(kind: Kind, ids: string[]): Promise<Map<string, Fields[Kind]>> {
    const { client, names, retryOptions } = this.target;
    const idField = ID_FIELDS[kind];
    const index = Object.keys(FIELDS).map((one) => names.alias(one as SubjectKind));
    await (this.refreshed ??= this.retry(() => client.indices.refresh({ index })));
    const search = {
      index: names.alias(kind),
      query: { terms: { [idField]: ids } },
      size: ids.length,
      track_total_hits: false,
      allow_partial_search_results: false,
      _source: false,
      // Without stored fields Elasticsearch reads nothing but the columns.
      stored_fields: '_none_',
      docvalue_fields: [idField, ...FIELDS[kind]],
    };
    const { hits } = await this.retry(() => client.search(search, boundedBy(READ_TIMEOUT_MS, retryOptions.signal)));
    return new Map(
      hits.hits.map(({ fields = {} }) => {
        const values = Object.entries(fields).map(([name, list]) => [name, (list as unknown[])[0]]);
        const { [idField]: id, ...columns } = Object.fromEntries(values) as Record<string, string | number>;
        return [String(id), factFields(kind, columns)];
      }),
    );
  }
}
