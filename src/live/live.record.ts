import { idOrder } from '../common/documents/id-order.js';
import { DecimalField, IdField, TextField, WholeField, WholeListField, wholeRecord } from '../common/fields/field.js';
import type { Loadable } from '../common/fields/field.js';
import { gmvParts } from '../common/money.js';
import { presentTexts, searchedTexts } from '../common/records/indexed-fields.js';

/** A live stream as the API returns it (docs/api.md, "Records"). */
export class LiveRecord {
  @IdField('Creator UID', { example: '7129384756102938475' })
  uid: string | null;

  @TextField('Creator nickname', { rule: 'name' })
  nickname: string | null;

  @TextField('Creator unique ID (handle)', { example: 'mia.beauty', rule: 'name' })
  unique_id: string | null;

  @WholeField('Followers of the creator')
  follower_count: number | null;

  @TextField('Country/region code of the creator', { example: 'US', rule: 'region' })
  creator_region: string | null;

  @IdField('Live room ID, a string because real ones pass 2^53', { required: true, example: '7498123456789012345' })
  room_id: string;

  @TextField('Stream title')
  title: string | null;

  @TextField('Cover URL')
  cover: string | null;

  @WholeField('Start, Unix seconds', { example: 1781234567, rule: 'unix-seconds' })
  start_time: number | null;

  @WholeField('End, Unix seconds', { rule: 'unix-seconds' })
  end_time: number | null;

  @WholeField('Duration in seconds')
  duration: number | null;

  @WholeField('Products listed')
  product_count: number | null;

  @WholeField('Total viewers')
  total_viewer_count: number | null;

  @WholeField('Units sold')
  total_units_sold: number | null;

  @DecimalField('Total revenue in `currency`')
  total_gmv: number | null;

  @TextField('Currency code of total_gmv (ISO 4217)', { example: 'USD' })
  currency: string | null;

  @DecimalField('UV value: revenue per viewer in `currency`')
  uv_value: number | null;
}

/** Further fields that live streams are filtered by: loaded with a record, but not returned. */
export class LiveFilterFields {
  @WholeField('1 shop, 2 creator', { oneOf: [1, 2] })
  live_type: number | null;

  @WholeField('Creator category ID', { rule: 'signed' })
  creator_category_id: number | null;

  @WholeListField('Level 1 category IDs of the products listed')
  product_category_ids: number[];
}

/** A live stream as it may be loaded; only `room_id` is required. */
export type LiveLoad = Loadable<LiveRecord & LiveFilterFields, 'room_id'>;

/** The record as it is stored and returned, with every field. */
export const toLiveRecord = (load: LiveLoad): LiveRecord => wholeRecord(LiveRecord, load);

/**
 * The document of the `lives` index. `record` is returned with localized category names; the other fields are for search,
 * filters and sort. Keywords search the stream title, creator nickname and unique ID.
 */
export function toLiveDocument(load: LiveLoad) {
  const record = toLiveRecord(load);
  return {
    room_id: record.room_id,
    ...idOrder(record.room_id),
    ...searchedTexts(record.title, record.nickname, record.unique_id),
    names: presentTexts(record.room_id, record.unique_id, record.nickname),
    uid: record.uid,
    region: record.creator_region,
    live_type: load.live_type ?? null,
    creator_category_id: load.creator_category_id ?? null,
    product_category_ids: [...new Set(load.product_category_ids ?? [])],
    start_time: record.start_time,
    follower_count: record.follower_count,
    total_viewer_count: record.total_viewer_count,
    total_units_sold: record.total_units_sold,
    total_gmv: record.total_gmv,
    ...gmvParts(record.total_gmv),
    record: JSON.stringify(record),
  };
}
