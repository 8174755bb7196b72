import { bilingual } from '../common/lang.js';
import { CategoryRecord } from '../documents/category.record.js';
import {
  Fields,
  IdField,
  NullableObjectField,
  ObjectField,
  SOMETIMES,
  TextField,
  WholeField,
} from '../fields/field.js';
import { idText, sameValue, type SubjectEntry, valueAround } from './subject.js';

/** The creator of a row, as loaded now. */
export class SalesCreator extends Fields({
  uid: IdField('Creator UID', { required: true }),
  unique_id: TextField('Creator unique ID (handle)'),
  nickname: TextField('Creator nickname'),
  avatar: TextField('Avatar URL'),
  region: TextField('Country/region code'),
}) {}

/** The creator as both rankings show it. */
export class RankedCreator extends Fields({
  uid: IdField('Creator UID, a string because real ones pass 2^53', { required: true, example: '7129384756102938475' }),
  unique_id: TextField('Creator unique ID (handle)', { example: 'mia.beauty', rule: 'name' }),
  nickname: TextField('Creator nickname', { rule: 'name' }),
  avatar: TextField('Avatar URL', { format: 'uri' }),
  region: TextField('Country/region code', { example: 'US', rule: 'region' }),
  category: ObjectField(() => CategoryRecord, 'Creator category'),
  follower_count: WholeField('Followers as loaded with the creator'),
  video_count: WholeField('Videos as loaded with the creator'),
}) {}

/** The fields of a creator that facts take. */
export type FactCreator = Readonly<
  Record<'region', string | null> & Record<'category_id' | 'account_type', number | null>
>;

/** The dimensions of facts by their creator; undefined stands for one that is not loaded. */
export const creatorDimensions = (creator: FactCreator | undefined) => ({
  creator_loaded: creator !== undefined,
  creator_region: creator?.region ?? null,
  creator_category_id: idText(creator?.category_id),
  account_type: idText(creator?.account_type),
});

const RANKED = 'rank previous_rank uid creator.unique_id creator.nickname creator.region';

export const CREATOR = {
  id: 'uid',
  index: 'creators',
  record: SalesCreator,
  row: {
    uid: IdField('by creator: creator UID', SOMETIMES),
    creator: NullableObjectField(() => SalesCreator, 'by creator: the creator; null when nobody loaded it'),
  },
  key: 'uid',
  dimensions: { from: ['region', 'category_id', 'account_type'], make: creatorDimensions },
  clauses: [{ term: { creator_loaded: true } }],
  narrowedBy: ['filter.uid', 'filter.product_id', 'fewer_days'],
  rankings: {
    topEcommerce: {
      operation: 'rankTopEcommerceCreators',
      facts: 'sales',
      figure: 'creator_usd_gmv',
      shown: RankedCreator,
      list: 'sales',
      about: 'creators by sales.',
      fields: `${RANKED} follower_count creator_usd_gmv creator_usd_gmv_growth_rate_info.rate video_usd_gmv live_usd_gmv`,
    },
    topGrowth: {
      operation: 'rankTopGrowthCreators',
      facts: 'creator-days',
      figure: 'follower_inc_count',
      shown: RankedCreator,
      list: 'growth',
      about: 'creators by new followers; by size: follower_count_at_period_end_range.',
      fields: `${RANKED} follower_inc_count follower_inc_rate follower_count_at_period_end`,
    },
  },
  peers: {
    figures: 'creator_usd_gmv video_usd_gmv live_usd_gmv units_sold product_count video_count live_count',
    fields: 'region category_id',
    traits: {
      region: sameValue('region'),
      category: sameValue('creator_category_id', 'category_id'),
      followers: valueAround('follower_count'),
    },
  },
  tools: {
    next: 'history of creator with a uid; break_down_sales by product with the uids for what they sell.',
    breakdown: 'uid creator.unique_id creator.nickname creator.region',
    history: {
      fields:
        'uid previous usd_gmv_change date_value follower_count follower_inc_count creator_usd_gmv video_usd_gmv live_usd_gmv units_sold',
    },
    search: {
      about: 'Creators by handle or nickname, and filters.',
      fields: 'uid unique_id nickname region category.name follower_count account_type',
      ids: { creator_category_id: 'category.id' },
    },
    resource: 'A creator',
  },
  shownAs: { title: 'creator.nickname', subtitle: 'creator.unique_id', picture: 'creator.avatar' },
  name: bilingual('Creator', '达人'),
  plural: 'creators',
} as const satisfies SubjectEntry;
