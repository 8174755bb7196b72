import type { TopGrowthRowDocument } from '../../documents/board.document.js';
import { CategoryRecord } from '../category.record.js';
import { RankedCreator, toRankedCreator } from '../creator.record.js';
import { IdField, ObjectField, TextField, WholeField } from '../fields/field.js';
import { RateInfo, toRateInfo } from '../figure-info.record.js';
import type { Moved } from './ranked.js';
import { GrowthRateField, IsNewField, PreviousRankField } from './ranked.js';
import { formatPercent } from '../../reference/rounding.js';

/** A row of the follower growth ranking (docs/api.md, "Records"). */
export class TopGrowthRecord {
  @ObjectField(() => RankedCreator, 'Creator, as recorded when the board was built')
  creator: RankedCreator;

  @IdField('Creator UID, a string because real ones pass 2^53', { required: true })
  uid: string;

  @WholeField('Place, from 1, on the list that the request without `uid` gives', { required: true })
  rank: number;

  @PreviousRankField()
  previous_rank: number | null;

  @IsNewField()
  is_new: number | null;

  @WholeField('Follower growth: followers in the period less those in the period before', { required: true })
  follower_inc_count: number;

  @GrowthRateField('follower_inc_count')
  follower_inc_count_growth_rate_info: RateInfo;

  @TextField('Growth rate as text; null when there were no followers before', { example: '12.5%' })
  follower_inc_rate: string | null;

  @ObjectField(() => RateInfo, 'Growth rate as a number, which follower_inc_rate is made from')
  follower_inc_rate_info: RateInfo;

  @WholeField('Followers on the latest day of the period that is known: those that follower_inc_count counts up to', {
    required: true,
  })
  follower_count_at_period_end: number;

  @WholeField('Followers as loaded with the creator, of today and not of the period; use creator.follower_count', {
    deprecated: true,
  })
  follower_count: number | null;

  @WholeField('Use creator.video_count', { deprecated: true })
  video_count: number | null;

  @TextField('Use follower_inc_rate', { deprecated: true })
  follower_rate: string | null;

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

/** A row of the board as it leaves. */
export function toTopGrowthRecord(row: TopGrowthRowDocument, rank: number, moved: Moved): TopGrowthRecord {
  const creator = toRankedCreator(row.creator);
  const rate = row.follower_inc_rate;
  const follower_inc_rate = rate === null ? null : formatPercent(rate);
  return {
    creator,
    uid: row.uid,
    rank,
    previous_rank: moved.previous_rank,
    is_new: moved.is_new,
    follower_inc_count: row.follower_inc_count,
    follower_inc_count_growth_rate_info: toRateInfo(moved.growthRate),
    follower_inc_rate,
    follower_inc_rate_info: toRateInfo(rate),
    follower_count_at_period_end: row.follower_count_at_period_end,
    follower_count: creator.follower_count,
    video_count: creator.video_count,
    follower_rate: follower_inc_rate,
    nickname: creator.nickname,
    unique_id: creator.unique_id,
    avatar: creator.avatar,
    region: creator.region,
    category: creator.category,
  };
}
