import type { estypes } from '@elastic/elasticsearch';
import { WorkFailure } from '../../common/errors/work-failure.js';
import type { ElasticClient } from './elastic-client.js';
import { statusOf } from './elastic-error.js';
import type { Retry } from './retry-policy.js';

const KEEP_ALIVE = '10m';
/** The largest page that the default `max_result_window` allows. */
const PAGE_SIZE = 10_000;
/** Each page of groups reads all documents; Elasticsearch allows 65,536 groups in an answer unless it is set otherwise. */
const GROUPS = 25_000;
const REQUEST_TIMEOUT_MS = 120_000;
const SHORT_TIMEOUT_MS = 2000;

type Query = estypes.QueryDslQueryContainer;

/** A document of a scan; `_source` is missing when it was not requested. */
export interface Scanned<Source> {
  readonly _id: string;
  readonly _source: Source;
}

/** Documents with equal values: their number, and sums of their fields. */
export interface Group<Key extends string, Sum extends string> {
  readonly key: Readonly<Record<Key, string>>;
  readonly documents: number;
  readonly sums: Readonly<Record<Sum, number>>;
}

/** Ends a sentence about data whose point in time Elasticsearch has lost. */
export const POINT_IN_TIME_IS_LOST =
  'can’t be read on: Elasticsearch was restarted, or the index was replaced and deleted. Try again.';

/** A point in time that Elasticsearch keeps until it is closed, or not read for a while. */
export class OpenPointInTime {
  constructor(
    private readonly client: ElasticClient,
    private id: string,
    private readonly keepAlive: string,
  ) {}

  /** Sends a search of it, which also extends it. Its id may change with each answer. */
  async read<Answer extends { readonly pit_id?: string | undefined }>(
    send: (pit: { readonly id: string; readonly keep_alive: string }) => Promise<Answer>,
  ): Promise<Answer> {
    const answer = await send({ id: this.id, keep_alive: this.keepAlive });
    this.id = answer.pit_id ?? this.id;
    return answer;
  }

  /** Extends it without reading documents. */
  async keep(): Promise<void> {
    const options = { requestTimeout: SHORT_TIMEOUT_MS };
    await this.read((pit) => this.client.search({ pit, size: 0, track_total_hits: false }, options));
  }

  /** Elasticsearch drops one that can't be closed after a while. */
  async close(): Promise<void> {
    const options = { ignore: [404], requestTimeout: SHORT_TIMEOUT_MS };
    await this.client.closePointInTime({ id: this.id }, options).catch(() => undefined);
  }
}

/** The state of an index at one moment; later writes do not show. */
export class PointInTime {
  private constructor(
    private readonly client: ElasticClient,
    private readonly index: string,
    private readonly point: OpenPointInTime,
    private readonly retry: Retry,
    private readonly others: Set<PointInTime>,
  ) {
    others.add(this);
  }

  /**
   * Opens a point in time of everything written so far; reads throw WorkFailure when Elasticsearch has lost it.
   * @param others points in time that stay open together: each read extends the others, which would expire otherwise
   */
  static async open(
    client: ElasticClient,
    index: string,
    retry: Retry,
    others = new Set<PointInTime>(),
  ): Promise<PointInTime> {
    await retry(() => client.indices.refresh({ index }));
    const { id } = await retry(() => client.openPointInTime({ index, keep_alive: KEEP_ALIVE }));
    return new PointInTime(client, index, new OpenPointInTime(client, id, KEEP_ALIVE), retry, others);
  }

  async close(): Promise<void> {
    this.others.delete(this);
    await this.point.close();
  }

  /** All matching documents by page; the next is fetched meanwhile. In the index's own order each costs the same. */
  scan<Source>(
    query: Query,
    ascendingBy: readonly string[],
    source: boolean | readonly string[] = true,
  ): AsyncGenerator<readonly Scanned<Source>[]> {
    return this.pages<Scanned<Source>>(query, ascendingBy, {
      _source: typeof source === 'boolean' ? source : [...source],
    });
  }

  /** The same, but only the values of these fields, read from their columns. */
  async *values<Field extends string>(
    query: Query,
    ascendingBy: readonly string[],
    fields: readonly Field[],
  ): AsyncGenerator<readonly Readonly<Record<Field, readonly [string | number]>>[]> {
    // Without stored fields Elasticsearch reads nothing but the columns: half of the time.
    const shown = { _source: false, stored_fields: '_none_', docvalue_fields: [...fields] };
    type Hit = { readonly fields: Readonly<Record<Field, readonly [string | number]>> };
    for await (const hits of this.pages<Hit>(query, ascendingBy, shown)) yield hits.map((hit) => hit.fields);
  }

  private async *pages<Hit>(
    query: Query,
    ascendingBy: readonly string[],
    shown: Pick<estypes.SearchRequest, '_source' | 'stored_fields' | 'docvalue_fields'>,
  ): AsyncGenerator<readonly Hit[]> {
    const sort = ascendingBy.map((field) => ({ [field]: { order: 'asc' as const } }));
    const fetchPage = (after?: estypes.SortResults): Promise<estypes.SearchResponse> => {
      const page = this.search({ query, sort, size: PAGE_SIZE, ...shown, ...(after && { search_after: after }) });
      page.catch(() => undefined);
      return page;
    };
    let next: Promise<estypes.SearchResponse> | undefined = fetchPage();
    while (next !== undefined) {
      const answer: estypes.SearchResponse = await next;
      const { hits } = answer.hits;
      next = hits.length < PAGE_SIZE ? undefined : fetchPage(hits.at(-1)?.sort);
      if (hits.length > 0) yield hits as unknown as Hit[];
    }
  }

  /**
   * Groups documents by fields, ascending: by their value, which is null without one of an optional field, or by day
   * (YYYY-MM-DD). Counts are exact, and so are sums of whole numbers.
   */
  async *groups<Key extends string, Sum extends string = never>(
    keys: Readonly<Record<Key, 'keyword' | 'day' | 'optional'>>,
    sums: readonly Sum[] = [],
    query: Query = { match_all: {} },
  ): AsyncGenerator<Group<Key, Sum>> {
    const byDay = { fixed_interval: '1d', format: 'strict_date' };
    const sources = Object.entries(keys).map(([field, kind]) => ({
      [field]:
        kind === 'day'
          ? { date_histogram: { field, ...byDay } }
          : { terms: { field, missing_bucket: kind === 'optional' } },
    }));
    const aggregations = Object.fromEntries(sums.map((sum) => [sum, { sum: { field: sum } }]));
    let after: estypes.AggregationsCompositeAggregateKey | undefined;
    do {
      const composite = { size: GROUPS, sources, ...(after && { after }) };
      const answer = await this.search({
        query,
        size: 0,
        aggregations: { groups: { composite, aggregations } },
      });
      const groups = answer.aggregations?.['groups'] as estypes.AggregationsCompositeAggregate;
      for (const bucket of groups.buckets as estypes.AggregationsCompositeBucket[]) {
        const sumOf = (sum: Sum) => (bucket[sum] as estypes.AggregationsSumAggregate).value ?? 0;
        yield {
          key: bucket.key as Record<Key, string>,
          documents: bucket.doc_count,
          sums: Object.fromEntries(sums.map((sum) => [sum, sumOf(sum)])) as Record<Sum, number>,
        };
      }
      after = groups.after_key;
    } while (after !== undefined);
  }

  private async search<Source>(body: estypes.SearchRequest): Promise<estypes.SearchResponse<Source>> {
    const search = { ...body, track_total_hits: false, allow_partial_search_results: false };
    const options = { requestTimeout: REQUEST_TIMEOUT_MS };
    const send = () => this.point.read((pit) => this.client.search<Source>({ ...search, pit }, options));
    const idle = [...this.others].filter((other) => other !== this);
    try {
      // An idle one that is lost fails with its own next read.
      const kept = idle.map(({ point }) => point.keep().catch(() => undefined));
      const [answer] = await Promise.all([this.retry(send), ...kept]);
      return answer;
    } catch (error) {
      if (statusOf(error) !== 404) throw error;
      throw new WorkFailure(`${this.index} ${POINT_IN_TIME_IS_LOST}`, { cause: error });
    }
  }
}
