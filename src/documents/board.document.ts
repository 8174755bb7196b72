import type { PeriodType } from '../period/period.js';

export const RANKINGS = ['topEcommerce', 'topGrowth'] as const;
export type Ranking = (typeof RANKINGS)[number];

/** Stands in a board row's `product_category_id` for all categories together. */
export const ALL_CATEGORIES = 0;

interface BoardRowDocument {
  /** Which build of which board the row belongs to; `PeriodDocument.board` names the one to read. */
  board: string;
  uid: string;
  region: string | null;
  creator_category_id: number | null;
  record: object;
}

/** A row of the top e-commerce creators board: one per creator and product category, and one for all categories. */
export interface TopEcommerceRowDocument extends BoardRowDocument {
  product_category_id: number;
  account_type: number | null;
  has_video_sales: boolean;
  has_live_sales: boolean;
  /** USD as shown, rounded to 2 decimals; the order follows it. */
  creator_usd_gmv: number;
  video_usd_gmv: number;
  live_usd_gmv: number;
}

/** A row of the follower growth board. */
export interface TopGrowthRowDocument extends BoardRowDocument {
  follower_inc_count: number;
}

/** A document of the `periods` index: the catalogue entry of one board. */
export interface PeriodDocument {
  ranking: Ranking;
  date_type: PeriodType;
  /** Canonical: YYYY-MM-DD, YYYY-WW or YYYY-MM. */
  date_value: string;
  /** The build that readers use: the value of its rows' `board`. */
  board: string;
  /** Creators on the board. */
  creators: number;
  /** Whether the newest date in the facts is on or after the period's last day. */
  complete: boolean;
}
