import { DecimalField, Fields, IdField, TextField, WholeField } from '../fields/field.js';
import { dayFollowers, gmvParts, tenThousandths } from '../common/numbers.js';
import { dayNumber, daysBetween } from '../common/period/period.js';
import { AGE_STEPS, stepOf } from '../common/steps.js';
import { creatorDimensions, type FactCreator } from '../subjects/creator.js';
import { type FactProduct, productDimensions } from '../subjects/product.js';
import { type FactVideo, videoDimensions } from '../subjects/video.js';

/** A sales fact as it is loaded (docs/data.md, "sales"). All fields are required. */
export class SaleLoad extends Fields({
  id: IdField('Unique among sales facts: the same id again replaces the fact', { required: true, rule: 'free-id' }),
  date: TextField('The market’s calendar day, YYYY-MM-DD', { required: true, example: '2026-06-30', rule: 'day' }),
  uid: IdField('Creator UID', { required: true }),
  channel: TextField('Where the sale was made', { required: true, oneOf: ['video', 'live'] }),
  content_id: IdField('Video ID or room ID, by channel', { required: true }),
  product_id: IdField('Product ID', { required: true }),
  product_category_id: WholeField('Level 1 product category ID', { required: true, rule: 'signed' }),
  units_sold: WholeField('Units sold; negative for a correction', { required: true, rule: 'units' }),
  gmv: DecimalField('Sales amount in the currency of the region, at most 4 decimals; negative for a correction', {
    required: true,
    rule: 'amount',
    unit: 'creator_region',
  }),
  usd_gmv: DecimalField(
    'Sales amount in USD, at most 4 decimals; negative for a correction. It may be missing where a rate of the day or before and the creator are loaded: then it is gmv in the currency of the creator’s region at that rate, rounded to 4 decimals',
    { required: true, rule: 'amount-usd', unit: 'USD' },
  ),
}) {}

/** A creator's counts on one day as they are loaded, identified by (date, uid). */
export class CreatorDayLoad extends Fields({
  date: TextField('The market’s calendar day, YYYY-MM-DD', { required: true, example: '2026-06-30', rule: 'day' }),
  uid: IdField('Creator UID', { required: true }),
  follower_count: WholeField('Followers at the end of the day', { required: true, rule: 'followers' }),
  video_count: WholeField('Videos published so far'),
}) {}

/** All dimensions of a sale. Its levels 2 and 3 are the product's below the sale's own level 1. */
export function saleDimensions(
  { product_category_id, date, channel }: Pick<SaleLoad, 'product_category_id' | 'date' | 'channel'>,
  creator?: FactCreator,
  product?: FactProduct,
  video?: FactVideo,
) {
  const ofProduct = productDimensions(product);
  const isOwnCategory = product?.l1_category_id === product_category_id;
  const ofRecords = Object.assign(creatorDimensions(creator), ofProduct, {
    l2_category_id: isOwnCategory ? ofProduct.product_l2_category_id : null,
    l3_category_id: isOwnCategory ? ofProduct.product_l3_category_id : null,
  });
  const { product_listed: listed } = ofProduct;
  // The days from the listing of the product to the sale are negative before the listing.
  const product_age = listed === null ? null : daysBetween(listed, date);
  const age = { product_age, product_age_step: stepOf(AGE_STEPS, product_age) ?? null };
  return Object.assign(ofRecords, age, videoDimensions(channel === 'video' ? video : undefined));
}

/**
 * Returns the document of a sale. Amounts become decimal text, written with the shortest exact digits, and whole
 * numbers that Elasticsearch adds up.
 */
export function toSaleDocument(load: SaleLoad, creator?: FactCreator, product?: FactProduct, video?: FactVideo) {
  const [gmv, usd_gmv] = [String(load.gmv), String(load.usd_gmv)];
  const others: Omit<SaleLoad, 'gmv' | 'usd_gmv'> = load;
  // A literal with spreads would take seven times as long, for each of millions of sales.
  return Object.assign(
    Object.assign({}, others, { gmv, usd_gmv, usd_gmv_ten_thousandths: tenThousandths(load.usd_gmv) }),
    gmvParts(load.gmv, 'gmv'),
    saleDimensions(load, creator, product, video),
  );
}

/** Returns the document of a creator-day. The maximum of `day_followers` has the followers on the latest day. */
export function toCreatorDayDocument(load: CreatorDayLoad, creator?: FactCreator) {
  const { date, follower_count, video_count = null } = load;
  return {
    ...load,
    video_count,
    day_followers: dayFollowers(dayNumber(date), follower_count),
    ...creatorDimensions(creator),
  };
}

/** A document of the `sales` index. A sale with the same `id` replaces it; sales with different ids add up. */
export type SaleDocument = ReturnType<typeof toSaleDocument>;
export type SaleChannel = SaleDocument['channel'];

/** A document of the `creator-days` index: followers and videos of a creator on one day. Its id is made of date and uid. */
export type CreatorDayDocument = ReturnType<typeof toCreatorDayDocument>;
