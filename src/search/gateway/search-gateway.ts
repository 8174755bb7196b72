import { createHash } from 'node:crypto';
import { errors, type estypes } from '@elastic/elasticsearch';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type Config, CONFIG } from '../../config/config.js';
import type { IndexKind } from '../../common/record-kind.js';
import { InternalFailure, UnavailableFailure } from '../../common/errors/failure.js';
import { requestScope } from '../../common/request-scope.js';
import { nameCategories, type Naming } from '../../documents/category.record.js';
import { ClusterReads, type TryOptions } from '../../elastic/client/cluster-reads.js';
import { ElasticClient } from '../../elastic/client/elastic-client.js';
import { isTransient } from '../../elastic/client/elastic-error.js';
import { postSearch } from '../../elastic/client/post-search.js';
import { Metrics, TRACES } from '../../telemetry/metrics.js';
import type { Traces } from '../../telemetry/traces.js';
import type { CompiledSearch, CountAnswer, CountBody, SearchBody, SortClause } from '../compiler/types.js';
import { DataVersionWatch } from '../../freshness/data-watch.js';
import { ExpensiveBulkhead, SearchBulkhead } from './search-bulkhead.js';

/** The answer of a search for records, or of one that counts. */
export interface SearchAnswer extends CountAnswer {
  readonly pit_id?: string;
  readonly hits: {
    /** Absent unless it was requested. */
    readonly total?: { readonly value: number };
    readonly hits: readonly Hit[];
  };
}

export interface Hit {
  readonly _id: string;
  readonly _score?: number | null;
  readonly _source?: unknown;
  readonly fields?: Readonly<Record<string, readonly (string | number)[]>>;
  readonly sort?: readonly unknown[];
}

interface SearchOptions {
  /** Selects the copies of the index that are searched. */
  readonly preference?: string | undefined;
  /** The one shard that is searched, by any of its copies; an index without it answers as no shards. */
  readonly shard?: number | undefined;
  /** The request's by default. */
  readonly signal?: AbortSignal;
  /** The fields of the answer, besides those that tell whether it is whole. */
  readonly paths?: string | undefined;
  /** Parses the text of a long answer, in portions. */
  readonly read?: ((text: string) => Promise<object>) | undefined;
}

/** After the preferred copies of an index have not answered, Elasticsearch chooses copies for this long. */
const UNPREFERRED_FOR_MS = 30_000;

/** Elasticsearch stops a search after this share of the deadline: its connection, which the deadline cuts, can go on. */
const SHARE_OF_SEARCH = 0.8;

/** Sends the searches of requests: refuses partial answers, and bounds the searches in flight. */
@Injectable()
export class SearchGateway {
  private readonly unpreferred = new LRUCache<IndexKind, true>({ max: 100, ttl: UNPREFERRED_FOR_MS });

  constructor(
    private readonly client: ElasticClient,
    private readonly reads: ClusterReads,
    private readonly watch: DataVersionWatch,
    private readonly bulkhead: SearchBulkhead,
    private readonly expensive: ExpensiveBulkhead,
    @Inject(CONFIG) private readonly config: Pick<Config, 'requestTimeoutMs'>,
    private readonly metrics: Metrics,
    @Optional() @Inject(TRACES) private readonly traces?: Traces,
  ) {}

  /** @throws UnavailableFailure (503) when the cluster can't answer in full or too many wait; InternalFailure (500) */
  search({ index, attempts, enough }: CompiledSearch<SearchBody | CountBody>) {
    const [first, wider] = attempts;
    const preference = preferenceOf(first);
    requestScope().searches.push({ index, attempts });
    return this.onIndex(index, async (name) => {
      const send = (body: object) => this.send<SearchAnswer>(index, name, body, { preference });
      const answer = await send(first);
      if (wider === undefined || answer.total >= enough) return { answer, attempt: 0 };
      const more = await send(wider);
      // The first attempt with these records: the wider one answers for it where it adds none.
      return { answer: more, attempt: more.total === answer.total ? 0 : 1 };
    });
  }

  /** Runs a search whose answer is read as a whole, at a point in time where the request has one. @throws as `search` */
  searchRaw<Answer extends object>(index: IndexKind, body: object, options: SearchOptions = {}): Promise<Answer> {
    const { searches, hits, pointsInTime } = requestScope();
    // Of an export the log has the searches up to its first rows.
    if (hits === undefined) searches.push({ index, attempts: [body] });
    // A search that selects copies reads the index: those of a point in time are chosen.
    const readPointInTime = options.preference === undefined ? pointsInTime?.get(index) : undefined;
    return readPointInTime === undefined
      ? this.onIndex(index, (name) => this.send<Answer>(index, name, body, options))
      : readPointInTime((pit, signal) =>
          // It has its copies already.
          this.send(index, undefined, { ...body, pit }, { ...options, preference: undefined, signal }),
        );
  }

  /** Searches the index of the request’s snapshot. @throws InternalFailure (500) when its mapping has another version */
  async onIndex<Result>(kind: IndexKind, search: (index: string) => Promise<Result>): Promise<Result> {
    const { elastic } = requestScope();
    const seen = this.watch.state ?? (await elastic.time(this.watch.latest().catch(() => undefined)));
    const other = seen?.troubles.find(({ otherVersion }) => otherVersion === kind);
    if (other !== undefined) throw new InternalFailure('other_mapping', { cause: new Error(other.text) });
    return this.watch.onIndex(kind, search);
  }

  private send<Answer extends object>(
    index: IndexKind,
    name: string | undefined,
    search: SortedSearch,
    { preference, shard, signal = requestScope().signal, paths, read }: SearchOptions,
  ): Promise<Answer & SearchAnswer> {
    const { elastic, isExpensive, startedAt } = requestScope();
    const { requestTimeoutMs: timeoutMs } = this.config;
    const target = name === undefined ? '' : `/${name}`;
    // Elasticsearch filters its errors as well.
    const only = paths === undefined ? '' : `&filter_path=timed_out,_shards.failed,${paths},pit_id,error.root_cause`;
    const stopAfter = `${Math.ceil(timeoutMs * SHARE_OF_SEARCH)}ms`;
    const ofShard = shard === undefined ? '' : `&preference=_shards:${shard}`;
    const { sort: [first] = [] } = search;
    // Relevance needs word frequencies of all shards. An index of one shard answers the same without them.
    const type = first !== undefined && '_score' in first ? '&search_type=dfs_query_then_fetch' : '';
    const path = `${target}/_search?allow_partial_search_results=false&timeout=${stopAfter}${type}${only}${ofShard}`;
    const body = JSON.stringify(search);
    const tryOnce = async (options: TryOptions): Promise<Answer & SearchAnswer> => {
      const startedAt = performance.now();
      const endSpan = this.traces?.startCall(index, requestScope());
      const isPreferred = preference !== undefined && !this.unpreferred.has(index);
      let failure: unknown;
      try {
        const to = isPreferred ? `${path}&preference=${preference}` : path;
        return requireWhole<Answer>(await elastic.time(postSearch(this.client, to, body, options, read)));
      } catch (error) {
        failure = error;
        // A copy that hangs must not be preferred again. A refused connection says nothing about copies.
        if (isTransient(error) && !(error instanceof errors.ConnectionError)) this.unpreferred.set(index, true);
        throw error;
      } finally {
        this.metrics.countCall(index, performance.now() - startedAt, failure !== undefined);
        endSpan?.(failure);
      }
    };
    const lane = isExpensive === true ? this.expensive : this.bulkhead;
    return lane.run(signal, () => this.reads.run(index, tryOnce, { timeoutMs, signal }), startedAt);
  }
}

interface SortedSearch {
  readonly pit?: object;
  readonly query?: unknown;
  readonly sort?: readonly SortClause[];
}

/** Equal preferences get the same copies of shards, so that all pages have the same scores: copies differ by deleted documents. */
export const preferenceOf = ({ query, sort }: SortedSearch): string =>
  createHash('sha1')
    .update(JSON.stringify([query, sort]))
    .digest('hex')
    .slice(0, 16);

/** Adds the exact total, 0 unless requested. @throws UnavailableFailure (503) for a partial answer, InternalFailure (500) */
export function requireWhole<Answer extends object>(answer: unknown): Answer & SearchAnswer {
  const { timed_out, _shards, hits } = (answer ?? {}) as Partial<estypes.SearchResponse & SearchAnswer>;
  if (_shards === undefined) throw new InternalFailure('unknown_answer');
  if (timed_out === true) throw new UnavailableFailure('search_late');
  if (_shards.failed > 0) throw new UnavailableFailure('search_partial');
  return { ...(answer as Answer & SearchAnswer), total: hits?.total?.value ?? 0 };
}

/** The `record` of each hit, its categories named. @throws InternalFailure (500) without a record */
export function recordsOf({ hits }: SearchAnswer, naming?: Naming): object[] {
  return hits.hits.map(({ _source }) => {
    const text = (_source as { readonly record?: unknown } | undefined)?.record;
    if (typeof text !== 'string') throw new InternalFailure('no_record');
    const record = JSON.parse(text) as object;
    return naming === undefined ? record : nameCategories(record, naming);
  });
}
