import { idOrder } from '../common/id-order.js';
import {
  flag,
  nameBeginnings,
  nounsOf,
  pick,
  presentTexts,
  searchedTexts,
  suggestInput,
  withoutSigns,
} from '../documents/indexed-fields.js';
import { type CategoryNames, LANGS } from '../common/lang.js';
import { amountPer, gmvParts, roundHalfAwayFromZero, tenThousandths } from '../common/numbers.js';
import { Rates } from '../money/rates.record.js';
import { currencyOf, formatPrice, isRegion } from '../common/regions.js';
import { encodeRecord, type Naming, ProductCategoryRecord } from '../documents/category.record.js';
import {
  DecimalField,
  Fields,
  FlagField,
  IdField,
  type Loadable,
  ObjectField,
  TextField,
  WholeField,
  wholeRecord,
} from '../fields/field.js';
import { percentOf, PriceInfo, RateInfo, rateText, toPriceInfo, toRateInfo } from '../money/figure-info.record.js';

class ShopRecord extends Fields({
  seller_id: IdField('Shop ID, a string because real ones pass 2^53', { example: '7495123456789012345' }),
  name: TextField('Shop name', { rule: 'name' }),
  avatar: TextField('Shop cover URL', { format: 'uri' }),
  total_units_sold: WholeField('Units sold by the shop in total'),
}) {}

/** A product as the API returns it (docs/api.md, "Records"). */
export class ProductRecord extends Fields({
  product_id: IdField('Product ID, a string because real ones pass 2^53', {
    required: true,
    example: '1729384756102938475',
  }),
  title: TextField('Title'),
  region: TextField('Country/region code', { example: 'US', rule: 'region' }),
  cover: TextField('Cover URL', { format: 'uri' }),
  category: ObjectField(() => ProductCategoryRecord, 'Product categories of level 1, 2 and 3'),
  commission_rate: TextField('Commission rate as text', { example: '12.5%', rule: 'percent' }),
  commission_rate_info: ObjectField(
    () => RateInfo,
    'Commission rate as a number, made from commission_rate; what is loaded here is ignored',
  ),
  creator_order_rate: TextField('Creator order rate (share of orders that creators brought) as text', {
    example: '64%',
    rule: 'percent',
  }),
  creator_order_rate_info: ObjectField(
    () => RateInfo,
    'Creator order rate as a number, made from creator_order_rate; what is loaded here is ignored',
  ),
  price: TextField('Price in the region’s style with currency symbol', { example: '$12.50' }),
  price_info: ObjectField(
    () => PriceInfo,
    'Price as a number: floor_price in the currency of the region; what is loaded here is ignored',
  ),
  floor_price: DecimalField('Floor price in the currency of the region', { unit: 'region' }),
  usd_price: DecimalField(
    'floor_price in USD at the rate of the load; null without a rate; what is loaded here is ignored',
  ),
  off_shelves: FlagField('0 on sale, 1 off shelves'),
  day7_units_sold: WholeField('Units sold in the last 7 days', { rule: 'added-count' }),
  day7_gmv: WholeField('Revenue of the last 7 days in the currency of the region, a whole number', {
    rule: 'rounded',
    unit: 'region',
  }),
  day7_usd_gmv: DecimalField('day7_gmv in USD, as usd_price'),
  total_units_sold: WholeField('Units sold in total', { rule: 'added-count' }),
  total_gmv: WholeField('Revenue in total in the currency of the region, a whole number', {
    rule: 'rounded',
    unit: 'region',
  }),
  total_usd_gmv: DecimalField('total_gmv in USD, as usd_price'),
  average_usd_price: DecimalField(
    'total_usd_gmv for one of total_units_sold; null without units; what is loaded here is ignored',
  ),
  creator_count: WholeField('Associated creators'),
  shop: ObjectField(() => ShopRecord, 'Shop of the product'),
  video_count: WholeField('Videos that show the product'),
  is_cross_border: FlagField('1 cross-border product, 0 otherwise'),
  yday_sold_count: WholeField('Units sold yesterday'),
  day28_units_sold: WholeField('Units sold in the last 28 days'),
  day90_units_sold: WholeField('Units sold in the last 90 days'),
  product_rating: DecimalField('Product rating'),
  is_free_shipping: FlagField('1 free shipping, 0 otherwise'),
  source: TextField('Name of the shop platform'),
  ctime: TextField('Creation time, UTC, as YYYY-MM-DD hh:mm:ss', { example: '2026-05-04 09:30:00', rule: 'utc-time' }),
  is_sshop: FlagField('1 fully managed shop product, 0 otherwise'),
  platform_url: TextField('URL of the product on its source platform', { format: 'uri' }),
  service_url: TextField('URL of the product on this service', { format: 'uri' }),
  sku_count: WholeField('Number of variants (SKUs)'),
}) {}

/** Further fields that products are filtered by: loaded with a record, but not returned. */
export class ProductFilterFields extends Fields({
  promotion_channel: WholeField('1 video, 2 live, 3 video and live', { oneOf: [1, 2, 3] }),
  launch_time: WholeField('Listing time, Unix seconds; taken from ctime when missing', { rule: 'unix-seconds' }),
  shop_type: WholeField('1 local shop, 2 cross-border shop', { oneOf: [1, 2] }),
  is_fully_managed: FlagField('1 fully managed product, 0 otherwise'),
  is_new_listed: FlagField('1 newly listed product, 0 otherwise'),
  is_local_warehouse: FlagField('1 sent from a local warehouse, 0 otherwise'),
  is_top_selling: FlagField('1 top selling product, 0 otherwise'),
}) {}

/** A product as it may be loaded: the record and its filter-only fields; only `product_id` is required. */
export type ProductLoad = Loadable<ProductRecord & ProductFilterFields, 'product_id'>;

const toWhole = (amount: number | null): number | null => (amount === null ? null : roundHalfAwayFromZero(amount, 0));

/** The record as it is stored and returned, with every field, money in whole units, and a missing price formatted. */
export function toProductRecord(load: ProductLoad, rates = new Rates()): ProductRecord {
  const record = wholeRecord(ProductRecord, load);
  const { region, floor_price: floorPrice } = record;
  const isPriced = floorPrice !== null && region !== null && isRegion(region);
  const price = record.price ?? (isPriced ? formatPrice(floorPrice, region) : null);
  const commission_rate = rateText(percentOf(record.commission_rate));
  const creator_order_rate = rateText(percentOf(record.creator_order_rate));
  const [day7_gmv, total_gmv] = [toWhole(record.day7_gmv), toWhole(record.total_gmv)];
  const currency = currencyOf(region);
  const total_usd_gmv = rates.keepUsd(load.total_usd_gmv, total_gmv, currency);
  return {
    ...record,
    commission_rate,
    commission_rate_info: toRateInfo(percentOf(commission_rate)),
    creator_order_rate,
    creator_order_rate_info: toRateInfo(percentOf(creator_order_rate)),
    price,
    price_info: toPriceInfo(floorPrice, price === null ? null : region),
    usd_price: rates.keepUsd(load.usd_price, floorPrice, currency),
    day7_gmv,
    day7_usd_gmv: rates.keepUsd(load.day7_usd_gmv, day7_gmv, currency),
    total_gmv,
    total_usd_gmv,
    average_usd_price: amountPer(total_usd_gmv, record.total_units_sold),
  };
}

/** The document of the `products` index. Keywords search the title, shop name, category names in every language. */
export function toProductDocument(load: ProductLoad, categories: CategoryNames, rates = new Rates(), naming?: Naming) {
  const record = toProductRecord(load, rates);
  const { shop, product_rating, total_units_sold, day7_usd_gmv } = record;
  const { l1, l2, l3 } = record.category;
  const categoryTexts = [l1, l2, l3].flatMap(({ id, name }) =>
    LANGS.map((lang) => (id === null ? undefined : categories.name(id, lang)) ?? name),
  );
  return {
    product_id: record.product_id,
    ...idOrder(record.product_id),
    ...searchedTexts(record.title, shop.name, ...categoryTexts),
    names: presentTexts(record.product_id, shop.seller_id, shop.name),
    // Searches for shops read it as searches for records read their texts.
    shop_name: { ...searchedTexts(shop.name), names: presentTexts(shop.seller_id, shop.name) },
    articles: presentTexts(...presentTexts(...categoryTexts).flatMap(nounsOf)),
    category_names: presentTexts(...presentTexts(...categoryTexts).map(withoutSigns)),
    region: record.region,
    l1_category_id: l1.id,
    l2_category_id: l2.id,
    l3_category_id: l3.id,
    seller_id: shop.seller_id,
    commission_rate: record.commission_rate_info.rate,
    creator_order_rate: record.creator_order_rate_info.rate,
    ...pick(record, 'floor_price', 'creator_count', 'total_units_sold', 'total_gmv', 'day7_units_sold', 'day7_gmv'),
    ...pick(record, 'usd_price', 'day7_usd_gmv', 'total_usd_gmv', 'average_usd_price'),
    ...gmvParts(record.total_usd_gmv, 'usd_gmv'),
    day7_usd_gmv_cents: day7_usd_gmv === null ? null : Math.round(day7_usd_gmv * 100),
    ...pick(record, 'day28_units_sold', 'day90_units_sold', 'product_rating'),
    rated_units: product_rating === null ? null : total_units_sold,
    rating_points: tenThousandths((product_rating ?? 0) * (total_units_sold ?? 0)),
    sku_count: record.sku_count,
    launch_time:
      load.launch_time ?? (record.ctime === null ? null : Date.parse(`${record.ctime.replace(' ', 'T')}Z`) / 1000),
    off_shelves: record.off_shelves,
    promotion_channel: load.promotion_channel ?? null,
    shop_type: load.shop_type ?? null,
    is_sshop: flag(record.is_sshop),
    is_cross_border: flag(record.is_cross_border),
    is_free_shipping: flag(record.is_free_shipping),
    is_fully_managed: flag(load.is_fully_managed),
    is_new_listed: flag(load.is_new_listed),
    is_local_warehouse: flag(load.is_local_warehouse),
    is_top_selling: flag(load.is_top_selling),
    // Suggestions find shops by their products; the id of the shop distinguishes shops of the same name.
    suggest:
      shop.seller_id === null
        ? null
        : suggestInput(nameBeginnings(shop.name), shop.total_units_sold, ` ${shop.seller_id}`),
    record: encodeRecord(record, naming),
  };
}

/** A document of the `products` index, as its mapper makes it. */
export type ProductDocument = ReturnType<typeof toProductDocument>;
