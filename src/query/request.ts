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

/** What the search operations have in common; keywords are empty when not set. */
export interface SearchRequest<Filter, Field extends string> extends Paging {
  readonly keywords: string;
  readonly filter: Filter;
  readonly orderby: readonly SortItem<Field>[];
}
