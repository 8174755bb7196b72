import { CategoryRecord, localizeCategory } from '../../documents/category.record.js';
import { DecimalField, Fields, IdField, ObjectField, TextField, WholeField } from '../../fields/field.js';
import { RateInfo, toRateInfo } from '../../documents/figure-info.record.js';
import { formatPercent } from '../../common/rounding.js';
import type { CreatorDocument } from '../../creator/creator.document.js';
import { RankedCreator, toRankedCreator } from '../../creator/creator.record.js';
import { GrowthRateField, placeFields, type RowNames } from './ranked.js';

/** The creator of a row and its place. */
const CREATOR = {
  creator: ObjectField(() => RankedCreator, 'Creator, as loaded now'),
  uid: IdField('Creator UID, a string because real ones pass 2^53', { required: true }),
  ...placeFields('`uid`'),
};

/** Fields of `creator` that a row repeats. */
const REPEATED = {
  nickname: TextField('Use creator.nickname', { deprecated: true }),
  unique_id: TextField('Use creator.unique_id', { deprecated: true }),
  avatar: TextField('Use creator.avatar', { deprecated: true }),
  region: TextField('Use creator.region', { deprecated: true }),
  category: ObjectField(() => CategoryRecord, 'Use creator.category', { deprecated: true }),
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
  video_count: WholeField('Videos with sales in the period', { required: true }),
  video_gmv: DecimalField('Video GMV in the currency of the creator’s region', { required: true }),
  video_usd_gmv: DecimalField('Video GMV in USD', { required: true }),
  live_count: WholeField('Live streams with sales in the period', { required: true }),
  live_gmv: DecimalField('Live GMV in the currency of the creator’s region', { required: true }),
  live_usd_gmv: DecimalField('Live GMV in USD', { required: true }),
  ...REPEATED,
}) {}

/** The creator of a row, and the fields that the row repeats. */
export function presentCreator(
  { creator: document }: { readonly creator: CreatorDocument },
  { categories, lang }: RowNames,
) {
  const creator = toRankedCreator(document);
  const category = localizeCategory(creator.category, categories, lang);
  const { nickname, unique_id, avatar, region } = creator;
  return { creator: { ...creator, category }, nickname, unique_id, avatar, region, category };
}

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
  follower_count: WholeField(
    'Followers as loaded with the creator, of today and not of the period; use creator.follower_count',
    { deprecated: true },
  ),
  video_count: WholeField('Use creator.video_count', { deprecated: true }),
  follower_rate: TextField('Use follower_inc_rate', { deprecated: true }),
  ...REPEATED,
}) {}

/** The creator of a row, and its growth as text. */
export function presentGrowth(
  row: { readonly creator: CreatorDocument; readonly follower_inc_rate: number | null },
  names: RowNames,
) {
  const { follower_inc_rate: rate, creator } = row;
  const follower_inc_rate = rate === null ? null : formatPercent(rate);
  const { follower_count, video_count } = creator;
  return {
    ...presentCreator(row, names),
    follower_inc_rate,
    follower_inc_rate_info: toRateInfo(rate),
    follower_rate: follower_inc_rate,
    follower_count,
    video_count,
  };
}
