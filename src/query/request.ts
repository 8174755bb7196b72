import type { PeriodType } from '../period/period.js';
import type { Lang } from '../reference/lang.js';

/** A range as requests give it: both ends inclusive, at least one of them there. */
export interface Range {
  readonly min?: number;
  readonly max?: number;
}

/** A sort item as requests give it; `desc` is the only order of the interface. */
export interface SortItem<Field extends string = string> {
  readonly field: Field;
  readonly order: 'desc';
}

/** Which page of how many records, both from 1. */
export interface Paging {
  readonly page: number;
  readonly pagesize: number;
}

/** Which records a request is about; keywords are empty when not set. */
export interface MatchRequest<Filter> {
  readonly keywords: string;
  readonly filter: Filter;
}

/** Which records in which order, of a search or an export. */
export interface Selection<Filter, Field extends string> extends MatchRequest<Filter> {
  readonly orderby: readonly SortItem<Field>[];
}

/** A facet as requests give it; `size` counts values, `interval` is that of times. */
export interface FacetItem<Field extends string = string> {
  readonly field: Field;
  readonly size?: number;
  readonly interval?: PeriodType;
}

/** What facets may add up beside their counts. */
export const MEASURES = ['units_sold', 'gmv'] as const;
export type Measure = (typeof MEASURES)[number];

/** What facets take beside the match. */
export interface FacetOptions<Field extends string = string> {
  readonly facets: readonly FacetItem<Field>[];
  readonly measure?: Measure;
  readonly lang: Lang;
}

/** What the facet operations have in common. */
export interface FacetsRequest<Filter> extends MatchRequest<Filter>, FacetOptions {}
