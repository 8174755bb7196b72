import type { Range } from './request.js';
import type { QueryClause } from './types.js';

export type FieldOf<Document> = Exclude<keyof Document, 'record'> & string;

export function term(field: string, value: string | number | boolean): QueryClause {
  return { term: { [field]: value } };
}

export function terms(field: string, values: readonly (string | number)[]): QueryClause {
  return { terms: { [field]: [...values] } };
}

/** No figure is larger. Elasticsearch refuses a larger bound for whole numbers. */
const LARGEST_FIGURE = 9e18;

const asFigure = (bound: number): number => Math.max(-LARGEST_FIGURE, Math.min(LARGEST_FIGURE, bound));

/** Matches documents whose field lies between the bounds, both included; never a document without the field. */
export function range(field: string, { min, max }: Range): QueryClause {
  const bounds: { gte?: number; lte?: number } = {};
  if (min !== undefined) bounds.gte = asFigure(min);
  if (max !== undefined) bounds.lte = asFigure(max);
  return { range: { [field]: bounds } };
}

/** Matches every filter and the scored clause, if there is one. */
export function allOf(scored: QueryClause | undefined, filters: readonly QueryClause[]): QueryClause {
  if (scored === undefined && filters.length === 0) return { match_all: {} };
  const bool: { must?: QueryClause[]; filter?: QueryClause[] } = {};
  if (scored !== undefined) bool.must = [scored];
  if (filters.length > 0) bool.filter = [...filters];
  return { bool };
}

/** Matches at least one of the clauses; the scores of all that match are added. */
export function someOf(...clauses: QueryClause[]): QueryClause {
  return { bool: { should: clauses, minimum_should_match: 1 } };
}

type FilterValue = string | number | boolean | readonly (string | number)[] | Range;

/** The index field of each filter of an operation; a filter without a row does not compile. */
export type FilterTable<Filter, Document> = { readonly [Name in keyof Filter]-?: FieldOf<Document> };

/** The index field that a filter looks at, or the field of each choice, which is true in the documents that it keeps. */
export type FilterField<Field extends string = string> = Field | Readonly<Record<number, Field>>;

/** Compiles the filters that are set, in the order of the table: a single value, a list of values or a range. */
export function filterClauses(table: Readonly<Record<string, FilterField>>, filter: object): QueryClause[] {
  return Object.entries(table).flatMap(([name, field]) => {
    const value = (filter as Readonly<Record<string, FilterValue | undefined>>)[name];
    return value === undefined ? [] : [filterClause(field, value)];
  });
}

function filterClause(field: FilterField, value: FilterValue): QueryClause {
  if (typeof field === 'object') return term(field[value as number] as string, true);
  if (typeof value !== 'object') return term(field, value);
  return 'length' in value ? terms(field, value) : range(field, value);
}
