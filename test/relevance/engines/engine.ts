import type { Operation } from '../corpus/facts.js';
import type { JudgedQuery } from '../queries/queries.js';

/** How a list is ordered: by relevance, or by the operation's main figure. */
export type Order = 'relevance' | 'figure';

/** Something that answers queries: the service, or a baseline. */
export interface Engine {
  readonly name: string;
  /** IDs of the first `size` records of each query, in the order of the queries. */
  search(queries: readonly JudgedQuery[], order: Order, size: number): Promise<string[][]>;
}

/** Where an operation is asked, its records' ID, and the figure that its sorted lists are sorted by. */
export const OPERATIONS = {
  product: { path: '/product/v1/search', id: 'product_id', figure: 'day7_units_sold' },
  video: { path: '/video/v1/search', id: 'video_id', figure: 'play_count' },
  live: { path: '/live/v1/search', id: 'room_id', figure: 'total_viewer_count' },
} as const satisfies Record<Operation, { path: string; id: string; figure: string }>;
