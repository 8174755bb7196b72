import type { PeriodType } from '../period/period.js';
import type { CreatorDocument } from './creator.document.js';

export const RANKINGS = ['topEcommerce', 'topGrowth'] as const;
export type Ranking = (typeof RANKINGS)[number];

interface BoardRowDocument {
  /** Which build of which board the row belongs to; `PeriodDocument.board` names the one that readers use. */
  board: string;
  uid: string;
  region: string | null;
  creator_category_id: number | null;
  /** What of the creator the board depends on, in one text: when it is no longer the creator's, the board is stale. */
  creator_state: string;
}

/** A row of the top e-commerce creators board: one per creator for all categories, and one per level 1 category. */
export interface TopEcommerceRowDocument extends BoardRowDocument {
  /** The board and the product category, or all of them, in one text (`rowList`): what a page reads. */
  list: string;
  account_type: number | null;
  has_video_sales: boolean;
  has_live_sales: boolean;
  /** USD as shown, rounded to 2 decimals; the order follows it. */
  creator_usd_gmv: number;
  video_usd_gmv: number;
  live_usd_gmv: number;
  /** The creator as recorded when the board was built. */
  creator: CreatorDocument;
  figures: TopEcommerceFigures;
}

/** What a top e-commerce row shows beside the creator and the USD figures it is sorted by. */
export interface TopEcommerceFigures {
  follower_count: number | null;
  product_count: number;
  units_sold: number;
  video_count: number;
  live_count: number;
  /** In the currency of the creator's region, rounded to 2 decimals. */
  creator_gmv: number;
  video_gmv: number;
  live_gmv: number;
}

/** A row of the follower growth board. */
export interface TopGrowthRowDocument extends BoardRowDocument {
  follower_inc_count: number;
  /** The creator as recorded when the board was built. */
  creator: CreatorDocument;
  figures: TopGrowthFigures;
}

/** What a growth row shows beside the creator and the figure it is sorted by. */
export interface TopGrowthFigures {
  /** `12.5%`; null when there were no followers before. */
  follower_inc_rate: string | null;
  /** Followers on the latest creator-day inside the period; boards built before there was this field have none. */
  follower_count_at_period_end?: number;
}

/** The rows of a top e-commerce board that a page is read from: those of one product category, or of all together. */
export function rowList(board: string, productCategoryId: number | undefined): string {
  return `${board}/${productCategoryId ?? 'all'}`;
}

/**
 * What stands beside a board for each creator who would be on it but is not loaded yet: found again when the creator
 * arrives, read by no request, as its `board` is none that the catalogue names.
 */
export type WaitingRowDocument = Pick<BoardRowDocument, 'board' | 'uid' | 'creator_state'>;

/** Where the waiting rows of a board are. */
export const waitingBoard = (board: string): string => `${board}/waiting`;

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
  /** Whether the ranking's facts reach from the period's first day or before to its last day or after. */
  complete: boolean;
  /** Rows of the board, those of `waitingBoard` included. */
  rows: number;
  /** Creators with facts that nobody has loaded yet: they join the board when they are. */
  waiting: number;
  /** A digest of the facts the board was built from: when it is no longer that of the facts, the board is stale. */
  facts: string;
}
