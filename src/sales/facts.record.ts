import { hash } from 'node:crypto';
import type { CreatorDayDocument, FactDigest, SaleChannel, SaleDocument } from './facts.document.js';
import { DecimalField, IdField, TextField, WholeField } from '../common/fields/field.js';
import { amountParts } from '../common/money.js';

/** A sales fact as it is loaded (docs/data.md, "sales"). All fields are required. */
export class SaleLoad {
  @IdField('Unique among sales facts: the same id again replaces the fact', { required: true, rule: 'free-id' })
  id: string;

  @TextField('The market’s calendar day, YYYY-MM-DD', { required: true, example: '2026-06-30', rule: 'day' })
  date: string;

  @IdField('Creator UID', { required: true })
  uid: string;

  @TextField('Where the sale was made', { required: true, oneOf: ['video', 'live'] })
  channel: SaleChannel;

  @IdField('Video ID or room ID, by channel', { required: true })
  content_id: string;

  @IdField('Product ID', { required: true })
  product_id: string;

  @WholeField('Level 1 product category ID', { required: true, rule: 'signed' })
  product_category_id: number;

  @WholeField('Units sold; negative for a correction', { required: true, rule: 'signed' })
  units_sold: number;

  @DecimalField('Sales amount in the currency of the region, at most 4 decimals; negative for a correction', {
    required: true,
    rule: 'amount',
  })
  gmv: number;

  @DecimalField('Sales amount in USD, at most 4 decimals; negative for a correction', {
    required: true,
    rule: 'amount',
  })
  usd_gmv: number;
}

/** A creator's counts on one day as they are loaded, identified by (date, uid). */
export class CreatorDayLoad {
  @TextField('The market’s calendar day, YYYY-MM-DD', { required: true, example: '2026-06-30', rule: 'day' })
  date: string;

  @IdField('Creator UID', { required: true })
  uid: string;

  @WholeField('Followers at the end of the day', { required: true })
  follower_count: number;

  @WholeField('Videos published so far')
  video_count: number | null;
}

/**
 * Returns the document of a sale. Amounts become decimal text, written with the shortest exact digits, and whole
 * numbers that Elasticsearch adds up.
 */
export function toSaleDocument(load: SaleLoad): SaleDocument {
  const gmv = String(load.gmv);
  const usd_gmv = String(load.usd_gmv);
  const [local, usd] = [amountParts(load.gmv), amountParts(load.usd_gmv)];
  const { uid, channel, content_id, product_id, product_category_id, units_sold } = load;
  return {
    id: load.id,
    date: load.date,
    uid,
    channel,
    content_id,
    product_id,
    product_category_id,
    units_sold,
    gmv,
    gmv_whole: local.whole,
    gmv_fraction: local.fraction,
    usd_gmv,
    usd_gmv_whole: usd.whole,
    usd_gmv_fraction: usd.fraction,
    ...digestFact(uid, channel, content_id, product_id, product_category_id, units_sold, gmv, usd_gmv),
  };
}

/** Returns the document of a creator-day. */
export function toCreatorDayDocument(load: CreatorDayLoad): CreatorDayDocument {
  return {
    date: load.date,
    uid: load.uid,
    follower_count: load.follower_count,
    video_count: load.video_count ?? null,
    ...digestFact(load.uid, load.follower_count),
  };
}

const TWO_TO_26 = 2 ** 26;

function digestFact(...values: readonly (string | number)[]): FactDigest {
  const bits = parseInt(hash('sha256', JSON.stringify(values), 'hex').slice(0, 13), 16);
  return { digest_a: bits % TWO_TO_26, digest_b: Math.floor(bits / TWO_TO_26) };
}

/** Identifies a creator-day among all: its day and its creator. */
export function creatorDayId(load: CreatorDayLoad): string {
  return `${load.date}:${load.uid}`;
}
