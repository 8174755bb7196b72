import { idOrder } from '../common/id-order.js';
import {
  DecimalField,
  Fields,
  IdField,
  type Loadable,
  TextField,
  WholeField,
  WholeListField,
  wholeRecord,
} from '../fields/field.js';
import { gmvParts } from '../common/numbers.js';
import { marketClock } from '../common/regions.js';
import { Rates } from '../money/rates.record.js';
import { handleOf, pick, presentTexts, searchedTexts } from '../documents/indexed-fields.js';

/** A live stream as the API returns it (docs/api.md, "Records"). */
export class LiveRecord extends Fields({
  uid: IdField('Creator UID', { example: '7129384756102938475' }),
  nickname: TextField('Creator nickname', { rule: 'name' }),
  unique_id: TextField('Creator unique ID (handle)', { example: 'mia.beauty', rule: 'name' }),
  follower_count: WholeField('Followers of the creator'),
  creator_region: TextField('Country/region code of the creator', { example: 'US', rule: 'region' }),
  room_id: IdField('Live room ID, a string because real ones pass 2^53', {
    required: true,
    example: '7498123456789012345',
  }),
  title: TextField('Stream title'),
  cover: TextField('Cover URL', { format: 'uri' }),
  start_time: WholeField('Start, Unix seconds', { example: 1781234567, rule: 'unix-seconds' }),
  end_time: WholeField('End, Unix seconds', { rule: 'unix-seconds' }),
  duration: WholeField('Duration in seconds'),
  product_count: WholeField('Products listed'),
  total_viewer_count: WholeField('Total viewers', { rule: 'added-count' }),
  total_units_sold: WholeField('Units sold', { rule: 'added-count' }),
  total_gmv: DecimalField('Total revenue in `currency`', { rule: 'added-amount', unit: 'currency' }),
  total_usd_gmv: DecimalField(
    'total_gmv in USD at the rate of the load; null without a rate; what is loaded here is ignored',
  ),
  currency: TextField('Currency code of total_gmv (ISO 4217)', { example: 'USD' }),
  uv_value: DecimalField('UV value: revenue per viewer in `currency`', { unit: 'currency' }),
}) {}

/** Further fields that live streams are filtered by: loaded with a record, but not returned. */
export class LiveFilterFields extends Fields({
  live_type: WholeField('1 shop, 2 creator', { oneOf: [1, 2] }),
  creator_category_id: WholeField('Creator category ID', { rule: 'signed' }),
  product_category_ids: WholeListField('Level 1 category IDs of the products listed'),
}) {}

/** A live stream as it may be loaded; only `room_id` is required. */
export type LiveLoad = Loadable<LiveRecord & LiveFilterFields, 'room_id'>;

/** The record as it is stored and returned, with every field. */
export function toLiveRecord(load: LiveLoad, rates = new Rates()): LiveRecord {
  const record = wholeRecord(LiveRecord, load);
  return { ...record, total_usd_gmv: rates.keepUsd(load.total_usd_gmv, record.total_gmv, record.currency) };
}

/** The document of the `lives` index. Keywords search the stream title, creator nickname and unique ID. */
export function toLiveDocument(load: LiveLoad, rates = new Rates()) {
  const record = toLiveRecord(load, rates);
  const { hour, weekday } = marketClock(record.creator_region, record.start_time);
  return {
    room_id: record.room_id,
    ...idOrder(record.room_id),
    ...searchedTexts(record.title, record.nickname, record.unique_id),
    names: presentTexts(record.room_id, record.unique_id, record.nickname),
    uid: record.uid,
    handle: handleOf(record.unique_id),
    region: record.creator_region,
    live_type: load.live_type ?? null,
    creator_category_id: load.creator_category_id ?? null,
    product_category_ids: [...new Set(load.product_category_ids ?? [])],
    start_time: record.start_time,
    start_hour: hour,
    start_weekday: weekday,
    ...pick(record, 'follower_count', 'total_viewer_count', 'total_units_sold', 'total_gmv'),
    ...gmvParts(record.total_gmv, 'gmv'),
    total_usd_gmv: record.total_usd_gmv,
    ...gmvParts(record.total_usd_gmv, 'usd_gmv'),
    uv_value: record.uv_value,
    record: JSON.stringify(record),
  };
}

/** A document of the `lives` index, as its mapper makes it. */
export type LiveDocument = ReturnType<typeof toLiveDocument>;
