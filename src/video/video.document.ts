import type { IdOrder } from '../common/documents/id-order.js';
import type { SearchedTexts } from '../common/documents/searched-texts.js';

/**
 * A document of the `videos` index. `record` is returned with localized category names; the other fields are for search,
 * filters and sort. Keywords search the description, creator nickname and unique ID.
 */
export interface VideoDocument extends IdOrder, SearchedTexts {
  video_id: string;
  /** Values that keywords match exactly: video ID, creator unique ID and nickname. */
  names: string[];
  /** Uid of the creator. */
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
  /** The whole part of the GMV in the currency of the region. Sums of whole numbers are exact. */
  gmv_whole: number | null;
  /** The decimals of the GMV in ten-thousandths. */
  gmv_fraction: number | null;
  /** The record as JSON. */
  record: string;
}
