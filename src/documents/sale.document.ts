export type SaleChannel = 'video' | 'live';

/** A digest of what boards make of a fact, in two numbers below 2^26: their sums tell one set of facts from another. */
export interface FactDigest {
  digest_a: number;
  digest_b: number;
}

/** A document of the `sales` index: one fact; the same `id` again replaces it, different ids add up. */
export interface SaleDocument extends FactDigest {
  id: string;
  /** The market's calendar day, YYYY-MM-DD. */
  date: string;
  uid: string;
  channel: SaleChannel;
  /** Video ID or room ID, by channel. */
  content_id: string;
  product_id: string;
  /** Level 1 category. */
  product_category_id: number;
  units_sold: number;
  /** Decimal text with at most 4 decimals, in the currency of the creator's region: text, so that sums are exact. */
  gmv: string;
  /** The same amount in two whole numbers, whose sums are exact: the whole part and ten-thousandths. */
  gmv_whole: number;
  gmv_fraction: number;
  /** Decimal text with at most 4 decimals, USD. */
  usd_gmv: string;
  usd_gmv_whole: number;
  usd_gmv_fraction: number;
}
