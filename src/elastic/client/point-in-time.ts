import { errors, type estypes } from '@elastic/elasticsearch';
import { WorkFailure } from '../../common/errors/failure.js';
import type { ElasticClient } from './elastic-client.js';
import { statusOf } from './elastic-error.js';
import type { Retry } from './retry-policy.js';
import type { JsonObject } from '../../common/json-object.js';

const KEEP_ALIVE = '10m';
/** The largest page that the default `max_result_window` allows. */
const PAGE_SIZE = 10_000;
/** The largest page as JSON: its objects, and what is made of them, take several times as much memory. */
const PAGE_BYTES = 4 * 1024 * 1024;
/** Each page of groups reads all documents; Elasticsearch allows 65,536 groups in an answer unless it is set otherwise. */
const GROUPS = 25_000;
const REQUEST_TIMEOUT_MS = 120_000;
const SHORT_TIMEOUT_MS = 2000;
const ALL: estypes.QueryDslQueryContainer = { match_all: {} };

/** A document of a scan; `_source` is missing when it was not requested. */
interface Scanned<Source> {
  readonly _id: string;
  readonly _source: Source;
}

/** A point in time that Elasticsearch keeps until it is closed, or not read for a while. */
export class OpenPointInTime {
  constructor(
    protected readonly client: ElasticClient,
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
export class PointInTime extends OpenPointInTime {
  private constructor(
    client: ElasticClient,
    id: string,
    private readonly index: string,
    private readonly retry: Retry,
  ) {
    super(client, id, KEEP_ALIVE);
  }

  /** Opens a point in time of everything written so far; reads throw WorkFailure when Elasticsearch has lost it. */
  static async open(client: ElasticClient, index: string, retry: Retry): Promise<PointInTime> {
    await retry(() => client.indices.refresh({ index }));
    const { id } = await retry(() => client.openPointInTime({ index, keep_alive: KEEP_ALIVE }));
    return new PointInTime(client, id, index, retry);
  }

  /** All documents of a small index. */
  static async readAll<Source>(client: ElasticClient, index: string, retry: Retry): Promise<Scanned<Source>[]> {
    const point = await PointInTime.open(client, index, retry);
    const documents: Scanned<Source>[] = [];
    try {
      for await (const page of point.scan<Source>()) documents.push(...page);
      return documents;
    } finally {
      await point.close();
    }
  }

  /** All matching documents by page, in the index's own order, in which each page costs the same. */
  async *scan<Source>(query = ALL, _source = true): AsyncGenerator<readonly Scanned<Source>[]> {
    let size = PAGE_SIZE;
    let after: estypes.SortResults | undefined;
    for (let isLast = false; !isLast;) {
      const search = { query, sort: ['_shard_doc'], size, _source, ...(after && { search_after: after }) };
      try {
        const { hits } = (await this.search<Source>(search, size > 1 ? PAGE_BYTES : undefined)).hits;
        isLast = hits.length < size;
        after = hits.at(-1)?.sort;
        // The next documents may be a quarter larger.
        size = Math.min(PAGE_SIZE, Math.ceil((PAGE_BYTES * 0.8 * size) / Buffer.byteLength(JSON.stringify(hits))));
        if (hits.length > 0) yield hits as unknown as Scanned<Source>[];
      } catch (error) {
        if (size === 1 || !(error instanceof errors.RequestAbortedError)) throw error;
        // The page is too large.
        size = Math.ceil(size / 2);
      }
    }
  }

  /** The distinct values of fields of matching documents by page, ascending; null where a document lacks an optional one. */
  async *groups(required: string, optional: readonly string[], query = ALL): AsyncGenerator<readonly JsonObject[]> {
    const sources = [required, ...optional].map((field) => ({
      [field]: { terms: { field, missing_bucket: field !== required } },
    }));
    let after: estypes.AggregationsCompositeAggregateKey | undefined;
    do {
      const composite = { size: GROUPS, sources, ...(after && { after }) };
      const answer = await this.search({ query, size: 0, aggregations: { groups: { composite } } });
      const groups = answer.aggregations?.['groups'] as estypes.AggregationsCompositeAggregate;
      yield (groups.buckets as estypes.AggregationsCompositeBucket[]).map(({ key }) => key);
      after = groups.after_key;
    } while (after !== undefined);
  }

  private async search<Source>(body: estypes.SearchRequest, maxResponseSize?: number) {
    const search = { ...body, track_total_hits: false, allow_partial_search_results: false };
    const options = { requestTimeout: REQUEST_TIMEOUT_MS, ...(maxResponseSize !== undefined && { maxResponseSize }) };
    const send = () => this.read((pit) => this.client.search<Source>({ ...search, pit }, options));
    try {
      return await this.retry(send);
    } catch (error) {
      if (statusOf(error) !== 404) throw error;
      const why = 'Elasticsearch was restarted, or the index was replaced and deleted';
      throw new WorkFailure(`${this.index} can’t be read on: ${why}. Try again.`, { cause: error });
    }
  }
}
