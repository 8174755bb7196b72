import type { PeriodType } from '../../common/period.js';
import type { Lang } from '../../common/lang.js';

/** A range of a request: both bounds are included, and at least one is set. */
export interface Range {
  readonly min?: number;
  readonly max?: number;
}

export const ORDERS = ['desc', 'asc'] as const;

export interface SortItem<Field extends string = string> {
  readonly field: Field;
  readonly order: (typeof ORDERS)[number];
}

export interface Paging {
  readonly page: number;
  readonly pagesize: number;
}

/** The fields of each row that are answered, by their paths; all when there are none. */
export interface FieldChoice {
  readonly fields: readonly string[];
}

/** What the records of an answer have of the keywords; the request that names it gets no other. */
export const MATCHES = ['all_words', 'some_words'] as const;
export type Match = (typeof MATCHES)[number];

/** Keywords and filter of a request; keywords are empty when not set. */
export interface MatchRequest<Filter> {
  readonly keywords: string;
  readonly match?: Match;
  readonly filter: Filter;
}

export interface Selection<Filter, Field extends string> extends MatchRequest<Filter> {
  readonly orderby: readonly SortItem<Field>[];
}

/** A facet of a request: the maximum of values, and the interval of times. */
export interface FacetItem {
  readonly field: string;
  readonly size?: number;
  readonly interval?: PeriodType;
  /** Whether the filter of the field narrows its own counts; it does when not set. */
  readonly own_filter?: boolean;
}

export const MEASURES = ['units_sold', 'gmv', 'usd_gmv'] as const;
export type Measure = (typeof MEASURES)[number] | 'play_count' | 'total_viewer_count';

export interface FacetOptions {
  readonly facets: readonly FacetItem[];
  readonly measure?: Measure;
  /** The two fields of a matrix; none without one. */
  readonly cross?: readonly string[];
  readonly lang: Lang;
}

export interface FacetsRequest<Filter> extends MatchRequest<Filter>, FacetOptions {}
