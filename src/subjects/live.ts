import { bilingual } from '../common/lang.js';
import { Fields, IdField, NullableObjectField, SOMETIMES, TextField, WholeField } from '../fields/field.js';
import { BY_SALES, contentOf, SELLING_FIELDS, type SubjectEntry } from './subject.js';

/** The live stream of a row, as loaded now. */
export class SalesLive extends Fields({
  room_id: IdField('Live room ID', { required: true }),
  title: TextField('Stream title'),
  cover: TextField('Cover URL'),
  start_time: WholeField('Start, Unix seconds', { rule: 'unix-seconds' }),
  uid: IdField('Creator UID'),
}) {}

export const LIVE = {
  ...contentOf('live'),
  id: 'room_id',
  index: 'lives',
  record: SalesLive,
  row: {
    room_id: IdField('by live: live room ID', SOMETIMES),
    live: NullableObjectField(() => SalesLive, 'by live: the live stream; null when nobody loaded it'),
  },
  narrowedBy: ['filter.room_id', 'filter.uid', 'fewer_days'],
  rankings: {
    liveTopSelling: {
      ...BY_SALES,
      operation: 'rankTopSellingLiveStreams',
      list: 'topLives',
      fields: `${SELLING_FIELDS} product_count uid creator.unique_id room_id live.title`,
    },
  },
  tools: {
    next: 'break_down_sales by product with a room_id for what it sells; history of creator with its uid.',
    breakdown: 'room_id live.title',
    search: {
      about: 'Live streams by creator or title, and filters.',
      fields:
        'room_id title uid unique_id creator_region start_time duration total_viewer_count total_units_sold total_gmv total_usd_gmv',
    },
  },
  shownAs: { title: 'live.title', subtitle: 'creator.nickname', picture: 'live.cover' },
  name: bilingual('Live stream', '直播'),
  plural: 'live streams',
} as const satisfies SubjectEntry;
