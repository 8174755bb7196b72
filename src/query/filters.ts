import type { FieldOf } from './clauses.js';
import { range, term, terms } from './clauses.js';
import type { Range } from './request.js';
import type { QueryClause } from './types.js';

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
