import { CategoryRecord } from '../../documents/category.record.js';
import { DecimalField, Fields, IdField, ObjectField, TextField, WholeField } from '../../fields/field.js';
import { RateInfo } from '../../documents/figure-info.record.js';
import { RankedCreator } from '../../creator/creator.record.js';
import { AVERAGE_PRICE, SHARE } from '../../figures/sold.record.js';
import { GrowthRateField, placeFields } from './ranked.js';

/** The creator of a row and its place. */
const CREATOR = {
  creator: ObjectField(() => RankedCreator, 'Creator, as loaded now'),
  uid: IdField('Creator UID, a string because real ones pass 2^53', { required: true }),
  ...placeFields('`uid`'),
};

/** What a field says whose value is elsewhere. */
const moved = (use: string) => [`Use ${use}`, { deprecated: ['1.0.0', use] }] as const;

/** Fields of `creator` that a row repeats. */
const REPEATED = {
  nickname: TextField(...moved('creator.nickname')),
  unique_id: TextField(...moved('creator.unique_id')),
  avatar: TextField(...moved('creator.avatar')),
  region: TextField(...moved('creator.region')),
  category: ObjectField(() => CategoryRecord, ...moved('creator.category')),
};

/** A row of the top e-commerce creators ranking (docs/api.md, "Records"). */
export class TopEcommerceRecord extends Fields({
  ...CREATOR,
  follower_count: WholeField('Followers on the latest day of the period that is known'),
  product_count: WholeField('Products sold: distinct products with sales in the period', { required: true }),
  units_sold: WholeField('Units sold', { required: true }),
  creator_gmv: DecimalField('Total GMV in the currency of the creator’s region: video_gmv + live_gmv', {
    required: true,
  }),
  creator_usd_gmv: DecimalField('Total GMV in USD', { required: true }),
  creator_usd_gmv_growth_rate_info: GrowthRateField('creator_usd_gmv'),
  share: SHARE,
  ...AVERAGE_PRICE,
  video_count: WholeField('Videos with sales in the period', { required: true }),
  video_gmv: DecimalField('Video GMV in the currency of the creator’s region', { required: true }),
  video_usd_gmv: DecimalField('Video GMV in USD', { required: true }),
  live_count: WholeField('Live streams with sales in the period', { required: true }),
  live_gmv: DecimalField('Live GMV in the currency of the creator’s region', { required: true }),
  live_usd_gmv: DecimalField('Live GMV in USD', { required: true }),
  ...REPEATED,
}) {}

export class TopGrowthRecord extends Fields({
  ...CREATOR,
  follower_inc_count: WholeField('Follower growth: followers in the period less those in the period before', {
    required: true,
  }),
  follower_inc_count_growth_rate_info: GrowthRateField('follower_inc_count'),
  follower_inc_rate: TextField('Growth rate as text; null when there were no followers before', { example: '12.5%' }),
  follower_inc_rate_info: ObjectField(() => RateInfo, 'Growth rate as a number, which follower_inc_rate is made from'),
  follower_count_at_period_end: WholeField(
    'Followers on the latest day of the period that is known: those that follower_inc_count counts up to',
    { required: true },
  ),
  follower_count: WholeField(...moved('creator.follower_count')),
  video_count: WholeField(...moved('creator.video_count')),
  follower_rate: TextField(...moved('follower_inc_rate')),
  ...REPEATED,
}) {}
