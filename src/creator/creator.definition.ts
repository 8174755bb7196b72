import type { FacetTable } from '../search/compiler/facets.js';

/** Filters of creator search and the index field of each (docs/api.md, "Filters"). */
export const CREATOR_FILTERS = {
  uid: 'uid',
  region: 'region',
  creator_category_id: 'category_id',
  account_type: 'account_type',
  follower_count_range: 'follower_count',
} as const;

/** The filters whose values facets count, and the kind of their values. */
export const CREATOR_FACETS = {
  region: 'region',
  creator_category_id: 'creator-categories',
  account_type: 'account_type',
  follower_count_range: 'count',
} as const satisfies FacetTable<typeof CREATOR_FILTERS>;

/** Orderby values of creator search and the index field of each, descending. */
export const CREATOR_SORTS = { follower_count: 'follower_count', video_count: 'video_count' } as const;

export type CreatorSort = keyof typeof CREATOR_SORTS;
export const CREATOR_SORT_NAMES = Object.keys(CREATOR_SORTS) as CreatorSort[];
