import type { JudgedQuery } from '../queries/queries.js';

/** How a list is ordered: by relevance, or by the operation's main figure. */
export type Order = 'relevance' | 'figure';

/** Something that answers queries: the service, or a baseline. */
export interface Engine {
  readonly name: string;
  /** IDs of the first `size` records of each query, in the order of the queries. */
  search(queries: readonly JudgedQuery[], order: Order, size: number): Promise<string[][]>;
}
