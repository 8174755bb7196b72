import type { Range } from './request.js';
import type { QueryClause } from './types.js';

/** A field of a document that Elasticsearch knows. */
export type FieldOf<Document> = Exclude<keyof Document, 'record'> & string;

/** Documents whose field equals the value. */
export function term(field: string, value: string | number | boolean): QueryClause {
  return { term: { [field]: value } };
}

/** Documents whose field equals one of the values. */
export function terms(field: string, values: readonly string[]): QueryClause {
  return { terms: { [field]: [...values] } };
}

/** No figure is larger, and Elasticsearch refuses to compare whole numbers with what is. */
const LARGEST_FIGURE = 9e18;

const asFigure = (bound: number): number => Math.max(-LARGEST_FIGURE, Math.min(LARGEST_FIGURE, bound));

/** Documents whose field lies between the bounds, both ends inclusive; those without the field never do. */
export function range(field: string, { min, max }: Range): QueryClause {
  const bounds: { gte?: number; lte?: number } = {};
  if (min !== undefined) bounds.gte = asFigure(min);
  if (max !== undefined) bounds.lte = asFigure(max);
  return { range: { [field]: bounds } };
}

/** What matches every filter and, where there is one, the scored clause. */
export function allOf(scored: QueryClause | undefined, filters: readonly QueryClause[]): QueryClause {
  if (scored === undefined && filters.length === 0) return { match_all: {} };
  const bool: { must?: QueryClause[]; filter?: QueryClause[] } = {};
  if (scored !== undefined) bool.must = [scored];
  if (filters.length > 0) bool.filter = [...filters];
  return { bool };
}

/** What matches at least one of the clauses; each that matches adds to the score. */
export function someOf(...clauses: QueryClause[]): QueryClause {
  return { bool: { should: clauses, minimum_should_match: 1 } };
}

type FilterValue = string | number | boolean | readonly string[] | Range;

/** For each filter of an operation the index field it is about; a filter without a row does not compile. */
export type FilterTable<Filter, Document> = { readonly [Name in keyof Filter]-?: FieldOf<Document> };

/**
 * What the filters that are set ask, in the order of the table: a single value to equal, one of a list, or a range to
 * lie in.
 */
export function filterClauses<Filter extends object, Document>(
  table: FilterTable<Filter, Document>,
  filter: Filter,
): QueryClause[] {
  return (Object.keys(table) as (keyof Filter)[]).flatMap((name) => {
    const value = filter[name] as FilterValue | undefined;
    return value === undefined ? [] : [filterClause(table[name], value)];
  });
}

function filterClause(field: string, value: FilterValue): QueryClause {
  if (typeof value !== 'object') return term(field, value);
  return isList(value) ? terms(field, value) : range(field, value);
}

const isList = (value: readonly string[] | Range): value is readonly string[] => Array.isArray(value);
