import type { PeriodType } from '../../common/period/period.js';
import type { Lang } from '../../common/lang.js';

/** A range of a request: both bounds are included, and at least one is set. */
export interface Range {
  readonly min?: number;
  readonly max?: number;
}

/** A sort item of a request; `desc` is the only order. */
export interface SortItem<Field extends string = string> {
  readonly field: Field;
  readonly order: 'desc';
}

/** The page and its size, both from 1. */
export interface Paging {
  readonly page: number;
  readonly pagesize: number;
}

/** The fields of each row that are answered, by their paths; all when there are none. */
export interface FieldChoice {
  readonly fields: readonly string[];
}

/** Keywords and filter of a request; keywords are empty when not set. */
export interface MatchRequest<Filter> {
  readonly keywords: string;
  readonly filter: Filter;
}

/** Keywords, filter and order of a search or an export. */
export interface Selection<Filter, Field extends string> extends MatchRequest<Filter> {
  readonly orderby: readonly SortItem<Field>[];
}

/** A facet of a request: the maximum of values, and the interval of times. */
export interface FacetItem {
  readonly field: string;
  readonly size?: number;
  readonly interval?: PeriodType;
}

/** The figures that facets can add up. */
export type Measure = 'units_sold' | 'gmv';

/** The fields of a facets request besides keywords and filter. */
export interface FacetOptions {
  readonly facets: readonly FacetItem[];
  readonly measure?: Measure;
  readonly lang: Lang;
}

/** A request for facets. */
export interface FacetsRequest<Filter> extends MatchRequest<Filter>, FacetOptions {}
