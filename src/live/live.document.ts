import type { IdOrder } from '../common/documents/id-order.js';
import type { SearchedTexts } from '../common/documents/searched-texts.js';

/**
 * A document of the `lives` index. `record` is returned with localized category names; the other fields are for search,
 * filters and sort. Keywords search the stream title, creator nickname and unique ID.
 */
export interface LiveDocument extends IdOrder, SearchedTexts {
  room_id: string;
  /** Values that keywords match exactly: room ID, creator unique ID and nickname. */
  names: string[];
  /** Uid of the creator. */
  uid: string | null;
  region: string | null;
  live_type: number | null;
  creator_category_id: number | null;
  /** Level 1 categories of the products listed. */
  product_category_ids: number[];
  /** Unix seconds. */
  start_time: number | null;
  follower_count: number | null;
  total_viewer_count: number | null;
  total_units_sold: number | null;
  total_gmv: number | null;
  /** The whole part of the GMV in the currency of the region. Sums of whole numbers are exact. */
  gmv_whole: number | null;
  /** The decimals of the GMV in ten-thousandths. */
  gmv_fraction: number | null;
  /** The record as JSON. */
  record: string;
}
