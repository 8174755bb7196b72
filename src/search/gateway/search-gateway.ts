import { createHash } from 'node:crypto';
import type { Client } from '@elastic/elasticsearch';
import { errors } from '@elastic/elasticsearch';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.js';
import type { RawAnswer } from './search-answer.js';
import { requireWhole, SearchAnswer } from './search-answer.js';
import type { IndexKind } from '../../common/index-kind.js';
import { InternalFailure } from '../../common/errors/failure.js';
import type { CompiledSearch, CountAnswer, CountBody, SearchBody, SortClause } from '../compiler/types.js';
import type { TryOptions } from '../../elastic/client/cluster-reads.js';
import { ClusterReads } from '../../elastic/client/cluster-reads.js';
import { ELASTIC_CLIENT } from '../../elastic/client/elastic-client.js';
import { isTransient } from '../../elastic/client/elastic-error.js';
import { postSearch } from '../../elastic/client/post-search.js';
import { IndexVersions } from '../state/index-versions.js';
import { SearchBulkhead } from './search-bulkhead.js';
import type { SearchCaller } from './search-caller.js';
import { SearchObserver, SearchTracer, withTiming } from './search-caller.js';

/** The answer of a compiled search. */
export interface Found<Answer = SearchAnswer> {
  readonly answer: Answer;
  /** Which attempt of the compiled search found it, from 0. */
  readonly attempt: number;
}

/** Sends searches: refuses partial answers, and bounds the searches in flight. */
@Injectable()
export class SearchGateway {
  private readonly copies = new ShardCopies();
  private readonly timeoutMs: number;
  private readonly querystring: string;

  constructor(
    @Inject(ELASTIC_CLIENT) private readonly client: Client,
    private readonly reads: ClusterReads,
    private readonly versions: IndexVersions,
    private readonly bulkhead: SearchBulkhead,
    @Inject(CONFIG) { requestTimeoutMs }: Pick<Config, 'requestTimeoutMs'>,
    private readonly observer: SearchObserver,
    @Optional() private readonly tracer?: SearchTracer,
  ) {
    this.timeoutMs = requestTimeoutMs;
    this.querystring = `allow_partial_search_results=false&timeout=${requestTimeoutMs}ms`;
  }

  /**
   * Runs a compiled search for a request.
   * @throws UnavailableFailure (503) when Elasticsearch is down, late, refusing or answers in part, or too many searches
   * wait; InternalFailure (500) else
   */
  search(compiled: CompiledSearch, caller: SearchCaller): Promise<Found> {
    return this.onLiveIndex(caller, compiled, (name) => this.searchInTurn(compiled, name, caller, readAnswer));
  }

  /**
   * Runs a compiled search that counts.
   * @throws as `search` does
   */
  count(compiled: CompiledSearch<CountBody>, caller: SearchCaller): Promise<Found<CountAnswer>> {
    return this.onLiveIndex(caller, compiled, (name) => this.searchInTurn(compiled, name, caller, readCounts));
  }

  /**
   * Runs a search whose answer is read as a whole, without paging.
   * @param preference selects the shard copies that answer
   * @throws as `search` does
   */
  searchRaw<Answer extends object>(
    index: IndexKind,
    body: object,
    caller: SearchCaller,
    preference?: string,
  ): Promise<Answer> {
    return this.onLiveIndex(caller, { index, attempts: [body] }, (name) =>
      this.send(index, name, body, caller, requireWhole<Answer>, preference),
    );
  }

  private async onLiveIndex<Result>(
    caller: SearchCaller,
    { index, attempts }: { readonly index: IndexKind; readonly attempts: readonly object[] },
    search: (index: string) => Promise<Result>,
  ): Promise<Result> {
    (caller.searches ??= []).push({ index, attempts });
    const live = await withTiming(caller, this.versions.require(index));
    return this.versions.search(index, live, search);
  }

  private async searchInTurn<Answer extends { readonly total: number }>(
    { index, attempts, enough }: CompiledSearch<object>,
    name: string,
    caller: SearchCaller,
    read: (answer: unknown) => Answer,
  ): Promise<Found<Answer>> {
    const preference = preferenceOf(attempts[0]);
    for (const [attempt, body] of attempts.entries()) {
      const answer = await this.send(index, name, body, caller, read, preference);
      if (answer.total >= enough || attempt === attempts.length - 1) return { answer, attempt };
    }
    throw new InternalFailure('A search was compiled to nothing.');
  }

  private send<Answer>(
    index: IndexKind,
    name: string,
    search: object,
    caller: SearchCaller,
    read: (answer: unknown) => Answer,
    preference: string | undefined,
  ): Promise<Answer> {
    const path = `/${name}/_search?${this.querystring}${searchTypeOf(search)}`;
    return this.ask(index, path, search, caller, caller.signal, read, preference);
  }

  /**
   * Reads one step of a point in time, which names its index.
   * @throws as `search` does
   */
  step(
    index: IndexKind,
    body: SearchBody & { readonly pit: object },
    caller: SearchCaller,
    signal: AbortSignal,
  ): Promise<Step & RawAnswer> {
    const path = `/_search?${this.querystring}${searchTypeOf(body)}`;
    return this.ask(index, path, body, caller, signal, requireWhole<Step>);
  }

  /** Sends a search when the bulkhead has room for it. */
  private ask<Answer>(
    index: IndexKind,
    path: string,
    search: object,
    caller: SearchCaller,
    signal: AbortSignal,
    read: (answer: unknown) => Answer,
    preference?: string,
  ): Promise<Answer> {
    const body = JSON.stringify(search);
    const tryOnce = async (options: TryOptions): Promise<Answer> => {
      const startedAt = performance.now();
      const ended = this.tracer?.calling(caller, index);
      const to = path + this.copies.parameterFor(index, preference);
      try {
        const answer = read(await withTiming(caller, postSearch(this.client, to, body, options)));
        this.observer.called(index, performance.now() - startedAt, false);
        ended?.();
        return answer;
      } catch (error) {
        this.copies.failed(index, error);
        this.observer.called(index, performance.now() - startedAt, true);
        ended?.(error);
        throw error;
      }
    };
    return this.bulkhead.run(signal, () => this.reads.run(index, tryOnce, { timeoutMs: this.timeoutMs, signal }));
  }
}

/** The answer of a step. The id of the point in time may change with each. */
export interface Step {
  readonly pit_id?: string;
}

const readAnswer = (answer: unknown): SearchAnswer => new SearchAnswer(answer);

interface CountedAnswer extends Pick<CountAnswer, 'aggregations'> {
  readonly hits: { readonly total: { readonly value: number } };
}

function readCounts(answer: unknown): CountAnswer {
  const { hits, aggregations } = requireWhole<CountedAnswer>(answer);
  return { total: hits.total.value, aggregations };
}

/** After the preferred copies of an index have not answered, Elasticsearch chooses copies for this long. */
const UNPREFERRED_FOR_MS = 30_000;

/** The part of a search body that all its pages share. */
interface Ranked {
  readonly query?: unknown;
  readonly sort?: readonly SortClause[];
}

/**
 * The `preference` of a search. Elasticsearch sends equal preferences to the same copy of each shard while it is there.
 * It is a hash of query and order: all pages of a search see the same scores, in every process, and searches spread over
 * the copies. Scores differ between copies that have merged away different deleted documents.
 */
export const preferenceOf = ({ query, sort }: Ranked): string =>
  createHash('sha1')
    .update(JSON.stringify([query, sort]))
    .digest('hex')
    .slice(0, 16);

/** Relevance needs word frequencies of all shards. An index of one shard answers the same without them. */
const searchTypeOf = ({ sort }: Ranked): string =>
  sort?.[0] !== undefined && '_score' in sort[0] ? '&search_type=dfs_query_then_fetch' : '';

/** Lets searches prefer certain copies, except for a while after those have not answered. */
class ShardCopies {
  private readonly silent = new LRUCache<IndexKind, true>({ max: 100, ttl: UNPREFERRED_FOR_MS });

  /** The URL parameter of one try. */
  parameterFor(index: IndexKind, preference: string | undefined): string {
    return preference === undefined || this.silent.has(index) ? '' : `&preference=${preference}`;
  }

  /** A failed try: a copy that hangs must not be preferred again. A refused connection says nothing about copies. */
  failed(index: IndexKind, error: unknown): void {
    if (isTransient(error) && !(error instanceof errors.ConnectionError)) this.silent.set(index, true);
  }
}
