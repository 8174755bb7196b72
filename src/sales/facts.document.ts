export type SaleChannel = 'video' | 'live';

/** A digest of the fields of a fact that rankings use, in two numbers below 2^26. Their sums identify a set of facts. */
export interface FactDigest {
  digest_a: number;
  digest_b: number;
}

/** A document of the `sales` index. A sale with the same `id` replaces it; sales with different ids add up. */
export interface SaleDocument extends FactDigest {
  id: string;
  /** Calendar day of the creator's market, YYYY-MM-DD. */
  date: string;
  uid: string;
  channel: SaleChannel;
  /** Video ID or room ID. */
  content_id: string;
  product_id: string;
  /** Level 1 category. */
  product_category_id: number;
  units_sold: number;
  /** Decimal text with at most 4 decimals, in the currency of the creator's region: text, so that sums are exact. */
  gmv: string;
  /** The whole part of `gmv`. Sums of whole numbers are exact. */
  gmv_whole: number;
  /** The decimals of `gmv` in ten-thousandths. */
  gmv_fraction: number;
  /** Decimal text with at most 4 decimals, USD. */
  usd_gmv: string;
  /** The whole part of `usd_gmv`. */
  usd_gmv_whole: number;
  /** The decimals of `usd_gmv` in ten-thousandths. */
  usd_gmv_fraction: number;
}

/** A document of the `creator-days` index: followers and videos of a creator on one day. Its id is made of date and uid. */
export interface CreatorDayDocument extends FactDigest {
  /** Calendar day of the creator's market, YYYY-MM-DD. */
  date: string;
  uid: string;
  follower_count: number;
  video_count: number | null;
}
