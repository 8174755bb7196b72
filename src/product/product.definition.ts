import type { ProductDocument } from './product.document.js';
import type { FacetTable, MeasureTable } from '../search/compiler/facets.js';

/** Filters of product search and the index field of each (docs/api.md, "Filters"). */
export const PRODUCT_FILTERS = {
  l1_category_id: 'l1_category_id',
  l2_category_id: 'l2_category_id',
  l3_category_id: 'l3_category_id',
  region: 'region',
  seller_id: 'seller_id',
  product_id: 'product_id',
  commission_rate_range: 'commission_rate',
  price_range: 'floor_price',
  creator_count_range: 'creator_count',
  units_sold_range: 'total_units_sold',
  is_sshop: 'is_sshop',
  shop_type: 'shop_type',
  is_cross_border: 'is_cross_border',
  is_fully_managed: 'is_fully_managed',
  is_new_listed: 'is_new_listed',
  is_free_shipping: 'is_free_shipping',
  is_local_warehouse: 'is_local_warehouse',
  is_top_selling: 'is_top_selling',
  off_shelves: 'off_shelves',
  promotion_channel: 'promotion_channel',
  launch_time_range: 'launch_time',
  creator_order_rate_range: 'creator_order_rate',
  total_gmv_range: 'total_gmv',
  day7_units_sold_range: 'day7_units_sold',
  day7_gmv_range: 'day7_gmv',
} as const;

/** The filters whose values facets of products count, and the kind of their values. */
export const PRODUCT_FACETS = {
  l1_category_id: 'product-categories',
  l2_category_id: 'product-categories',
  l3_category_id: 'product-categories',
  region: 'region',
  seller_id: 'shop',
  price_range: 'amount',
  units_sold_range: 'count',
  is_sshop: 'flag',
  shop_type: 'shop_type',
  is_cross_border: 'flag',
  is_fully_managed: 'flag',
  is_new_listed: 'flag',
  is_free_shipping: 'flag',
  is_local_warehouse: 'flag',
  is_top_selling: 'flag',
  off_shelves: 'off_shelves',
  promotion_channel: 'promotion_channel',
  launch_time_range: 'time',
  day7_units_sold_range: 'count',
} as const satisfies FacetTable<typeof PRODUCT_FILTERS>;

/** The figures that facets add up, and the index fields of each. */
export const PRODUCT_MEASURES = {
  units_sold: ['total_units_sold'],
  gmv: ['total_gmv'],
} as const satisfies MeasureTable<ProductDocument>;

/** Orderby values of product search and the index field of each, descending. */
export const PRODUCT_SORTS = {
  day7_units_sold: 'day7_units_sold',
  day7_gmv: 'day7_gmv',
  commission_rate: 'commission_rate',
  total_units_sold: 'total_units_sold',
  total_gmv: 'total_gmv',
  creator_count: 'creator_count',
} as const;

export type ProductSort = keyof typeof PRODUCT_SORTS;
export const PRODUCT_SORT_NAMES = Object.keys(PRODUCT_SORTS) as ProductSort[];
