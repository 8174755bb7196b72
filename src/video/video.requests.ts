import { AnswerOf } from '../http/answer/answer.dto.js';
import { ExportOf, PageOf } from '../http/export/export-request.js';
import { CategoryIdField, FlagFilterField, KeywordsField, LangField, RegionField } from '../http/validation/fields.js';
import { IdListField } from '../http/validation/id.field.js';
import { OrderbyField } from '../http/validation/orderby.field.js';
import { RangeField } from '../http/validation/range.field.js';
import { NestedField } from '../http/validation/request-field.js';
import { SEARCH_WINDOW } from '../search/compiler/paging.js';
import type { MatchRequest, Range, Selection, SortItem } from '../search/compiler/request.js';
import { FoundOf } from '../common/records/keyword-data.record.js';
import { VideoRecord } from './video.record.js';
import type { Lang } from '../common/lang.js';
import type { Region } from '../common/regions.js';
import { FacetsOf } from '../http/requests/facets.requests.js';
import type { VideoSort } from './video.definition.js';
import { VIDEO_FACETS, VIDEO_SORT_NAMES } from './video.definition.js';
import type { OperationDocs } from '../http/open-api/operation.decorator.js';

/** Filter of video search. */
export class VideoFilter {
  @IdListField('Video ID, or a list of 1 to 100 of them.')
  video_id?: string[];

  @IdListField('UID of the creator, or a list of 1 to 100 of them.')
  uid?: string[];

  @IdListField('Product ID, or a list of 1 to 100 of them: videos that show any of them.')
  product_id?: string[];

  @RegionField('Region code of the video.')
  region?: Region;

  @FlagFilterField('Whether the video is an e-commerce video.')
  is_ecommerce?: boolean;

  @CategoryIdField('Creator category ID; the list is at /creator/v1/category.', 200000)
  creator_category_id?: number;

  @CategoryIdField(
    'Level 1 product category ID of any of the video’s products; the list is at /product/v1/category.',
    10000,
  )
  product_category_id?: number;

  @RangeField('unix_seconds', 'Publish time. Required unless video_id, uid or product_id is set.', {
    requiredUnless: ['video_id', 'uid', 'product_id'],
  })
  create_time_range?: Range;

  @RangeField('count', 'Followers of the creator.')
  follower_count_range?: Range;

  @RangeField('count', 'Plays.')
  play_count_range?: Range;

  @RangeField('count', 'Likes.')
  digg_count_range?: Range;

  @RangeField('unbounded_percent', 'Engagement rate.')
  interact_rate_range?: Range;
}

/** The videos of a request. */
class VideoMatch implements MatchRequest<VideoFilter> {
  @KeywordsField(
    'Words of the description, the creator’s name or unique ID, or #tags; slips and missing marks are forgiven.',
  )
  keywords: string;

  @NestedField(() => VideoFilter, 'Filter; create_time_range is required unless an id is given.', { required: true })
  filter: VideoFilter;
}

/** The videos of a request and their order. */
export class VideoSelection extends VideoMatch implements Selection<VideoFilter, VideoSort> {
  @OrderbyField(
    VIDEO_SORT_NAMES,
    'Sort items applied in turn, descending. Default: relevance with keywords, else play_count.',
  )
  orderby: SortItem<VideoSort>[];
}

export class VideoSearchRequest extends PageOf(VideoSelection, SEARCH_WINDOW, VideoRecord) {
  @LangField()
  lang: Lang;
}

export class VideoExportRequest extends ExportOf(VideoSelection, VideoRecord) {
  @LangField()
  override lang: Lang;
}

export class VideoFacetsRequest extends FacetsOf(VideoMatch, VIDEO_FACETS) {}

export class VideoSearchData extends FoundOf(VideoRecord, 'videos') {}

export class VideoSearchResponse extends AnswerOf(VideoSearchData, 'Total and page') {}

const SECOND_QUARTER_2026 = { min: 1775001600, max: 1782863999 };
const JUNE_2026 = { min: 1780272000, max: 1782863999 };

export const VIDEO_DOCS: OperationDocs = {
  examples: {
    most_played: {
      summary: 'The most played e-commerce videos of June 2026 in the US',
      value: {
        filter: { region: 'US', is_ecommerce: true, create_time_range: JUNE_2026 },
        orderby: [{ field: 'play_count', order: 'desc' }],
        pagesize: 5,
      },
    },
    by_keywords: {
      summary: 'Videos about lipstick, best match first',
      value: { keywords: 'lipstick', filter: { create_time_range: SECOND_QUARTER_2026 } },
    },
    well_liked_in_chinese: {
      summary: 'Videos of creators with many followers that engage well, category names in Chinese',
      value: {
        filter: {
          create_time_range: { min: SECOND_QUARTER_2026.min },
          follower_count_range: { min: 10000 },
          interact_rate_range: { min: 1, max: 20 },
        },
        orderby: [{ field: 'interact_rate' }, { field: 'follower_count' }],
        lang: 'ZH_CN',
      },
    },
  },
};

export const VIDEO_EXPORT_DOCS: OperationDocs = {
  examples: {
    month_as_ndjson: {
      summary: 'The most played videos of June 2026, one a line',
      value: { filter: { create_time_range: JUNE_2026 }, limit: 200 },
    },
    for_a_spreadsheet: {
      summary: 'Some fields of US videos as CSV that a spreadsheet opens',
      value: {
        filter: { region: 'US', create_time_range: SECOND_QUARTER_2026 },
        orderby: [{ field: 'units_sold' }],
        limit: 100,
        format: 'csv',
        fields: ['video_id', 'desc', 'creator.unique_id', 'play_count', 'units_sold'],
        excel: true,
      },
    },
    by_keywords_in_chinese: {
      summary: 'Videos about lipstick, best match first, category names in Chinese',
      value: { keywords: 'lipstick', filter: { create_time_range: SECOND_QUARTER_2026 }, limit: 50, lang: 'ZH_CN' },
    },
  },
};

export const VIDEO_FACETS_DOCS: OperationDocs = {
  examples: {
    publish_days: {
      summary: 'E-commerce videos of the US by the day they were published, the newest 30',
      value: {
        filter: { region: 'US', is_ecommerce: true, create_time_range: SECOND_QUARTER_2026 },
        facets: [{ field: 'create_time_range', interval: 'day', size: 30 }],
      },
    },
    june: {
      summary: 'Videos of June 2026 by region, creator category and week',
      value: {
        filter: { create_time_range: JUNE_2026 },
        facets: [
          { field: 'region', size: 20 },
          { field: 'creator_category_id' },
          { field: 'create_time_range', interval: 'week' },
        ],
      },
    },
    sold_by_plays: {
      summary: 'What videos about lipstick sold in the US, by their plays',
      value: {
        keywords: 'lipstick',
        filter: { region: 'US', create_time_range: SECOND_QUARTER_2026 },
        facets: [{ field: 'play_count_range' }],
        measure: 'gmv',
      },
    },
  },
};
