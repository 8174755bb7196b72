import type { Region } from '../common/regions.js';
import { recordOperations } from '../http/requests/record-operations.js';
import { FlagFilterField, RegionField } from '../http/validation/fields.js';
import { CategoryIdField, CreatorCategoryField, IdListField } from '../http/validation/id.field.js';
import { RangeField } from '../http/validation/range.field.js';
import { DocumentFilter, filterPlan } from '../http/validation/request-field.js';
import type { Range } from '../search/compiler/request.js';
import type { RecordPlan } from '../search/record.service.js';
import EXAMPLES from './video.examples.json' with { type: 'json' };
import { type VideoDocument, VideoRecord } from './video.record.js';

/** Filter of video search. */
export class VideoFilter extends DocumentFilter<VideoDocument> {
  @IdListField('Video ID, or a list of 1 to 100 of them.', { index: 'video_id' })
  video_id?: string[];

  @IdListField('UID of the creator, or a list of 1 to 100 of them.', { index: 'uid' })
  uid?: string[];

  @IdListField('Product ID, or a list of 1 to 100 of them: videos that show any of them.', { index: 'product_ids' })
  product_id?: string[];

  @RegionField('Region code of the video.', { index: 'region', facet: 'region' })
  region?: Region;

  @FlagFilterField('Whether the video is an e-commerce video.', { index: 'is_ecommerce', facet: 'flag' })
  is_ecommerce?: boolean;

  @CreatorCategoryField({ index: 'creator_category_id', facet: 'creator-categories' })
  creator_category_id?: number;

  @CategoryIdField(
    'Level 1 product category ID of any of the video’s products; the list is at /product/v1/category.',
    10000,
    { index: 'product_category_ids', facet: 'product-categories' },
  )
  product_category_id?: number;

  @RangeField('unix_seconds', 'Publish time. Required unless video_id, uid or product_id is set.', {
    requiredUnless: ['video_id', 'uid', 'product_id'],
    index: 'publish_time',
    facet: 'time',
  })
  create_time_range?: Range;

  @RangeField('count', 'Followers of the creator.', { index: 'follower_count', facet: 'count' })
  follower_count_range?: Range;

  @RangeField('count', 'Plays.', { index: 'play_count', facet: 'count' })
  play_count_range?: Range;

  @RangeField('count', 'Likes.', { index: 'digg_count' })
  digg_count_range?: Range;

  @RangeField('usd', 'Sales amount in USD.', { index: 'usd_gmv' })
  usd_gmv_range?: Range;

  @RangeField('unbounded_percent', 'Engagement rate.', { index: 'interact_rate' })
  interact_rate_range?: Range;
}

/** Search, export and facets of videos as data. `sorts` has the index field of each `orderby` value. */
export const VIDEO_PLAN: RecordPlan<VideoFilter, VideoDocument> = {
  index: 'videos',
  ...filterPlan(VideoFilter),
  measures: {
    units_sold: ['units_sold'],
    gmv: ['gmv_whole', 'gmv_fraction'],
    usd_gmv: ['usd_gmv_whole', 'usd_gmv_fraction'],
  },
  sorts: {
    follower_count: 'follower_count',
    create_time: 'publish_time',
    play_count: 'play_count',
    digg_count: 'digg_count',
    units_sold: 'units_sold',
    interact_rate: 'interact_rate',
    usd_gmv: 'usd_gmv',
  },
  mainMetric: 'play_count',
  popularity: 'play_count',
  record: VideoRecord,
  named: ['creator', 'product'],
};

/** The requests, answers and controller of search, export and facets of videos. */
export const VIDEO_OPERATIONS = recordOperations({
  plan: VIDEO_PLAN,
  filter: VideoFilter,
  neededFilter: 'create_time_range',
  name: 'Video',
  records: 'videos',
  path: 'video',
  scope: 'video',
  description: 'Videos by keywords and filters, sorted.',
  keywords: ['Words of the description, the creator’s name or unique ID, or #tags'],
  examples: EXAMPLES,
});
export const { SearchRequest: VideoSearchRequest, FacetsRequest: VideoFacetsRequest } = VIDEO_OPERATIONS;
