import type { TopEcommerceRowDocument } from '../../documents/board.document.js';
import { CategoryRecord } from '../category.record.js';
import { RankedCreator, toRankedCreator } from '../creator.record.js';
import { DecimalField, IdField, ObjectField, TextField, WholeField } from '../fields/field.js';
import { RateInfo, toRateInfo } from '../figure-info.record.js';
import type { Moved } from './ranked.js';
import { GrowthRateField, IsNewField, PreviousRankField } from './ranked.js';

/** A row of the top e-commerce creators ranking (docs/api.md, "Records"). */
export class TopEcommerceRecord {
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

  @WholeField('Followers on the latest day of the period that is known')
  follower_count: number | null;

  @WholeField('Products sold: distinct products with sales in the period', { required: true })
  product_count: number;

  @DecimalField('Total GMV in the currency of the creator’s region: video_gmv + live_gmv', { required: true })
  creator_gmv: number;

  @DecimalField('Total GMV in USD', { required: true })
  creator_usd_gmv: number;

  @GrowthRateField('creator_usd_gmv')
  creator_usd_gmv_growth_rate_info: RateInfo;

  @WholeField('Videos with sales in the period', { required: true })
  video_count: number;

  @DecimalField('Video GMV in the currency of the creator’s region', { required: true })
  video_gmv: number;

  @DecimalField('Video GMV in USD', { required: true })
  video_usd_gmv: number;

  @WholeField('Live streams with sales in the period', { required: true })
  live_count: number;

  @DecimalField('Live GMV in the currency of the creator’s region', { required: true })
  live_gmv: number;

  @DecimalField('Live GMV in USD', { required: true })
  live_usd_gmv: number;

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
export function toTopEcommerceRecord(row: TopEcommerceRowDocument, rank: number, moved: Moved): TopEcommerceRecord {
  const creator = toRankedCreator(row.creator);
  const { figures } = row;
  return {
    creator,
    uid: row.uid,
    rank,
    previous_rank: moved.previous_rank,
    is_new: moved.is_new,
    follower_count: figures.follower_count,
    product_count: figures.product_count,
    creator_gmv: figures.creator_gmv,
    creator_usd_gmv: row.creator_usd_gmv,
    creator_usd_gmv_growth_rate_info: toRateInfo(moved.growthRate),
    video_count: figures.video_count,
    video_gmv: figures.video_gmv,
    video_usd_gmv: row.video_usd_gmv,
    live_count: figures.live_count,
    live_gmv: figures.live_gmv,
    live_usd_gmv: row.live_usd_gmv,
    nickname: creator.nickname,
    unique_id: creator.unique_id,
    avatar: creator.avatar,
    region: creator.region,
    category: creator.category,
  };
}
