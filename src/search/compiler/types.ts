import type { estypes } from '@elastic/elasticsearch';
import type { IndexKind } from '../../common/record-kind.js';
import type { KeywordData } from '../../documents/keyword-data.record.js';

export type QueryClause = estypes.QueryDslQueryContainer;
export type Aggregation = estypes.AggregationsAggregationContainer;
export type SortClause = Record<string, { order: 'asc' | 'desc'; missing?: '_first' | '_last' }>;

export interface SearchBody {
  query: QueryClause;
  sort: SortClause[];
  from: number;
  size: number;
  track_total_hits: boolean;
  /** The returned fields of the documents; all by default. */
  _source?: string[];
}

export interface CountBody {
  query: QueryClause;
  size: 0;
  track_total_hits: true;
  aggs: Record<string, Aggregation>;
}

/**
 * A compiled request: bodies to try in turn. The first with at least `enough` hits in total answers, else the last one. The
 * choice depends only on totals, so all pages of a request have the same records.
 */
export interface CompiledSearch<Body = SearchBody> {
  index: IndexKind;
  attempts: readonly [Body, ...Body[]];
  enough: number;
  /** With keywords: how each attempt matches them. */
  answers?: readonly KeywordData[];
}

export interface Sums {
  readonly doc_count: number;
  readonly whole?: { readonly count: number; readonly sum: number } | undefined;
  readonly fraction?: { readonly value: number } | undefined;
}

/** The records of one value, or of a step between two figures. */
export interface Bucket extends Sums {
  readonly key: string | number | { readonly day: number };
  readonly from?: number;
  readonly to?: number;
  /** In a matrix: the values of the other field. */
  readonly cross?: FacetAggregation;
}

export interface FacetAggregation {
  readonly buckets: readonly Bucket[];
  readonly sum_other_doc_count?: number;
  readonly doc_count_error_upper_bound?: number;
}

export interface CountAnswer {
  readonly total: number;
  readonly aggregations: Readonly<Record<string, FacetAggregation | { readonly doc_count: number }>>;
}
