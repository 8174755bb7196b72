import { hash } from 'node:crypto';
import { DecimalField, IdField, TextField, WholeField, Fields } from '../common/fields/field.js';
import { gmvParts } from '../common/money.js';

/** A sales fact as it is loaded (docs/data.md, "sales"). All fields are required. */
export class SaleLoad extends Fields({
  id: IdField('Unique among sales facts: the same id again replaces the fact', { required: true, rule: 'free-id' }),
  date: TextField('The market’s calendar day, YYYY-MM-DD', { required: true, example: '2026-06-30', rule: 'day' }),
  uid: IdField('Creator UID', { required: true }),
  channel: TextField('Where the sale was made', { required: true, oneOf: ['video', 'live'] }),
  content_id: IdField('Video ID or room ID, by channel', { required: true }),
  product_id: IdField('Product ID', { required: true }),
  product_category_id: WholeField('Level 1 product category ID', { required: true, rule: 'signed' }),
  units_sold: WholeField('Units sold; negative for a correction', { required: true, rule: 'signed' }),
  gmv: DecimalField('Sales amount in the currency of the region, at most 4 decimals; negative for a correction', {
    required: true,
    rule: 'amount',
  }),
  usd_gmv: DecimalField(
    'Sales amount in USD, at most 4 decimals; negative for a correction. It may be missing where a rate of the day or before and the creator are loaded: then it is gmv in the currency of the creator’s region at that rate, rounded to 4 decimals',
    { required: true, rule: 'amount' },
  ),
}) {}

/** A creator's counts on one day as they are loaded, identified by (date, uid). */
export class CreatorDayLoad extends Fields({
  date: TextField('The market’s calendar day, YYYY-MM-DD', { required: true, example: '2026-06-30', rule: 'day' }),
  uid: IdField('Creator UID', { required: true }),
  follower_count: WholeField('Followers at the end of the day', { required: true }),
  video_count: WholeField('Videos published so far'),
}) {}

/**
 * Returns the document of a sale. Amounts become decimal text, written with the shortest exact digits, and whole
 * numbers that Elasticsearch adds up.
 */
export function toSaleDocument(load: SaleLoad) {
  const [gmv, usd_gmv] = [String(load.gmv), String(load.usd_gmv)];
  const { uid, channel, content_id, product_id, product_category_id, units_sold } = load;
  return {
    ...load,
    gmv,
    ...gmvParts(load.gmv, 'gmv'),
    usd_gmv,
    ...gmvParts(load.usd_gmv, 'usd_gmv'),
    ...digestFact(uid, channel, content_id, product_id, product_category_id, units_sold, gmv, usd_gmv),
  };
}

/** Returns the document of a creator-day. */
export function toCreatorDayDocument(load: CreatorDayLoad) {
  return { ...load, video_count: load.video_count ?? null, ...digestFact(load.uid, load.follower_count) };
}

const TWO_TO_26 = 2 ** 26;

/** A digest of the fields of a fact that rankings use, in two numbers below 2^26. Their sums identify a set of facts. */
function digestFact(...values: readonly (string | number)[]) {
  const bits = parseInt(hash('sha256', JSON.stringify(values), 'hex').slice(0, 13), 16);
  return { digest_a: bits % TWO_TO_26, digest_b: Math.floor(bits / TWO_TO_26) };
}

/** Identifies a creator-day among all: its day and its creator. */
export const creatorDayId = (load: CreatorDayLoad): string => `${load.date}:${load.uid}`;
