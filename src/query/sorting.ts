import type { FieldOf } from './clauses.js';
import type { SortItem } from './request.js';
import type { SortClause } from './types.js';

/** For each `orderby` value of an operation the index field it sorts by. */
export type SortTable<Field extends string, Document> = Readonly<Record<Field, FieldOf<Document>>>;

export const BY_RELEVANCE: SortClause = { _score: { order: 'desc' } };

/** Highest first; documents without the field last. */
export function descending(field: string): SortClause {
  return { [field]: { order: 'desc', missing: '_last' } };
}

/** The sort items of a request in turn. */
export function sortClauses<Field extends string, Document>(
  table: SortTable<Field, Document>,
  orderby: readonly SortItem<Field>[],
): SortClause[] {
  return orderby.map(({ field }) => descending(table[field]));
}

/** The order ended by the id, ascending, so that walking the pages meets every record once. */
export function endingWithId(order: readonly SortClause[], id: string): SortClause[] {
  return [...order, { [id]: { order: 'asc' } }];
}
