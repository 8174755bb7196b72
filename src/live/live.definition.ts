import type { LiveDocument } from './live.document.js';
import type { FacetTable, MeasureTable } from '../search/compiler/facets.js';

/** Filters of live stream search and the index field of each (docs/api.md, "Filters"). */
export const LIVE_FILTERS = {
  room_id: 'room_id',
  uid: 'uid',
  region: 'region',
  creator_category: 'creator_category_id',
  product_category: 'product_category_ids',
  live_type: 'live_type',
  follower_range: 'follower_count',
  viewer_range: 'total_viewer_count',
  sold_range: 'total_units_sold',
  start_time: 'start_time',
} as const;

/** The filters whose values facets of live streams count, and the kind of their values. */
export const LIVE_FACETS = {
  region: 'region',
  creator_category: 'creator-categories',
  product_category: 'product-categories',
  live_type: 'live_type',
  follower_range: 'count',
  viewer_range: 'count',
  sold_range: 'count',
  start_time: 'time',
} as const satisfies FacetTable<typeof LIVE_FILTERS>;

/** The figures that facets add up, and the index fields of each. */
export const LIVE_MEASURES = {
  units_sold: ['total_units_sold'],
  gmv: ['gmv_whole', 'gmv_fraction'],
} as const satisfies MeasureTable<LiveDocument>;

/** Orderby values of live stream search and the index field of each, descending. */
export const LIVE_SORTS = {
  start_time: 'start_time',
  total_viewer_count: 'total_viewer_count',
  total_units_sold: 'total_units_sold',
  total_gmv: 'total_gmv',
} as const;

export type LiveSort = keyof typeof LIVE_SORTS;
export const LIVE_SORT_NAMES = Object.keys(LIVE_SORTS) as LiveSort[];
