import { CategoryRecord } from './category.record.js';
import { RankedCreator } from './creator.record.js';
import { DecimalField, ObjectField, TextField, WholeField } from './field.js';

/** A row of the top e-commerce creators ranking (interface document, "Top e-commerce creator ranking record"). */
export class TopEcommerceRecord {
  @ObjectField(() => RankedCreator, 'Creator, as recorded when the board was built')
  creator: RankedCreator;

  @TextField('Creator UID, a string because real ones pass 2^53', { required: true })
  uid: string;

  @WholeField('Followers on the latest day of the period that is known')
  follower_count: number | null;

  @WholeField('Products sold: distinct products with sales in the period', { required: true })
  product_count: number;

  @DecimalField('Total GMV in the currency of the creator’s region: video_gmv + live_gmv', { required: true })
  creator_gmv: number;

  @DecimalField('Total GMV in USD', { required: true })
  creator_usd_gmv: number;

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
