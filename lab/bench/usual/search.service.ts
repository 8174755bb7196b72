import { Client, type estypes } from '@elastic/elasticsearch';
import { Injectable } from '@nestjs/common';
import type { IndexKind } from '../../../src/common/record-kind.js';
import { inScope } from '../../../src/common/request-scope.js';
import type { CompiledSearch, Paging, Selection } from '../../../src/search/compiler/types.js';
import { compileSearch, type SearchPlan } from '../../../src/search/compiler/search.js';
import { SynonymTable } from '../../../src/search/compiler/synonyms.js';
import { Vocabulary } from '../../../src/search/vocabulary.js';
import { scopeOf } from '../../../test/support/requests.js';

/** A record as it leaves; the documents hold it whole. */
export class RecordEntity {
  constructor(record: object) {
    Object.assign(this, record);
  }
}

/** Runs the API's vocabulary as it runs within a request of the API. */
export const asInRequest = <Result>(work: () => Result): Result =>
  inScope(scopeOf({ snapshot: UNCHANGING.snapshot }), work);

const PREFIX = process.env.INDEX_PREFIX ?? '';
/** The data of a benchmark never changes. */
const NO_SYNONYMS = new SynonymTable([]);
const UNCHANGING = {
  ageMs: () => 0,
  isSettled: true,
  snapshot: { dataVersion: undefined, indices: new Map() },
};

/** A page as Elasticsearch found it. */
export interface Found<Source> {
  readonly total: number;
  readonly sources: Source[];
}

export interface RecordPage {
  readonly total: number;
  readonly list: RecordEntity[];
}

/** Sends searches with the official client. */
@Injectable()
export class SearchService {
  private readonly vocabulary: Vocabulary;

  constructor(private readonly client: Client) {
    const searchRaw = <Answer>(kind: IndexKind, body: object): Promise<Answer> =>
      this.client.search({ index: PREFIX + kind, ...body }) as Promise<Answer>;
    this.vocabulary = new Vocabulary({ searchRaw }, UNCHANGING, { get: () => Promise.resolve(NO_SYNONYMS) });
  }

  /** A page of records. Keywords are read by the API's own vocabulary, so that both send the same queries. */
  async page<Filter extends object, Field extends string, Document>(
    plan: SearchPlan<Filter, Field, Document>,
    request: Selection<Filter, Field> & Paging,
  ): Promise<RecordPage> {
    const read = await asInRequest(() => this.vocabulary.read(plan.index, request.keywords));
    const { total, sources } = await this.find<{ record: string }>(compileSearch(plan, request, read));
    return { total, list: sources.map(({ record }) => new RecordEntity(JSON.parse(record) as object)) };
  }

  /** Tries the bodies of a search in turn until one finds enough. */
  async find<Source>({ index, attempts, enough }: CompiledSearch): Promise<Found<Source>> {
    let found: Found<Source> = { total: 0, sources: [] };
    for (const body of attempts) {
      const { hits } = await this.client.search<Source>({
        index: PREFIX + index,
        allow_partial_search_results: false,
        ...body,
      });
      const { value: total } = hits.total as estypes.SearchTotalHits;
      found = { total, sources: hits.hits.map(({ _source: source }) => source as Source) };
      if (found.total >= enough) break;
    }
    return found;
  }
}
