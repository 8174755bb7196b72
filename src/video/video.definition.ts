import type { VideoDocument } from './video.document.js';
import type { FacetTable, MeasureTable } from '../search/compiler/facets.js';

/** Filters of video search and the index field of each (docs/api.md, "Filters"). */
export const VIDEO_FILTERS = {
  video_id: 'video_id',
  uid: 'uid',
  product_id: 'product_ids',
  region: 'region',
  is_ecommerce: 'is_ecommerce',
  creator_category_id: 'creator_category_id',
  product_category_id: 'product_category_ids',
  create_time_range: 'publish_time',
  follower_count_range: 'follower_count',
  play_count_range: 'play_count',
  digg_count_range: 'digg_count',
  interact_rate_range: 'interact_rate',
} as const;

/** The filters whose values facets of videos count, and the kind of their values. */
export const VIDEO_FACETS = {
  region: 'region',
  is_ecommerce: 'flag',
  creator_category_id: 'creator-categories',
  product_category_id: 'product-categories',
  create_time_range: 'time',
  follower_count_range: 'count',
  play_count_range: 'count',
} as const satisfies FacetTable<typeof VIDEO_FILTERS>;

/** The figures that facets add up, and the index fields of each. */
export const VIDEO_MEASURES = {
  units_sold: ['units_sold'],
  gmv: ['gmv_whole', 'gmv_fraction'],
} as const satisfies MeasureTable<VideoDocument>;

/** Orderby values of video search and the index field of each, descending. */
export const VIDEO_SORTS = {
  follower_count: 'follower_count',
  create_time: 'publish_time',
  play_count: 'play_count',
  digg_count: 'digg_count',
  units_sold: 'units_sold',
  interact_rate: 'interact_rate',
} as const;

export type VideoSort = keyof typeof VIDEO_SORTS;
export const VIDEO_SORT_NAMES = Object.keys(VIDEO_SORTS) as VideoSort[];
