import type { ProductLoad } from '../../../src/product/product.record.js';
import { between, equals, flag, listed, type Oracle } from './oracle.js';

const percent = (text: string | null | undefined): number | null => (text ? Number(text.replace('%', '')) : null);

/** Product search as docs/api.md states it. */
export const PRODUCT_ORACLE: Oracle<ProductLoad> = {
  id: (product) => product.product_id,
  needs: { price_range: 'seller_id', total_gmv_range: 'region', day7_gmv_range: 'region' },
  filters: {
    l1_category_id: listed((product) => [product.category?.l1?.id]),
    l2_category_id: listed((product) => [product.category?.l2?.id]),
    l3_category_id: listed((product) => [product.category?.l3?.id]),
    region: equals((product) => product.region),
    seller_id: equals((product) => product.shop?.seller_id),
    product_id: listed((product) => [product.product_id]),
    commission_rate_range: between((product) => percent(product.commission_rate), false),
    price_range: between((product) => product.floor_price, false),
    creator_count_range: between((product) => product.creator_count),
    units_sold_range: between((product) => product.total_units_sold),
    is_sshop: flag((product) => product.is_sshop),
    shop_type: equals((product) => product.shop_type, [1, 2]),
    is_cross_border: flag((product) => product.is_cross_border),
    is_fully_managed: flag((product) => product.is_fully_managed),
    is_new_listed: flag((product) => product.is_new_listed),
    is_free_shipping: flag((product) => product.is_free_shipping),
    is_local_warehouse: flag((product) => product.is_local_warehouse),
    is_top_selling: flag((product) => product.is_top_selling),
    off_shelves: equals((product) => product.off_shelves, [0, 1]),
    promotion_channel: equals((product) => product.promotion_channel, [1, 2, 3]),
    launch_time_range: between((product) => product.launch_time),
    creator_order_rate_range: between((product) => percent(product.creator_order_rate), false),
    total_gmv_range: between((product) => product.total_gmv),
    day7_units_sold_range: between((product) => product.day7_units_sold),
    day7_gmv_range: between((product) => product.day7_gmv),
  },
  sorts: {
    day7_units_sold: (product) => product.day7_units_sold,
    day7_gmv: (product) => product.day7_gmv,
    commission_rate: (product) => percent(product.commission_rate),
    total_units_sold: (product) => product.total_units_sold,
    total_gmv: (product) => product.total_gmv,
    creator_count: (product) => product.creator_count,
  },
  defaultSort: (product) => product.day7_units_sold,
};
