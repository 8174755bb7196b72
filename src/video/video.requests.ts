import type { Region } from '../common/regions.js';
import { AnswerEnvelope } from '../http/answer/answer.dto.js';
import { FacetsRequestOf } from '../records/facets.requests.js';
import { ExportableRequest, FoundData, PagedRequest, SelectionOf } from '../records/record-requests.js';
import { FlagFilterField, RegionField } from '../http/validation/fields.js';
import { IdListField } from '../http/validation/id.field.js';
import { RangeField } from '../http/validation/range.field.js';
import { DocumentFilter } from '../http/validation/request-field.js';
import { SEARCH_WINDOW } from '../search/compiler/clauses.js';
import type { Range } from '../search/compiler/types.js';
import { type VideoDocument, VideoRecord } from './video.record.js';
import {
  ClockField,
  SearchKeywordsField,
  CategoryIdField,
  CreatorCategoryField,
  HandlesField,
  TagsField,
} from '../records/record.fields.js';

export class VideoFilter extends DocumentFilter<VideoDocument> {
  @IdListField('Video ID, or a list of 1 to 100 of them.', { index: 'video_id' })
  video_id?: string[];

  @IdListField('UID of the creator, or a list of 1 to 100 of them.', { index: 'uid' })
  uid?: string[];

  @HandlesField({ index: 'handle' })
  unique_id?: string[];

  @IdListField('Product ID, or a list of 1 to 100 of them: videos that show any of them.', { index: 'product_ids' })
  product_id?: string[];

  @IdListField('Shop ID, or a list of 1 to 100 of them: videos that show any product that the shops have now.', {
    index: 'product_ids',
  })
  seller_id?: string[];

  @RegionField('Region code of the video.', { index: 'region', facet: 'region' })
  region?: Region;

  @FlagFilterField('Whether the video is an e-commerce video.', { index: 'is_ecommerce', facet: 'flag' })
  is_ecommerce?: boolean;

  @FlagFilterField('Whether the video is an ad.', { index: 'is_ad', facet: 'flag' })
  is_ad?: boolean;

  @CreatorCategoryField({ index: 'creator_category_id', facet: 'creator-categories' })
  creator_category_id?: number;

  @CategoryIdField(
    'Level 1 product category ID of any of the video’s products; the list is at /product/v1/category.',
    10000,
    { index: 'product_category_ids', facet: 'product-categories' },
  )
  product_category_id?: number;

  @RangeField('unix_seconds', 'Publish time. Required unless video_id, uid, product_id or seller_id is set.', {
    requiredUnless: ['video_id', 'uid', 'product_id', 'seller_id'],
    index: 'publish_time',
    facet: 'time',
  })
  create_time_range?: Range;

  @ClockField('publish_hour', 'Hour of the publish time')
  publish_hour?: number;

  @ClockField('publish_weekday', 'Weekday of the publish time')
  publish_weekday?: number;

  @TagsField({ index: 'tags', facet: 'tag' })
  tags?: string[];

  @RangeField('count', 'Followers of the creator.', { index: 'follower_count', facet: 'count' })
  follower_count_range?: Range;

  @RangeField('count', 'Plays.', { index: 'play_count', facet: 'count' })
  play_count_range?: Range;

  @RangeField('count', 'Likes.', { index: 'digg_count' })
  digg_count_range?: Range;

  @RangeField('count', 'Duration in seconds.', { index: 'duration', facet: 'count' })
  duration_range?: Range;

  @RangeField('count', 'Products sold, in units.', { index: 'units_sold', facet: 'count' })
  units_sold_range?: Range;

  @RangeField('usd', 'Sales amount in USD.', { index: 'usd_gmv' })
  usd_gmv_range?: Range;

  @RangeField('usd', 'Sales amount in USD for 1,000 plays.', { index: 'usd_gmv_per_1000_plays' })
  usd_gmv_per_1000_plays_range?: Range;

  @RangeField('unbounded_percent', 'Engagement rate.', { index: 'interact_rate' })
  interact_rate_range?: Range;
}

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
