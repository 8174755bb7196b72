import type { estypes } from '@elastic/elasticsearch';
import type { IndexKind } from '../documents/index-kind.js';

export type QueryClause = estypes.QueryDslQueryContainer;
export type SortClause = Record<string, { order: 'asc' | 'desc'; missing?: '_first' | '_last' }>;

/** One Elasticsearch search body. */
export interface SearchBody {
  query: QueryClause;
  sort: SortClause[];
  from: number;
  size: number;
  /** `true`: the total is exact. */
  track_total_hits: boolean;
}

/** What an answer says of its keywords: whether its records hold all of them, and what words were taken for. */
export interface KeywordAnswer {
  readonly match: 'all_words' | 'some_words';
  readonly read_as: { word: string; as: readonly string[] }[];
}

/**
 * What a request compiles to: bodies to be tried in turn. The first that finds at least `enough` hits in total answers;
 * the last answers whatever it finds. The choice depends on totals alone, so every page of a request sees the same set.
 */
export interface CompiledSearch {
  index: IndexKind;
  attempts: readonly [SearchBody, ...SearchBody[]];
  enough: number;
  /** With keywords: what is said of the hits of each attempt. */
  answers?: readonly KeywordAnswer[];
}
