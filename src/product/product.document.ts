import type { IdOrder } from '../common/documents/id-order.js';
import type { SearchedTexts, SuggestInput } from '../common/documents/searched-texts.js';

/**
 * A document of the `products` index. `record` is returned with localized category names; the other fields are for search,
 * filters and sort. Keywords search the title, shop name, category names in every language.
 */
export interface ProductDocument extends IdOrder, SearchedTexts {
  product_id: string;
  /** Values that keywords match exactly: product ID, shop ID, shop name. */
  names: string[];
  /** Names of its categories in every language. */
  category_names: string[];
  region: string | null;
  l1_category_id: number | null;
  l2_category_id: number | null;
  l3_category_id: number | null;
  seller_id: string | null;
  /** Percent: 10 means 10 %. */
  commission_rate: number | null;
  /** Percent: 10 means 10 %. */
  creator_order_rate: number | null;
  /** In the currency of the region. */
  floor_price: number | null;
  creator_count: number | null;
  total_units_sold: number | null;
  /** In the currency of the region, whole. */
  total_gmv: number | null;
  day7_units_sold: number | null;
  /** In the currency of the region, whole. */
  day7_gmv: number | null;
  /** Unix seconds. */
  launch_time: number | null;
  off_shelves: number | null;
  promotion_channel: number | null;
  shop_type: number | null;
  is_sshop: boolean | null;
  is_cross_border: boolean | null;
  is_free_shipping: boolean | null;
  is_fully_managed: boolean | null;
  is_new_listed: boolean | null;
  is_local_warehouse: boolean | null;
  is_top_selling: boolean | null;
  /** The name of its shop; null when it was not loaded. */
  suggest: SuggestInput | null;
  /** The record as JSON. */
  record: string;
}
