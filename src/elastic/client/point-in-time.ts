import type { estypes } from '@elastic/elasticsearch';
import { WorkFailure } from '../../common/errors/work-failure.js';
import type { ElasticClient } from './elastic-client.js';
import { statusOf } from './elastic-error.js';

const KEEP_ALIVE = '10m';
/** The largest page that the default `max_result_window` allows. */
const PAGE_SIZE = 10_000;
const REQUEST_TIMEOUT_MS = 120_000;

type Query = estypes.QueryDslQueryContainer;

/** A document of a scan; `_source` is missing when it was not requested. */
export interface Scanned<Source> {
  readonly _id: string;
  readonly _source: Source;
}

/** How a field groups documents: by its value, or by day (YYYY-MM-DD). */
export type KeyKind = 'keyword' | 'day';

/** Documents with equal values: their number, and sums of their fields. */
export interface Group<Key extends string, Sum extends string> {
  readonly key: Readonly<Record<Key, string>>;
  readonly documents: number;
  readonly sums: Readonly<Record<Sum, number>>;
}

/** Runs work, and repeats it after transient errors. */
export type Retry = <T>(work: () => Promise<T>) => Promise<T>;

/** The state of an index at one moment; later writes do not show. */
export class PointInTime {
  private constructor(
    private readonly client: ElasticClient,
    private readonly index: string,
    private id: string,
    private readonly retry: Retry,
    private readonly others: Set<PointInTime>,
  ) {
    others.add(this);
  }

  /**
   * Opens a point in time of everything written so far. The caller closes it. Reads throw WorkFailure when Elasticsearch
   * has lost it.
   * @param others points in time that stay open together: each read extends the others, which would expire during a long
   * read otherwise
   */
  static async open(
    client: ElasticClient,
    index: string,
    retry: Retry,
    others = new Set<PointInTime>(),
  ): Promise<PointInTime> {
    await retry(() => client.indices.refresh({ index }));
    const { id } = await retry(() => client.openPointInTime({ index, keep_alive: KEEP_ALIVE }));
    return new PointInTime(client, index, id, retry, others);
  }

  async close(): Promise<void> {
    this.others.delete(this);
    await this.client.closePointInTime({ id: this.id }, { ignore: [404] });
  }

  /**
   * Reads all matching documents page by page, ascending by the fields. The next page is fetched while the caller uses
   * one. In the order of the index's own sort every page costs the same.
   */
  scan<Source>(
    query: Query,
    ascendingBy: readonly string[],
    source: boolean | readonly string[] = true,
  ): AsyncGenerator<readonly Scanned<Source>[]> {
    return this.pages<Scanned<Source>>(query, ascendingBy, {
      _source: typeof source === 'boolean' ? source : [...source],
    });
  }

  /**
   * The same, but of each document only the values of these fields, read from their columns: documents need not lie next
   * to each other in the index.
   */
  async *values<Field extends string>(
    query: Query,
    ascendingBy: readonly string[],
    fields: readonly Field[],
  ): AsyncGenerator<readonly Readonly<Record<Field, readonly [string | number]>>[]> {
    const shown = { _source: false, docvalue_fields: [...fields] };
    type Hit = { readonly fields: Readonly<Record<Field, readonly [string | number]>> };
    for await (const hits of this.pages<Hit>(query, ascendingBy, shown)) yield hits.map((hit) => hit.fields);
  }

  private async *pages<Hit>(
    query: Query,
    ascendingBy: readonly string[],
    shown: Pick<estypes.SearchRequest, '_source' | 'docvalue_fields'>,
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

  /** Groups all documents by fields, ascending. Counts are exact, and so are sums of whole numbers. */
  async *groups<Key extends string, Sum extends string = never>(
    keys: Readonly<Record<Key, KeyKind>>,
    sums: readonly Sum[] = [],
    query: Query = { match_all: {} },
  ): AsyncGenerator<Group<Key, Sum>> {
    const sources = (Object.keys(keys) as Key[]).map((key) => ({ [key]: keySource(key, keys[key]) }));
    const aggregations = Object.fromEntries(sums.map((sum) => [sum, { sum: { field: sum } }]));
    let after: estypes.AggregationsCompositeAggregateKey | undefined;
    do {
      const composite = { size: PAGE_SIZE, sources, ...(after && { after }) };
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
    const idle = [...this.others].filter((other) => other !== this);
    const [answer] = await Promise.all([this.use<Source>(body), ...idle.map((other) => other.keep())]);
    return answer;
  }

  /** Extends the point in time without reading documents. */
  private async keep(): Promise<void> {
    await this.use({ size: 0 }).catch((error: unknown) => {
      if (this.others.has(this)) throw error;
    });
  }

  private async use<Source>(body: estypes.SearchRequest): Promise<estypes.SearchResponse<Source>> {
    const answer = await this.retry(() =>
      this.client.search<Source>(
        {
          ...body,
          pit: { id: this.id, keep_alive: KEEP_ALIVE },
          track_total_hits: false,
          allow_partial_search_results: false,
        },
        { requestTimeout: REQUEST_TIMEOUT_MS },
      ),
    ).catch((error: unknown) => {
      if (statusOf(error) !== 404) throw error;
      const reason = 'Elasticsearch was restarted, or the index was replaced and deleted';
      throw new WorkFailure(`${this.index} can’t be read on: ${reason}. Try again.`, { cause: error });
    });
    this.id = answer.pit_id ?? this.id;
    return answer;
  }
}

function keySource(field: string, kind: KeyKind): estypes.AggregationsCompositeAggregationSource {
  if (kind === 'keyword') return { terms: { field } };
  return { date_histogram: { field, fixed_interval: '1d', format: 'strict_date' } };
}
