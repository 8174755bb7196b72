import { CategoryRecord } from '../common/categories/category.record.js';
import { DecimalField, IdField, NullableObjectField, TextField, WholeField } from '../common/fields/field.js';

/** The creator of a row, as loaded now. */
export class SalesCreator {
  @IdField('Creator UID', { required: true })
  uid: string;

  @TextField('Creator unique ID (handle)')
  unique_id: string | null;

  @TextField('Creator nickname')
  nickname: string | null;

  @TextField('Avatar URL')
  avatar: string | null;

  @TextField('Country/region code')
  region: string | null;
}

/** The product of a row, as loaded now. */
export class SalesProduct {
  @IdField('Product ID', { required: true })
  product_id: string;

  @TextField('Title')
  title: string | null;

  @TextField('Cover URL')
  cover: string | null;

  @TextField('Country/region code')
  region: string | null;

  @TextField('Price in the region’s style with currency symbol')
  price: string | null;

  @IdField('Shop ID')
  seller_id: string | null;
}

/** The shop of a row, as its product with the first id names it. */
export class SalesShop {
  @IdField('Shop ID', { required: true })
  seller_id: string;

  @TextField('Shop name')
  name: string | null;

  @TextField('Shop cover URL')
  avatar: string | null;
}

/** The video of a row, as loaded now. */
export class SalesVideo {
  @IdField('Video ID', { required: true })
  video_id: string;

  @TextField('Video description')
  desc: string | null;

  @TextField('Cover URL')
  cover: string | null;

  @WholeField('Publish time, Unix seconds')
  publish_time: number | null;

  @IdField('Creator UID')
  uid: string | null;
}

/** The live stream of a row, as loaded now. */
export class SalesLive {
  @IdField('Live room ID', { required: true })
  room_id: string;

  @TextField('Stream title')
  title: string | null;

  @TextField('Cover URL')
  cover: string | null;

  @WholeField('Start, Unix seconds')
  start_time: number | null;

  @IdField('Creator UID')
  uid: string | null;
}

/** Sums of sales facts. */
export class SalesSum {
  @WholeField('Units sold', { required: true })
  units_sold: number;

  @DecimalField('Sales amount in USD, added up at four decimals and rounded once', { required: true })
  usd_gmv: number;

  @DecimalField('Sales amount in `currency`; null unless it is about only one creator')
  gmv: number | null;

  @TextField('Currency code of `gmv` (ISO 4217): that of the creator’s region as loaded', { example: 'USD' })
  currency: string | null;
}

/** A row of a breakdown of sales: its key with the record behind it, as `by` of the request says, and sums of its facts. */
export class BreakdownRecord implements SalesSum {
  @IdField('by creator: creator UID', { optional: true, required: true })
  uid?: string;

  @NullableObjectField(() => SalesCreator, 'by creator: the creator; null when nobody loaded it')
  creator?: SalesCreator | null;

  @IdField('by product: product ID', { optional: true, required: true })
  product_id?: string;

  @NullableObjectField(() => SalesProduct, 'by product: the product; null when nobody loaded it')
  product?: SalesProduct | null;

  @IdField('by shop: shop ID; null for products that nobody loaded or that name no shop', { optional: true })
  seller_id?: string | null;

  @NullableObjectField(() => SalesShop, 'by shop: the shop; null with seller_id')
  shop?: SalesShop | null;

  @IdField('by video: video ID', { optional: true, required: true })
  video_id?: string;

  @NullableObjectField(() => SalesVideo, 'by video: the video; null when nobody loaded it')
  video?: SalesVideo | null;

  @IdField('by live: live room ID', { optional: true, required: true })
  room_id?: string;

  @NullableObjectField(() => SalesLive, 'by live: the live stream; null when nobody loaded it')
  live?: SalesLive | null;

  @NullableObjectField(() => CategoryRecord, 'by category: level 1 category of the products as the facts have it')
  category?: CategoryRecord;

  @TextField('by channel: where the sales were made', { optional: true, required: true, oneOf: ['video', 'live'] })
  channel?: string;

  @TextField('by day: the market’s calendar day, YYYY-MM-DD', { optional: true, required: true, example: '2026-06-30' })
  date?: string;

  @WholeField('Units sold', { required: true })
  units_sold: number;

  @DecimalField('Sales amount in USD, added up at four decimals and rounded once', { required: true })
  usd_gmv: number;

  @DecimalField('Sales amount in `currency`; null unless the row or the request is about only one creator')
  gmv: number | null;

  @TextField('Currency code of `gmv` (ISO 4217): that of the creator’s region as loaded', { example: 'USD' })
  currency: string | null;

  @DecimalField('Percent of `sum.usd_gmv`, two decimals; null when that is 0 or less')
  share: number | null;

  @WholeField('Sales facts', { required: true })
  sales: number;

  @TextField('Day of the first fact, YYYY-MM-DD', { required: true })
  first_date: string;

  @TextField('Day of the last fact, YYYY-MM-DD', { required: true })
  last_date: string;
}
