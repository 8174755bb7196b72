import { LRUCache } from 'lru-cache';
import { requestOptions } from '../../elastic/client/elastic-client.js';
import { type Retry, retryBy } from '../../elastic/client/retry-policy.js';
import type { SaleLoad } from '../../figures/facts.record.js';
import { CREATOR, type FactCreator } from '../../subjects/creator.js';
import { type FactProduct, PRODUCT } from '../../subjects/product.js';
import type { SubjectEntry } from '../../subjects/subject.js';
import { type FactVideo, VIDEO } from '../../subjects/video.js';
import type { RetryingCluster } from '../../elastic/state/cluster-lock.js';
import { type RateLoad, Rates } from '../../money/rates.record.js';
import { currencyOf } from '../../common/regions.js';
import { isIdText } from '../../common/id.js';
import { memoize } from '../../common/memoize.js';
import { LOAD_RULES } from '../../fields/load-rules.js';
import { PointInTime } from '../../elastic/client/point-in-time.js';
import type { JsonObject } from '../../common/json-object.js';
import { type CategoryNode, type TreeKind, treeOf } from '../../common/categories/category-tree.js';

/** The records that facts name, as far as they are loaded. */
export interface FactRecords {
  readonly creators: ReadonlyMap<string, FactCreator>;
  readonly products: ReadonlyMap<string, FactProduct>;
  readonly videos: ReadonlyMap<string, FactVideo>;
}

export const NO_RECORDS: FactRecords = { creators: new Map(), products: new Map(), videos: new Map() };

/** The subjects of the records from which facts take dimensions. */
const SUBJECTS = { creators: CREATOR, products: PRODUCT, videos: VIDEO };
export type SubjectKind = keyof typeof SUBJECTS;
export const isSubjectKind = (kind: string): kind is SubjectKind => kind in SUBJECTS;

/** The field of facts with the ids of records of a kind, and the channel of the facts that name one. */
export const keyOf = (kind: SubjectKind): Pick<SubjectEntry, 'key' | 'channel'> => SUBJECTS[kind];

/** The largest page that the default `max_result_window` allows. */
export const MOST_IDS = 10_000;
const MOST_CACHED = 200_000;
const READ_TIMEOUT_MS = 120_000;
const { maximum: MOST_USD } = LOAD_RULES['amount-usd'];

/** The fields of a record that facts take. */
export function factFields(kind: SubjectKind, record: object): FoundRecord {
  const valueOf = (field: string): unknown => Reflect.get(record, field) ?? null;
  return Object.fromEntries(SUBJECTS[kind].dimensions.from.map((field) => [field, valueOf(field)])) as never;
}

/** The dimensions of facts by a record, as far as they are compared: of those by a video the one that stands for all. */
export function comparedDimensions(kind: SubjectKind, record: object | undefined): JsonObject {
  const dimensions: JsonObject = { ...SUBJECTS[kind].dimensions.make(record as never) };
  return kind === 'videos' ? { video_dimensions: dimensions.video_dimensions ?? null } : dimensions;
}

type FoundRecord = FactCreator & FactProduct & FactVideo;
type FoundRecords = ReadonlyMap<string, FoundRecord>;

/**
 * Reads the records of facts from the columns of their indices, and keeps the last ones. Writes that are not refreshed
 * when the first is read do not show.
 */
export class FactRecordReader {
  private readonly retry: Retry;
  /** A record that is not loaded is 0. */
  private readonly cacheOf = memoize<SubjectKind, LRUCache<string, FoundRecord | 0>>(
    () => new LRUCache({ max: MOST_CACHED }),
  );
  private refreshed: Promise<unknown> | undefined;

  constructor(private readonly target: RetryingCluster) {
    this.retry = retryBy(target.retryOptions);
  }

  /** The records of values that may be facts. */
  async recordsOf(facts: readonly unknown[]): Promise<FactRecords> {
    const kinds = Object.keys(SUBJECTS) as SubjectKind[];
    const found = await Promise.all(kinds.map(async (kind) => [kind, await this.find(kind, facts)] as const));
    return Object.fromEntries(found) as Record<SubjectKind, FoundRecords>;
  }

  private async find(kind: SubjectKind, facts: readonly unknown[]): Promise<FoundRecords> {
    const cache = this.cacheOf(kind);
    const { key, channel } = keyOf(kind);
    const values = (facts as readonly (JsonObject | null | undefined)[]).map((fact) =>
      channel === undefined || fact?.channel === channel ? fact?.[key] : undefined,
    );
    const ids = [...new Set(values)].filter((id): id is string => typeof id === 'string' && isIdText(id));
    const missing = ids.filter((id) => cache.get(id) === undefined && id.isWellFormed());
    for (let from = 0; from < missing.length; from += MOST_IDS) {
      const page = missing.slice(from, from + MOST_IDS);
      const records = await this.read(kind, page);
      for (const id of page) cache.set(id, records.get(id) ?? 0);
    }
    return new Map(
      ids.flatMap((id) => {
        const record = cache.get(id);
        return record ? [[id, record] as const] : [];
      }),
    );
  }

  private async read(kind: SubjectKind, ids: string[]): Promise<FoundRecords> {
    const { client, names, retryOptions } = this.target;
    const { id: idField, dimensions } = SUBJECTS[kind];
    const index = Object.keys(SUBJECTS).map((one) => names.alias(one as SubjectKind));
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
      docvalue_fields: [idField, ...dimensions.from],
    };
    const { hits } = await this.retry(() =>
      client.search(search, requestOptions(READ_TIMEOUT_MS, retryOptions.signal)),
    );
    return new Map(
      hits.hits.map(({ fields = {} }) => {
        const lists = Object.entries(fields as Record<string, unknown[]>);
        const columns = Object.fromEntries(lists.map(([name, list]) => [name, name === 'tags' ? list : list[0]]));
        return [String(columns[idField]), factFields(kind, columns)];
      }),
    );
  }
}

/** The category trees that are loaded. */
export async function readTrees({ client, names, retryOptions }: RetryingCluster) {
  const read = async (kind: TreeKind) => {
    const stored = await PointInTime.readAll<CategoryNode>(client, names.alias(kind), retryBy(retryOptions));
    const nodes = stored.map(({ _source }) => _source);
    return treeOf(kind, nodes);
  };
  return { product: await read('product-categories'), creator: await read('creator-categories') };
}

/** Reads all rates that are loaded. */
export async function readRates({ client, names, retryOptions }: RetryingCluster): Promise<Rates> {
  const stored = await PointInTime.readAll<RateLoad>(client, names.alias('rates'), retryBy(retryOptions));
  return new Rates(stored.map(({ _source }) => _source));
}

const lacksUsd = (value: unknown): value is SaleLoad => {
  const { uid, date, gmv, usd_gmv = null } = (value ?? {}) as JsonObject;
  return usd_gmv === null && Number.isFinite(gmv) && typeof uid === 'string' && typeof date === 'string';
};

/**
 * Gives sales without an amount in USD their gmv at the rate of their day, in the currency of the creator's region.
 * @returns why others have none, and of which amounts those are that are too large
 */
export function fillUsd(rates: Rates, { creators }: FactRecords, values: readonly unknown[]) {
  const lacking = new Map<unknown, { readonly usd_gmv: string }>();
  for (const value of values) {
    if (!lacksUsd(value)) continue;
    const currency = currencyOf(creators.get(value.uid)?.region ?? null);
    const usd = rates.toUsd(value.gmv, currency, 4, value.date);
    const note = (usd_gmv: string) => lacking.set(value, { usd_gmv });
    if (usd !== null) value.usd_gmv = usd;
    if (Math.abs(usd ?? 0) > MOST_USD) note(`${value.gmv} ${currency} at the rate of its day`);
    else if (usd === null && currency === null) note(`no creator ${value.uid} with a region is loaded`);
    else if (usd === null) note(`no rate of ${currency} of ${value.date} or before is loaded`);
  }
  return lacking;
}
