import { AnswerEnvelope } from '../http/answer/answer.dto.js';
import { FacetsRequestOf } from '../records/facets.requests.js';
import { ExportableRequest, FoundData, PagedRequest, SelectionOf } from '../records/record-requests.js';
import { FlagFilterField, RegionField } from '../http/validation/fields.js';
import { IdListField } from '../http/validation/id.field.js';
import { RangeField } from '../http/validation/range.field.js';
import { FilterFields } from '../http/validation/request-field.js';
import { SEARCH_WINDOW } from '../search/compiler/clauses.js';
import { type VideoDocument, VideoRecord } from './video.record.js';
import {
  ClockField,
  SearchKeywordsField,
  CategoryIdField,
  CreatorCategoryField,
  HandlesField,
  TagsField,
} from '../records/record.fields.js';

export class VideoFilter extends FilterFields<VideoDocument>()({
  video_id: IdListField('Video ID, or a list of 1 to 100 of them.', { index: 'video_id' }),
  uid: IdListField('UID of the creator, or a list of 1 to 100 of them.', { index: 'uid' }),
  unique_id: HandlesField({ index: 'handle' }),
  product_id: IdListField('Product ID, or a list of 1 to 100 of them: videos that show any of them.', {
    index: 'product_ids',
  }),
  seller_id: IdListField(
    'Shop ID, or a list of 1 to 100 of them: videos that show any product that the shops have now.',
    {
      index: 'product_ids',
    },
  ),
  region: RegionField('Region code of the video.', { index: 'region', facet: 'region' }),
  is_ecommerce: FlagFilterField('Whether the video is an e-commerce video.', { index: 'is_ecommerce', facet: 'flag' }),
  is_ad: FlagFilterField('Whether the video is an ad.', { index: 'is_ad', facet: 'flag' }),
  creator_category_id: CreatorCategoryField({ index: 'creator_category_id', facet: 'creator-categories' }),
  product_category_id: CategoryIdField(
    'Level 1 product category ID of any of the video’s products; the list is at /product/v1/category.',
    10000,
    { index: 'product_category_ids', facet: 'product-categories' },
  ),
  create_time_range: RangeField(
    'unix_seconds',
    'Publish time. Required unless video_id, uid, product_id or seller_id is set.',
    {
      requiredUnless: ['video_id', 'uid', 'product_id', 'seller_id'],
      index: 'publish_time',
      facet: 'time',
    },
  ),
  publish_hour: ClockField('publish_hour', 'Hour of the publish time'),
  publish_weekday: ClockField('publish_weekday', 'Weekday of the publish time'),
  tags: TagsField({ index: 'tags', facet: 'tag' }),
  follower_count_range: RangeField('count', 'Followers of the creator.', { index: 'follower_count', facet: 'count' }),
  play_count_range: RangeField('count', 'Plays.', { index: 'play_count', facet: 'count' }),
  digg_count_range: RangeField('count', 'Likes.', { index: 'digg_count' }),
  duration_range: RangeField('count', 'Duration in seconds.', { index: 'duration', facet: 'count' }),
  units_sold_range: RangeField('count', 'Products sold, in units.', { index: 'units_sold', facet: 'count' }),
  usd_gmv_range: RangeField('usd', 'Sales amount in USD.', { index: 'usd_gmv' }),
  usd_gmv_per_1000_plays_range: RangeField('usd', 'Sales amount in USD for 1,000 plays.', {
    index: 'usd_gmv_per_1000_plays',
  }),
  interact_rate_range: RangeField('unbounded_percent', 'Engagement rate.', { index: 'interact_rate' }),
}) {}

/** The index field of each value of `orderby`. */
export const VIDEO_SORTS = {
  follower_count: 'follower_count',
  create_time: 'publish_time',
  play_count: 'play_count',
  digg_count: 'digg_count',
  units_sold: 'units_sold',
  interact_rate: 'interact_rate',
  usd_gmv: 'usd_gmv',
  usd_gmv_per_1000_plays: 'usd_gmv_per_1000_plays',
} as const;

const VideoSelection = SelectionOf(VideoFilter, {
  keywords: SearchKeywordsField('Words of the description, the creator’s name or unique ID, or #tags'),
  needed: 'create_time_range is required unless video_id, uid, product_id or seller_id is set',
  sorts: VIDEO_SORTS,
  order: 'play_count',
});

export class VideoSearchRequest extends PagedRequest(VideoSelection, SEARCH_WINDOW, VideoRecord) {}

export class VideoExportRequest extends ExportableRequest(VideoSelection, VideoRecord) {}

export class VideoFacetsRequest extends FacetsRequestOf(VideoSelection, VideoFilter, {
  hasCross: true,
  measures: ['play_count'],
}) {}

class VideoSearchData extends FoundData(VideoRecord, 'videos') {}
export class VideoSearchResponse extends AnswerEnvelope(VideoSearchData, 'Total and page') {}
