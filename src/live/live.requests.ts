import { ApiProperty } from '@nestjs/swagger';
import { Answer, ErrorAnswer } from '../http/answer/answer.dto.js';
import { ExportOf, PageOf } from '../http/export/export-request.js';
import { CategoryIdField, ChoiceField, KeywordsField, LangField, RegionField } from '../http/validation/fields.js';
import { IdListField } from '../http/validation/id.field.js';
import { OrderbyField } from '../http/validation/orderby.field.js';
import { RangeField } from '../http/validation/range.field.js';
import { NestedField } from '../http/validation/request-field.js';
import { SEARCH_WINDOW } from '../search/compiler/paging.js';
import type { MatchRequest, Range, Selection, SortItem } from '../search/compiler/request.js';
import { ListField, ObjectField, TextField, WholeField } from '../common/fields/field.js';
import { KeywordData } from '../common/records/keyword-data.record.js';
import { LiveRecord } from './live.record.js';
import type { Lang } from '../common/lang.js';
import type { Region } from '../common/regions.js';
import { FacetsOf } from '../http/requests/facets.requests.js';
import type { LiveSort } from './live.definition.js';
import { LIVE_FACETS, LIVE_SORT_NAMES } from './live.definition.js';
import type { OperationDocs } from '../http/open-api/operation.decorator.js';

/** Filter of live stream search. */
export class LiveFilter {
  @IdListField('Live room ID, or a list of 1 to 100 of them.')
  room_id?: string[];

  @IdListField('UID of the creator, or a list of 1 to 100 of them.')
  uid?: string[];

  @RegionField('Region code of the creator.')
  region?: Region;

  @CategoryIdField('Creator category ID; the list is at /creator/v1/category.', 200000)
  creator_category?: number;

  @CategoryIdField('Level 1 product category ID of any product listed; the list is at /product/v1/category.', 10000)
  product_category?: number;

  @ChoiceField([1, 2], '1 shop, 2 creator.')
  live_type?: number;

  @RangeField('count', 'Followers of the creator.')
  follower_range?: Range;

  @RangeField('count', 'Viewers in total.')
  viewer_range?: Range;

  @RangeField('count', 'Units sold in total.')
  sold_range?: Range;

  @RangeField('unix_seconds', 'Start time.')
  start_time?: Range;
}

/** The live streams of a request. */
class LiveMatch implements MatchRequest<LiveFilter> {
  @KeywordsField(
    'Words of the creator’s unique ID or nickname, or of the stream’s title; slips and missing marks are forgiven.',
  )
  keywords: string;

  @NestedField(() => LiveFilter, 'Filter; all its fields are optional.')
  filter: LiveFilter;
}

/** The live streams of a request and their order. */
export class LiveSelection extends LiveMatch implements Selection<LiveFilter, LiveSort> {
  @OrderbyField(
    LIVE_SORT_NAMES,
    'Sort items applied in turn, descending. Default: relevance with keywords, else start_time.',
  )
  orderby: SortItem<LiveSort>[];
}

export class LiveSearchRequest extends PageOf(LiveSelection, SEARCH_WINDOW, LiveRecord) {
  @LangField()
  lang: Lang;
}

export class LiveExportRequest extends ExportOf(LiveSelection, LiveRecord) {
  @LangField()
  override lang: Lang;
}

export class LiveFacetsRequest extends FacetsOf(LiveMatch, LIVE_FACETS) {}

/** `data` of live stream search: no total, as documented. */
export class LiveSearchData extends KeywordData {
  @WholeField('1 when the next page holds records, 0 at the end and at the edge of the paging window', {
    required: true,
    oneOf: [0, 1],
  })
  has_more: number;

  @ListField(() => LiveRecord, 'The live streams of the page')
  list: LiveRecord[];
}

/** Answer of live stream search. No other operation has `msg` next to `message`. */
export class LiveSearchResponse extends Answer {
  @TextField('A word of success', { required: true, oneOf: ['success'], example: 'success' })
  msg: string;

  @ObjectField(() => LiveSearchData, 'The page and whether more follow')
  data: LiveSearchData;
}

export const LIVE_DOCS: OperationDocs = {
  examples: {
    latest: {
      summary: 'The latest live streams in Indonesia',
      value: { filter: { region: 'ID' }, orderby: [{ field: 'start_time', order: 'desc' }] },
    },
    by_keywords: {
      summary: 'Live streams that name a sale in title or creator',
      value: { keywords: 'live', pagesize: 5 },
    },
    well_sold: {
      summary: 'Live streams of June 2026 by creators with 1,000 followers or more that sold 10 units or more',
      value: {
        filter: {
          live_type: 2,
          start_time: { min: 1780272000, max: 1782863999 },
          follower_range: { min: 1000 },
          sold_range: { min: 10 },
        },
        orderby: [{ field: 'total_gmv' }],
        lang: 'ZH_CN',
      },
    },
  },
  rules: [
    {
      name: 'has_more',
      fields: ['data.has_more'],
      description: `has_more is 0 at the edge of the paging window (page * pagesize = ${SEARCH_WINDOW}).`,
    },
  ],
};

export const LIVE_EXPORT_DOCS: OperationDocs = {
  examples: {
    latest_as_ndjson: {
      summary: 'The latest live streams in Indonesia, one a line',
      value: { filter: { region: 'ID' }, limit: 200 },
    },
    for_a_spreadsheet: {
      summary: 'Some fields of those that sold most as CSV that a spreadsheet opens',
      value: {
        orderby: [{ field: 'total_units_sold' }],
        limit: 100,
        format: 'csv',
        fields: ['room_id', 'title', 'unique_id', 'total_units_sold'],
        excel: true,
      },
    },
    by_keywords: {
      summary: 'Live streams that name a sale in title or creator',
      value: { keywords: 'live', limit: 50 },
    },
  },
};

export const LIVE_FACETS_DOCS: OperationDocs = {
  examples: {
    by_region: {
      summary: 'Live streams with 10 units sold or more by region and creator category',
      value: { filter: { sold_range: { min: 10 } }, facets: [{ field: 'region' }, { field: 'creator_category' }] },
    },
    by_month: {
      summary: 'Live streams in Indonesia by month, with their GMV',
      value: { filter: { region: 'ID' }, facets: [{ field: 'start_time', interval: 'month' }], measure: 'gmv' },
    },
    by_kind: {
      summary: 'Live streams by shop or creator, by viewers and by product category',
      value: { facets: [{ field: 'live_type' }, { field: 'viewer_range' }, { field: 'product_category' }] },
    },
  },
};

/** The envelope of an error of live stream search. */
export class LiveErrorAnswer extends ErrorAnswer {
  @ApiProperty({ description: 'The text of the error, equal to `message`' })
  msg: string;
}
