import type { Client } from '@elastic/elasticsearch';
import { decodeAnswer } from '../../encoding/plain-answer.js';
import type { ReadAnswer, SearchAnswer } from '../../encoding/search-answer.js';
import type { SearchStep } from '../../encoding/search-step.js';
import { readStep } from '../../encoding/search-step.js';
import type { IndexKind } from '../../documents/index-kind.js';
import { InternalFailure } from '../../errors/failure.js';
import type { CountAnswer, CompiledSearch, CountBody, SearchBody } from '../../query/types.js';
import type { ClusterReads } from '../client/cluster-reads.js';
import { searchRaw } from '../client/raw-search-connection.js';
import type { IndexVersions } from '../indices/index-versions.js';
import type { DataVersionWatch } from '../state/data-watch.js';
import type { SearchBulkhead } from './search-bulkhead.js';
import type { SearchCaller } from './search-caller.js';
import { atElasticsearch, SearchCallers } from './search-caller.js';
import type { SearchObserver, SearchTracer, TracedSearch } from './search-observer.js';
import { preferenceOf, searchTypeOf, ShardCopies } from './shard-copies.js';
import { SingleFlight } from './single-flight.js';

/** The answer of a compiled search. */
export interface Found<Answer = SearchAnswer> {
  readonly answer: Answer;
  /** Which attempt of the compiled search found it, from 0. */
  readonly attempt: number;
}

/** The one way to search: refuses partial answers, sends equal searches once, and not too many at a time. */
export class SearchGateway {
  private readonly inFlight = new SingleFlight<unknown>();
  /** Who waits for each of those in flight. */
  private readonly callers = new Map<string, SearchCallers>();
  private readonly copies = new ShardCopies();
  private readonly querystring: string;

  constructor(
    private readonly client: Client,
    private readonly reads: ClusterReads,
    private readonly versions: IndexVersions,
    private readonly watch: Pick<DataVersionWatch, 'current'>,
    private readonly bulkhead: Pick<SearchBulkhead, 'run'>,
    private readonly timeoutMs: number,
    private readonly observer: SearchObserver,
    private readonly readAnswer: ReadAnswer,
    private readonly tracer?: SearchTracer,
  ) {
    // A part of a list is no answer.
    this.querystring = `allow_partial_search_results=false&timeout=${timeoutMs}ms`;
  }

  /**
   * Runs a compiled search for a request.
   * @throws UnavailableFailure (503) when Elasticsearch is down, late, refusing or answers in part, or too many searches
   * wait; InternalFailure (500) else
   */
  search(compiled: CompiledSearch, caller: SearchCaller): Promise<Found> {
    return this.noted(caller, compiled, (alias) => this.searchInTurn(compiled, alias, caller, this.readAnswer));
  }

  /**
   * Runs a compiled search that counts.
   * @throws as `search` does
   */
  count(compiled: CompiledSearch<CountBody>, caller: SearchCaller): Promise<Found<CountAnswer>> {
    return this.noted(caller, compiled, (alias) => this.searchInTurn(compiled, alias, caller, readCounts));
  }

  /**
   * Runs a search that no page is made of; the whole answer, decoded.
   * @param preference chooses the copies that answer, where they may differ
   * @throws as `search` does
   */
  look<Answer extends object>(
    index: IndexKind,
    body: object,
    caller: SearchCaller,
    preference?: string,
  ): Promise<Answer> {
    return this.noted(caller, { index, attempts: [body] }, (alias) =>
      this.send(index, alias, body, caller, decodeAnswer<Answer>, preference),
    );
  }

  private async noted<Result>(
    caller: SearchCaller,
    { index, attempts }: { readonly index: IndexKind; readonly attempts: readonly object[] },
    search: (alias: string) => Promise<Result>,
  ): Promise<Result> {
    (caller.searches ??= []).push({ index, attempts });
    return search(await atElasticsearch(caller, this.versions.require(index)));
  }

  private async searchInTurn<Answer extends { readonly total: number }>(
    { index, attempts, enough }: CompiledSearch<object>,
    alias: string,
    caller: SearchCaller,
    read: (chunks: readonly string[]) => Answer,
  ): Promise<Found<Answer>> {
    const preference = preferenceOf(attempts[0]);
    for (const [attempt, body] of attempts.entries()) {
      const answer = await this.send(index, alias, body, caller, read, preference);
      if (answer.total >= enough || attempt === attempts.length - 1) return { answer, attempt };
    }
    throw new InternalFailure('A search was compiled to nothing.');
  }

  private send<Answer>(
    index: IndexKind,
    alias: string,
    search: object,
    caller: SearchCaller,
    read: (chunks: readonly string[]) => Answer,
    preference: string | undefined,
  ): Promise<Answer> {
    const path = `/${alias}/_search?${this.querystring}${searchTypeOf(search)}`;
    const body = JSON.stringify(search);
    const traced = this.tracer?.searching(caller, index);
    const key = `${this.watch.current()} ${path} ${body}`;
    const answer = this.inFlight.join(key, caller.signal, (signal) => {
      const callers = new SearchCallers();
      this.callers.set(key, callers);
      const forget = (): boolean => this.callers.get(key) === callers && this.callers.delete(key);
      return this.ask(index, path, body, signal, read, callers, traced, preference).finally(forget);
    });
    traced?.endsWith(answer);
    return (this.callers.get(key)?.wait(caller, answer) ?? answer) as Promise<Answer>;
  }

  /**
   * One step through a point in time, which is added to the search that it is a step of; no step is shared.
   * @param search orders the steps
   * @param body the search with the point in time, as JSON
   * @throws as `search` does
   */
  step(
    index: IndexKind,
    search: SearchBody,
    body: string,
    caller: SearchCaller,
    signal: AbortSignal,
  ): Promise<SearchStep> {
    const traced = this.tracer?.searching(caller, index);
    const path = `/_search?${this.querystring}${searchTypeOf(search)}`;
    const read = (chunks: readonly string[]): SearchStep => readStep(chunks, this.readAnswer);
    const callers = new SearchCallers();
    const step = this.ask(index, path, body, signal, read, callers, traced);
    traced?.endsWith(step);
    return callers.wait(caller, step);
  }

  /** Asks Elasticsearch in turn with the other searches. */
  private ask<Answer>(
    index: IndexKind,
    path: string,
    body: string,
    signal: AbortSignal,
    read: (chunks: readonly string[]) => Answer,
    callers: SearchCallers,
    traced: TracedSearch | undefined,
    preference?: string,
  ): Promise<Answer> {
    return this.bulkhead.run(signal, () =>
      this.reads.run(
        index,
        async (options) => {
          traced?.tried();
          const startedAt = performance.now();
          let failed = true;
          try {
            const to = path + this.copies.parameterFor(index, preference);
            const answer = read(await callers.call(() => searchRaw(this.client, to, body, options)));
            failed = false;
            return answer;
          } catch (error) {
            this.copies.failed(index, error);
            throw error;
          } finally {
            this.observer.called(index, performance.now() - startedAt, failed);
          }
        },
        { timeoutMs: this.timeoutMs, signal },
      ),
    );
  }
}

interface CountedAnswer extends Pick<CountAnswer, 'aggregations'> {
  readonly hits: { readonly total: { readonly value: number } };
}

function readCounts(chunks: readonly string[]): CountAnswer {
  const { hits, aggregations } = decodeAnswer<CountedAnswer>(chunks);
  return { total: hits.total.value, aggregations };
}
