import type { estypes } from '@elastic/elasticsearch';
import { WorkFailure } from '../../errors/work-failure.js';
import type { ElasticClient } from './elastic-client.js';
import { statusOf } from './elastic-error.js';

const KEEP_ALIVE = '10m';
/** The largest page that the default `max_result_window` allows. */
const PAGE_SIZE = 10_000;
const REQUEST_TIMEOUT_MS = 120_000;

type Query = estypes.QueryDslQueryContainer;

/** A document of a scan; without `_source` when it was not asked for. */
export interface Scanned<Source> {
  readonly _id: string;
  readonly _source: Source;
}

/** How the values of a field are told apart: as they are, or by day (YYYY-MM-DD). */
export type KeyKind = 'keyword' | 'day';

/** The documents that have the same values: how many, and the sums asked for. */
export interface Group<Key extends string, Sum extends string> {
  readonly key: Readonly<Record<Key, string>>;
  readonly documents: number;
  readonly sums: Readonly<Record<Sum, number>>;
}

/** Does work again as long as that may help. */
export type Retry = <T>(work: () => Promise<T>) => Promise<T>;

/** An index as it was when this was opened, whatever is written to it meanwhile. */
export class PointInTime {
  private constructor(
    private readonly client: ElasticClient,
    private readonly index: string,
    private id: string,
    private readonly retry: Retry,
    private readonly company: Set<PointInTime>,
  ) {
    company.add(this);
  }

  /**
   * Opens a point in time over everything written so far; to be closed.
   * Its readers throw WorkFailure when Elasticsearch has lost it.
   * @param company those that are open beside it: with every page that is read of one the others are used as well, or a
   * long read of one would let the others go
   */
  static async open(
    client: ElasticClient,
    index: string,
    retry: Retry,
    company = new Set<PointInTime>(),
  ): Promise<PointInTime> {
    await retry(() => client.indices.refresh({ index }));
    const { id } = await retry(() => client.openPointInTime({ index, keep_alive: KEEP_ALIVE }));
    return new PointInTime(client, index, id, retry, company);
  }

  async close(): Promise<void> {
    this.company.delete(this);
    await this.client.closePointInTime({ id: this.id }, { ignore: [404] });
  }

  /**
   * All documents that match, ascending by the fields, page by page; the next page is fetched while one is worked on.
   * In the order of the index's own sort a page costs the same wherever it lies.
   */
  async *scan<Source>(
    query: Query,
    ascendingBy: readonly string[],
    source = true,
  ): AsyncGenerator<readonly Scanned<Source>[]> {
    const sort = ascendingBy.map((field) => ({ [field]: { order: 'asc' as const } }));
    const fetchPage = (after?: estypes.SortResults): Promise<estypes.SearchResponse<Source>> => {
      const page = this.search<Source>({
        query,
        sort,
        size: PAGE_SIZE,
        _source: source,
        ...(after && { search_after: after }),
      });
      page.catch(() => undefined);
      return page;
    };
    let next: Promise<estypes.SearchResponse<Source>> | undefined = fetchPage();
    while (next !== undefined) {
      const answer: estypes.SearchResponse<Source> = await next;
      const { hits } = answer.hits;
      next = hits.length < PAGE_SIZE ? undefined : fetchPage(hits.at(-1)?.sort);
      if (hits.length > 0) yield hits as Scanned<Source>[];
    }
  }

  /** All documents grouped by the values of fields, ascending: exact counts, and exact sums of whole numbers. */
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
    const others = [...this.company].filter((other) => other !== this);
    const [answer] = await Promise.all([this.use<Source>(body), ...others.map((other) => other.keep())]);
    return answer;
  }

  /** Uses it without reading anything. */
  private async keep(): Promise<void> {
    await this.use({ size: 0 }).catch((error: unknown) => {
      if (this.company.has(this)) throw error;
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
