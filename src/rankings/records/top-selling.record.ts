import { CategoryRecord } from '../../documents/category.record.js';
import {
  DecimalField,
  Fields,
  IdField,
  NullableObjectField,
  ObjectField,
  TextField,
  WholeField,
} from '../../fields/field.js';
import { SalesCreator, SalesLive, SalesProduct, SalesShop, SalesVideo } from '../../subjects/subjects.js';
import { AVERAGE_PRICE, SHARE } from '../../figures/sold.record.js';
import { GrowthRateField, placeFields } from './ranked.js';

/** The place of a row in a period, and its sales. */
const sales = (usdGmv: string) => ({
  ...placeFields('IDs'),
  units_sold: WholeField('Units sold', { required: true }),
  usd_gmv: DecimalField(usdGmv, { required: true }),
  share: SHARE,
  ...AVERAGE_PRICE,
  usd_gmv_growth_rate_info: GrowthRateField('usd_gmv'),
  usd_gmv_change: DecimalField('usd_gmv less that of the period before; null unless both periods are complete'),
});

/** The place and the figures of a product, shop or category in a period. */
const SELLING = {
  ...sales('Total GMV in USD: video_usd_gmv + live_usd_gmv'),
  video_usd_gmv: DecimalField('Video GMV in USD; null with channel live'),
  live_usd_gmv: DecimalField('Live GMV in USD; null with channel video'),
  creator_count: WholeField('Distinct creators with sales', { required: true }),
  video_count: WholeField('Distinct videos with sales; null with channel live'),
  live_count: WholeField('Distinct live streams with sales; null with channel video'),
};
const PRODUCTS = { product_count: WholeField('Distinct products with sales', { required: true }) };

export class RankedProduct extends Fields(
  { category: ObjectField(() => CategoryRecord, 'Level 1 category, as loaded now') },
  SalesProduct,
) {}

export class ProductTopSellingRecord extends Fields({
  ...SELLING,
  product_id: IdField('Product ID', { required: true }),
  product: NullableObjectField(() => RankedProduct, 'The product; null when it is no longer loaded'),
}) {}

/** The shop of a row, as the product of it with the first id names it. */
export class RankedShop extends Fields(
  { region: TextField('Country/region code that its products with sales in the period agree on') },
  SalesShop,
) {}

export class ShopTopSellingRecord extends Fields({
  ...SELLING,
  ...PRODUCTS,
  seller_id: IdField('Shop ID', { required: true }),
  shop: NullableObjectField(() => RankedShop, 'The shop; null when none of its products is loaded any more'),
}) {}

export class CategoryTopSellingRecord extends Fields({
  ...SELLING,
  ...PRODUCTS,
  category: NullableObjectField(
    () => CategoryRecord,
    'Product category of the level asked for; null for sales of products without one',
  ),
}) {}

/** The sales of a video or live stream, and its creator. */
const CONTENT = {
  ...sales('GMV in USD'),
  ...PRODUCTS,
  uid: IdField('Creator UID; null where its sales in the period name several'),
  creator: NullableObjectField(() => SalesCreator, 'The creator; null when not loaded'),
};

export class VideoTopSellingRecord extends Fields({
  ...CONTENT,
  video_id: IdField('Video ID', { required: true }),
  video: NullableObjectField(() => SalesVideo, 'The video; null when nobody loaded it'),
}) {}

export class LiveTopSellingRecord extends Fields({
  ...CONTENT,
  room_id: IdField('Live room ID', { required: true }),
  live: NullableObjectField(() => SalesLive, 'The live stream; null when nobody loaded it'),
}) {}
