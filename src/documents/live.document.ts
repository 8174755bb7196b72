import type { IdOrder } from './id-order.js';
import type { SearchedTexts } from './searched-texts.js';

/**
 * A document of the `lives` index; `record` leaves as it is but for the names of categories, the other fields are searched, filtered or sorted.
 * Keywords search the stream title, creator nickname and unique ID.
 */
export interface LiveDocument extends IdOrder, SearchedTexts {
  room_id: string;
  /** What a keyword may equal exactly: room ID, creator unique ID and nickname. */
  names: string[];
  /** The creator's. */
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
  /** GMV in the currency of the region at 4 decimals, so that sums are exact: the whole part and ten-thousandths. */
  gmv_whole: number | null;
  gmv_fraction: number | null;
  /** The record as JSON. */
  record: string;
}
