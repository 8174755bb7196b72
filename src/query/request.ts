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

/** Which records in which order, of a search or an export; keywords are empty when not set. */
export interface Selection<Filter, Field extends string> {
  readonly keywords: string;
  readonly filter: Filter;
  readonly orderby: readonly SortItem<Field>[];
}

/** A page of a selection. */
export interface SearchRequest<Filter, Field extends string> extends Selection<Filter, Field>, Paging {}
