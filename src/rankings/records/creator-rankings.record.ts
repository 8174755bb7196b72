import type { Type } from '@nestjs/common';
import type { TopEcommerceRowDocument, TopGrowthRowDocument } from '../../boards/board.document.js';
import { CategoryRecord, localizeCategory } from '../../common/categories/category.record.js';
import { RankedCreator, toRankedCreator } from '../../creator/creator.record.js';
import { DecimalField, IdField, ObjectField, TextField, WholeField, RecordFields } from '../../common/fields/field.js';
import { RateInfo, toRateInfo } from '../../common/records/figure-info.record.js';
import type { Moved, RowNames } from './ranked.js';
import { fromRow, GrowthRateField, IsNewField, PreviousRankField } from './ranked.js';
import { formatPercent } from '../../common/rounding.js';

/** The creator of a row and its place. */
abstract class CreatorPlace extends RecordFields({
  creator: ObjectField(() => RankedCreator, 'Creator, as recorded when the board was built'),
  uid: IdField('Creator UID, a string because real ones pass 2^53', { required: true }),
  rank: WholeField('Place, from 1, on the list that the request without `uid` gives', { required: true }),
  previous_rank: PreviousRankField(),
  is_new: IsNewField(),
}) {}

type RepeatedFields = Pick<RankedCreator, 'nickname' | 'unique_id' | 'avatar' | 'region' | 'category'>;

/** Adds the fields that `creator` repeats to a row, after its own. */
function RepeatingCreator<Row extends CreatorPlace>(row: Type<Row>): Type<Row & RepeatedFields> {
  class RepeatingRow extends (row as Type<CreatorPlace>) implements RepeatedFields {
    @TextField('Use creator.nickname', { deprecated: true })
    nickname: string | null;

    @TextField('Use creator.unique_id', { deprecated: true })
    unique_id: string | null;

    @TextField('Use creator.avatar', { deprecated: true })
    avatar: string | null;

    @TextField('Use creator.region', { deprecated: true })
    region: string | null;

    @ObjectField(() => CategoryRecord, 'Use creator.category', { deprecated: true })
    category: CategoryRecord;
  }
  return RepeatingRow as Type<Row & RepeatedFields>;
}

class TopEcommerceFigures extends RecordFields(
  {
    follower_count: WholeField('Followers on the latest day of the period that is known'),
    product_count: WholeField('Products sold: distinct products with sales in the period', { required: true }),
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
  },
  CreatorPlace,
) {}

/** A row of the top e-commerce creators ranking (docs/api.md, "Records"). */
export class TopEcommerceRecord extends RepeatingCreator(TopEcommerceFigures) {}

/** The creator of a row, the fields that the row repeats, and its place. */
function placeOf(
  { creator: document }: TopEcommerceRowDocument | TopGrowthRowDocument,
  rank: number,
  { previous_rank, is_new }: Moved,
  { categories, lang }: RowNames,
) {
  const ranked = toRankedCreator(document);
  const category = localizeCategory(ranked.category, categories, lang);
  const { nickname, unique_id, avatar, region } = ranked;
  return {
    creator: { ...ranked, category },
    rank,
    previous_rank,
    is_new,
    nickname,
    unique_id,
    avatar,
    region,
    category,
  };
}

/** Returns the record of a row. */
export function toTopEcommerceRecord(
  row: TopEcommerceRowDocument,
  rank: number,
  moved: Moved,
  names: RowNames,
): TopEcommerceRecord {
  return fromRow(TopEcommerceRecord, row, {
    ...placeOf(row, rank, moved, names),
    creator_usd_gmv_growth_rate_info: toRateInfo(moved.growthRate),
  });
}

class TopGrowthFigures extends RecordFields(
  {
    follower_inc_count: WholeField('Follower growth: followers in the period less those in the period before', {
      required: true,
    }),
    follower_inc_count_growth_rate_info: GrowthRateField('follower_inc_count'),
    follower_inc_rate: TextField('Growth rate as text; null when there were no followers before', { example: '12.5%' }),
    follower_inc_rate_info: ObjectField(
      () => RateInfo,
      'Growth rate as a number, which follower_inc_rate is made from',
    ),
    follower_count_at_period_end: WholeField(
      'Followers on the latest day of the period that is known: those that follower_inc_count counts up to',
      {
        required: true,
      },
    ),
    follower_count: WholeField(
      'Followers as loaded with the creator, of today and not of the period; use creator.follower_count',
      {
        deprecated: true,
      },
    ),
    video_count: WholeField('Use creator.video_count', { deprecated: true }),
    follower_rate: TextField('Use follower_inc_rate', { deprecated: true }),
  },
  CreatorPlace,
) {}

/** A row of the follower growth ranking (docs/api.md, "Records"). */
export class TopGrowthRecord extends RepeatingCreator(TopGrowthFigures) {}

/** Returns the record of a row. */
export function toTopGrowthRecord(
  row: TopGrowthRowDocument,
  rank: number,
  moved: Moved,
  names: RowNames,
): TopGrowthRecord {
  const placed = placeOf(row, rank, moved, names);
  const { follower_count, video_count } = placed.creator;
  const rate = row.follower_inc_rate;
  const follower_inc_rate = rate === null ? null : formatPercent(rate);
  return fromRow(TopGrowthRecord, row, {
    ...placed,
    follower_inc_count_growth_rate_info: toRateInfo(moved.growthRate),
    follower_inc_rate,
    follower_inc_rate_info: toRateInfo(rate),
    follower_count,
    video_count,
    follower_rate: follower_inc_rate,
  });
}
