import type { IdOrder } from './id-order.js';
import type { SearchedTexts } from './searched-texts.js';

/**
 * A document of the `videos` index; `record` leaves as it is but for the names of categories, the other fields are searched, filtered or sorted.
 * Keywords search the description, creator nickname and unique ID.
 */
export interface VideoDocument extends IdOrder, SearchedTexts {
  video_id: string;
  /** What a keyword may equal exactly: video ID, creator unique ID and nickname. */
  names: string[];
  /** The creator's. */
  uid: string | null;
  /** The video's products. */
  product_ids: string[];
  region: string | null;
  is_ecommerce: boolean | null;
  /** Unix seconds. */
  publish_time: number;
  creator_category_id: number | null;
  /** Level 1 categories of the video's products. */
  product_category_ids: number[];
  follower_count: number | null;
  play_count: number | null;
  digg_count: number | null;
  units_sold: number | null;
  /** Percent: 10 means 10 %. */
  interact_rate: number | null;
  /** GMV in the currency of the region at 4 decimals, so that sums are exact: the whole part and ten-thousandths. */
  gmv_whole: number | null;
  gmv_fraction: number | null;
  /** The record as JSON. */
  record: string;
}
