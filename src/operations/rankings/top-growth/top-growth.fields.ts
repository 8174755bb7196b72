import type { TopGrowthRowDocument } from '../../../documents/board.document.js';
import type { FieldOf } from '../../../query/clauses.js';

/** page * pagesize may reach this (docs/api.md, "Operations"). */
export const TOP_GROWTH_WINDOW = 500;

type RowField = FieldOf<TopGrowthRowDocument>;

/** Filters that ask for one value of a row's field. */
export const TOP_GROWTH_FILTERS = {
  region: 'region',
  category_id: 'creator_category_id',
} as const satisfies Record<string, RowField>;

/** The one orderby value, which is the default as well. */
export const TOP_GROWTH_SORT = 'follower_inc_count' as const satisfies RowField;
