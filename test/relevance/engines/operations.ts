import type { Operation } from '../corpus/facts.js';

/** Where an operation is asked, its records' ID, and the figure that its sorted lists are sorted by. */
export const OPERATIONS = {
  product: { path: '/product/v1/search', id: 'product_id', figure: 'day7_units_sold' },
  video: { path: '/video/v1/search', id: 'video_id', figure: 'play_count' },
  live: { path: '/live/v1/search', id: 'room_id', figure: 'total_viewer_count' },
} as const satisfies Record<Operation, { path: string; id: string; figure: string }>;
