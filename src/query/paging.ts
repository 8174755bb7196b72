import type { IdOrder } from '../documents/id-order.js';
import type { FieldOf } from './clauses.js';
import type { Paging, SortItem } from './request.js';
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

/** The end of every order: the id, ascending as a string. */
export const BY_ID: readonly SortClause[] = [
  { id_rank: { order: 'asc' } },
  { unranked_id: { order: 'asc', missing: '_first' } },
] satisfies readonly Partial<Record<keyof IdOrder, SortClause[string]>>[];

/** The order ended by the id, so that walking the pages meets every record once. */
export function endingWithId(order: readonly SortClause[]): SortClause[] {
  return [...order, ...BY_ID];
}

/** page * pagesize of the search operations may reach this (docs/api.md, "Operations"). */
export const SEARCH_WINDOW = 5000;

/** The slice of the sorted set that a page shows; without a page, for an export, an empty one. */
export function sliceOf({ page = 1, pagesize = 0 }: Partial<Paging>): { from: number; size: number } {
  return { from: (page - 1) * pagesize, size: pagesize };
}

/** Whether the next page holds records and may be asked for. */
export function hasNextPage({ page, pagesize }: Paging, total: number, window: number): boolean {
  return total > page * pagesize && (page + 1) * pagesize <= window;
}
