/** Filters of live stream search and the index field each is about (interface document, "POST /live/v1/search"). */
export const LIVE_FILTERS = {
  region: 'region',
  creator_category: 'creator_category_id',
  product_category: 'product_category_ids',
  live_type: 'live_type',
  follower_range: 'follower_count',
  viewer_range: 'total_viewer_count',
  sold_range: 'total_units_sold',
  start_time: 'start_time',
} as const;

/** Orderby values of live stream search and the index field each sorts by, descending. */
export const LIVE_SORTS = {
  start_time: 'start_time',
  total_viewer_count: 'total_viewer_count',
  total_units_sold: 'total_units_sold',
  total_gmv: 'total_gmv',
} as const;

export type LiveSort = keyof typeof LIVE_SORTS;
export const LIVE_SORT_NAMES = Object.keys(LIVE_SORTS) as LiveSort[];
