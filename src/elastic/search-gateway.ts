import type { Client, estypes } from '@elastic/elasticsearch';
import { InternalFailure, UnavailableFailure } from '../errors/failure.js';
import type { CompiledSearch, SearchBody } from '../query/types.js';
import type { IndexKind } from '../documents/index-kind.js';
import type { ClusterReads } from './cluster-reads.js';
import type { IndexNames } from './index-names.js';
import type { IndexVersions } from './index-versions.js';

/** A whole page: never a part of one. */
export interface SearchPage<Document> {
  /** Exact number of matching documents. */
  readonly total: number;
  readonly documents: readonly Document[];
}

/** The one way to search: holds the deadline, passes it on, and refuses partial answers. */
export class SearchGateway {
  constructor(
    private readonly client: Client,
    private readonly reads: ClusterReads,
    private readonly names: IndexNames,
    private readonly versions: IndexVersions,
    private readonly timeoutMs: number,
  ) {}

  /**
   * Runs a compiled search within the request's deadline.
   * @throws UnavailableFailure (503) when Elasticsearch is down, late, refusing or answers in part; InternalFailure (500) else
   */
  async search<Document>(compiled: CompiledSearch): Promise<SearchPage<Document>> {
    const deadline = Date.now() + this.timeoutMs;
    await this.versions.require(compiled.index);
    let page: SearchPage<Document> | undefined;
    for (const body of compiled.attempts) {
      page = await this.attempt<Document>(compiled.index, body, deadline);
      if (page.total >= compiled.enough) return page;
    }
    if (page === undefined) throw new InternalFailure('A search was compiled to nothing.');
    return page;
  }

  private async attempt<Document>(index: IndexKind, body: SearchBody, deadline: number): Promise<SearchPage<Document>> {
    const remainingMs = deadline - Date.now();
    if (remainingMs <= 0) throw new UnavailableFailure('The search took too long; try again shortly.');
    const answer = await this.send<Document>(index, body, remainingMs);
    const { total } = answer.hits;
    return {
      total: typeof total === 'object' ? total.value : (total ?? 0),
      documents: answer.hits.hits.map((hit) => hit._source as Document),
    };
  }

  private send<Document>(
    index: IndexKind,
    body: SearchBody,
    timeoutMs: number,
  ): Promise<estypes.SearchResponse<Document>> {
    return this.reads.run(
      index,
      async (options) => {
        const answer = await this.client.search<Document>(
          {
            index: this.names.alias(index),
            ...body,
            timeout: `${options.requestTimeout}ms`,
            allow_partial_search_results: false,
          },
          options,
        );
        refusePartialAnswer(answer);
        return answer;
      },
      { timeoutMs },
    );
  }
}

function refusePartialAnswer(answer: estypes.SearchResponse): void {
  if (answer.timed_out) throw new UnavailableFailure('The search took too long; try again shortly.');
  if (answer._shards.failed > 0) throw new UnavailableFailure('A part of the index did not answer; try again shortly.');
}
