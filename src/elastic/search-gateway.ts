import type { Client } from '@elastic/elasticsearch';
import { InternalFailure } from '../errors/failure.js';
import type { CompiledSearch, SearchBody } from '../query/types.js';
import type { IndexKind } from '../documents/index-kind.js';
import { askForBytes } from './ask-for-bytes.js';
import type { ClusterReads } from './cluster-reads.js';
import type { GenerationWatch } from './generation-watch.js';
import type { IndexNames } from './index-names.js';
import type { IndexVersions } from './index-versions.js';
import { SearchAnswer } from './search-answer.js';
import type { SearchObserver, SearchTracer } from './search-observer.js';
import { SharedWork } from './shared-work.js';

/** A whole page: never a part of one. */
export interface SearchPage<Item> {
  /** Exact number of matching documents. */
  readonly total: number;
  readonly items: readonly Item[];
  /** Which attempt of the compiled search answered, from 0. */
  readonly attempt: number;
}

interface Answered {
  readonly answer: SearchAnswer;
  readonly attempt: number;
}

/** The one way to search: refuses partial answers, and sends what is asked twice at once only once. */
export class SearchGateway {
  private readonly underWay = new SharedWork<SearchAnswer>();
  private readonly querystring: string;

  constructor(
    private readonly client: Client,
    private readonly reads: ClusterReads,
    private readonly names: IndexNames,
    private readonly versions: IndexVersions,
    private readonly watch: Pick<GenerationWatch, 'current'>,
    private readonly timeoutMs: number,
    private readonly observer: SearchObserver,
    private readonly tracer?: SearchTracer,
  ) {
    // A part of a list is no answer.
    this.querystring = `allow_partial_search_results=false&timeout=${timeoutMs}ms`;
  }

  /**
   * Runs a compiled search; `items` are its documents.
   * @param signal ends the search: the deadline of its request, or that its client has gone
   * @throws UnavailableFailure (503) when Elasticsearch is down, late, refusing or answers in part; InternalFailure (500) else
   */
  async search<Document>(compiled: CompiledSearch, signal: AbortSignal): Promise<SearchPage<Document>> {
    const { answer, attempt } = await this.answer(compiled, signal);
    return { total: answer.total, items: answer.documents<Document>(), attempt };
  }

  /**
   * Runs a compiled search, as `search` does; `items` are the records of its documents as they were stored: JSON whose
   * UTF-8 bytes are characters (latin1).
   */
  async page(compiled: CompiledSearch, signal: AbortSignal): Promise<SearchPage<string>> {
    const { answer, attempt } = await this.answer(compiled, signal);
    return { total: answer.total, items: answer.records(), attempt };
  }

  private async answer(compiled: CompiledSearch, signal: AbortSignal): Promise<Answered> {
    const startedAt = performance.now();
    try {
      return await this.answerOfAttempts(compiled, signal);
    } finally {
      this.observer.searched(signal, compiled, performance.now() - startedAt);
    }
  }

  private async answerOfAttempts({ index, attempts, enough }: CompiledSearch, signal: AbortSignal): Promise<Answered> {
    await this.versions.require(index);
    for (const [attempt, body] of attempts.entries()) {
      const answer = await this.send(index, body, signal);
      if (answer.total >= enough || attempt === attempts.length - 1) return { answer, attempt };
    }
    throw new InternalFailure('A search was compiled to nothing.');
  }

  private send(index: IndexKind, search: SearchBody, signal: AbortSignal): Promise<SearchAnswer> {
    const path = `/${this.names.alias(index)}/_search?${this.querystring}`;
    const body = JSON.stringify(search);
    const traced = this.tracer?.searching(signal, index);
    const answer = this.underWay.join(`${this.watch.current()} ${path} ${body}`, signal, () =>
      this.reads.run(
        index,
        async (options) => {
          traced?.tried();
          const startedAt = performance.now();
          let failed = true;
          try {
            const answer = new SearchAnswer(await askForBytes(this.client, path, body, options));
            failed = false;
            return answer;
          } finally {
            this.observer.called(index, performance.now() - startedAt, failed);
          }
        },
        { timeoutMs: this.timeoutMs, signal },
      ),
    );
    traced?.endsWith(answer);
    return answer;
  }
}
