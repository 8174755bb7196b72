import type { IdOrder } from '../../documents/id-order.js';
import type { FieldOf } from './clauses.js';
import type { Paging, SortItem } from './request.js';
import type { SortClause } from './types.js';

/** The index field of each `orderby` value of an operation. */
export type SortTable<Field extends string, Document> = Readonly<Record<Field, FieldOf<Document>>>;

export const BY_RELEVANCE: SortClause = { _score: { order: 'desc' } };

/** Sorts by a field, documents without it last both ways. */
export function sortedBy(field: string, order: SortItem['order'] = 'desc'): SortClause {
  return { [field]: { order, missing: '_last' } };
}

/** Sorts by the id, ascending as a string. Every order ends with it, so that all pages together have every record once. */
export const BY_ID: readonly SortClause[] = [
  { id_rank: { order: 'asc' } },
  { unranked_id: { order: 'asc', missing: '_first' } },
] satisfies readonly Partial<Record<keyof IdOrder, SortClause[string]>>[];

/** The maximum of page * pagesize in search operations (docs/api.md, "Operations"). */
export const SEARCH_WINDOW = 5000;

/** The slice of the sorted records on a page. An export has no page: its slice is empty. */
export function sliceOf({ page = 1, pagesize = 0 }: Partial<Paging>): { from: number; size: number } {
  return { from: (page - 1) * pagesize, size: pagesize };
}

/** Whether the next page has records and is within the window. */
export function hasNextPage({ page, pagesize }: Paging, total: number, window: number): boolean {
  return total > page * pagesize && (page + 1) * pagesize <= window;
}
