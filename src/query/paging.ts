import type { Paging } from './request.js';

/** page * pagesize of the search operations may reach this (interface document, "Limits"). */
export const SEARCH_WINDOW = 5000;

/** The slice of the sorted set that a page shows; without a page, for an export, an empty one. */
export function sliceOf({ page = 1, pagesize = 0 }: Partial<Paging>): { from: number; size: number } {
  return { from: (page - 1) * pagesize, size: pagesize };
}

/** Whether the next page holds records and may be asked for. */
export function hasNextPage({ page, pagesize }: Paging, total: number, window: number): boolean {
  return total > page * pagesize && (page + 1) * pagesize <= window;
}
