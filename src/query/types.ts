import type { estypes } from '@elastic/elasticsearch';
import type { IndexKind } from '../documents/index-kind.js';

export type QueryClause = estypes.QueryDslQueryContainer;
export type Aggregation = estypes.AggregationsAggregationContainer;
export type SortClause = Record<string, { order: 'asc' | 'desc'; missing?: '_first' | '_last' }>;

/** One Elasticsearch search body. */
export interface SearchBody {
  query: QueryClause;
  sort: SortClause[];
  from: number;
  size: number;
  /** `true`: the total is exact. */
  track_total_hits: boolean;
  /** The fields of the documents that are answered; all unless given. */
  _source?: string[];
}

/** An Elasticsearch search body that counts. */
export interface CountBody {
  query: QueryClause;
  size: 0;
  track_total_hits: true;
  aggs: Record<string, Aggregation>;
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
export interface CompiledSearch<Body = SearchBody> {
  index: IndexKind;
  attempts: readonly [Body, ...Body[]];
  enough: number;
  /** With keywords: what is said of the hits of each attempt. */
  answers?: readonly KeywordAnswer[];
}

/** What is counted and added up of some records. */
export interface Sums {
  readonly doc_count: number;
  readonly whole?: { readonly count: number; readonly sum: number };
  readonly fraction?: { readonly value: number };
}

/** The records of one value, or between two figures. */
export interface Bucket extends Sums {
  readonly key: string | number | { readonly day: number };
  readonly from?: number;
  readonly to?: number;
}

export interface FacetAggregation {
  readonly buckets: readonly Bucket[];
  readonly sum_other_doc_count?: number;
  readonly doc_count_error_upper_bound?: number;
}

/** The answer to a search that counts. */
export interface CountAnswer {
  readonly total: number;
  readonly aggregations: Readonly<Record<string, FacetAggregation | { readonly doc_count: number }>>;
}
