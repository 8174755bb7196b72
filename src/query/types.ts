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

/**
 * What a request compiles to: bodies to be tried in turn. The first that finds at least `enough` hits in total answers;
 * the last answers whatever it finds. The choice depends on totals alone, so every page of a request sees the same set.
 */
export interface CompiledSearch {
  index: IndexKind;
  attempts: readonly [SearchBody, ...SearchBody[]];
  enough: number;
}
