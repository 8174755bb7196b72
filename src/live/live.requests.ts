import { ApiProperty } from '@nestjs/swagger';
import { Fields, ListField, ObjectField, TextField, WholeField } from '../fields/field.js';
import { KeywordData } from '../documents/keyword-data.record.js';
import type { Region } from '../common/regions.js';
import { FacetsRequestOf } from '../records/facets.requests.js';
import { ExportableRequest, PagedRequest, SelectionOf } from '../records/record-requests.js';
import { ChoiceField, RegionField } from '../http/validation/fields.js';
import { Answer, ErrorAnswer } from '../http/answer/answer.dto.js';
import { shapeEnvelopes } from '../http/answer/envelope.interceptor.js';
import { IdListField } from '../http/validation/id.field.js';
import { RangeField } from '../http/validation/range.field.js';
import { DocumentFilter } from '../http/validation/request-field.js';
import { SEARCH_WINDOW } from '../search/compiler/clauses.js';
import type { Range } from '../search/compiler/types.js';
import { type LiveDocument, LiveRecord } from './live.record.js';
import {
  ClockField,
  SearchKeywordsField,
  CategoryIdField,
  CreatorCategoryField,
  HandlesField,
} from '../records/record.fields.js';

const FOLLOWERS = { index: 'follower_count', facet: 'count' } as const;
const SOLD = { index: 'total_units_sold', facet: 'count' } as const;
const START = { index: 'start_time', facet: 'time' } as const;

export class LiveFilter extends DocumentFilter<LiveDocument> {
  @IdListField('Live room ID, or a list of 1 to 100 of them.', { index: 'room_id' })
  room_id?: string[];

  @IdListField('UID of the creator, or a list of 1 to 100 of them.', { index: 'uid' })
  uid?: string[];

  @HandlesField({ index: 'handle' })
  unique_id?: string[];

  @IdListField('Product ID, or a list of 1 to 100 of them: live streams with a sale of one, by the facts.', {
    index: 'room_id',
  })
  product_id?: string[];

  @IdListField('Shop ID, or a list of 1 to 100 of them: live streams with a sale of a product of one, by the facts.', {
    index: 'room_id',
  })
  seller_id?: string[];

  @RegionField('Region code of the creator.', { index: 'region', facet: 'region' })
  region?: Region;

  @CreatorCategoryField({ index: 'creator_category_id', facet: 'creator-categories' })
  creator_category?: number;

  @CategoryIdField('Level 1 product category ID of any product listed; the list is at /product/v1/category.', 10000, {
    index: 'product_category_ids',
    facet: 'product-categories',
  })
  product_category?: number;

  @ChoiceField([1, 2], '1 shop, 2 creator.', { index: 'live_type', facet: 'live_type' })
  live_type?: number;

  @RangeField('count', 'Followers of the creator.', FOLLOWERS)
  follower_count_range?: Range;

  @RangeField('count', 'Followers of the creator.', { deprecated: ['1.1.0', 'follower_count_range'], ...FOLLOWERS })
  follower_range?: Range;

  @RangeField('count', 'Viewers in total.', { index: 'total_viewer_count', facet: 'count' })
  viewer_range?: Range;

  @RangeField('count', 'Units sold in total.', SOLD)
  units_sold_range?: Range;

  @RangeField('count', 'Units sold in total.', { deprecated: ['1.1.0', 'units_sold_range'], ...SOLD })
  sold_range?: Range;

  @RangeField('usd', 'Total revenue in USD.', { index: 'total_usd_gmv' })
  total_usd_gmv_range?: Range;

  @RangeField('gmv', 'Revenue per viewer.', { needs: ['region'], index: 'uv_value' })
  uv_value_range?: Range;

  @ClockField('start_hour', 'Hour of the start')
  start_hour?: number;

  @ClockField('start_weekday', 'Weekday of the start')
  start_weekday?: number;

  @RangeField('unix_seconds', 'Start time.', START)
  create_time_range?: Range;

  @RangeField('unix_seconds', 'Start time.', { deprecated: ['1.1.0', 'create_time_range'], ...START })
  start_time?: Range;
}

/** The index field of each value of `orderby`. */
export const LIVE_SORTS = {
  start_time: 'start_time',
  total_viewer_count: 'total_viewer_count',
  total_units_sold: 'total_units_sold',
  total_gmv: 'total_gmv',
  total_usd_gmv: 'total_usd_gmv',
  uv_value: 'uv_value',
} as const;

const LiveSelection = SelectionOf(LiveFilter, {
  keywords: SearchKeywordsField('Words of the creator’s unique ID or nickname, or of the stream’s title'),
  sorts: LIVE_SORTS,
  order: 'start_time',
});

export class LiveSearchRequest extends PagedRequest(LiveSelection, SEARCH_WINDOW, LiveRecord) {}

export class LiveExportRequest extends ExportableRequest(LiveSelection, LiveRecord) {}

export class LiveFacetsRequest extends FacetsRequestOf(LiveSelection, LiveFilter, {
  hasCross: true,
  measures: ['total_viewer_count'],
}) {}

/** `data` of live stream search: no total, as documented. */
class LiveSearchData extends KeywordData {
  @WholeField('1 when the next page holds records, 0 at the end and at the edge of the paging window', {
    required: true,
    oneOf: [0, 1],
  })
  has_more: number;

  @ListField(() => LiveRecord, 'The live streams of the page')
  list: LiveRecord[];
}

/** Answer of live stream search. No other operation has `msg` next to `message`. */
export class LiveSearchResponse extends Fields(
  {
    msg: TextField('A word of success', { required: true, oneOf: ['success'], example: 'success' }),
    data: ObjectField(() => LiveSearchData, 'The page and whether more follow'),
  },
  Answer,
) {}

/** The envelope of an error of live stream search. */
export class LiveErrorAnswer extends ErrorAnswer {
  @ApiProperty({ description: 'The text of the error, equal to `message`' })
  msg: string;
}

/** The envelopes of live stream search have `msg`, those of its errors as well. */
export const LIVE_ENVELOPE = shapeEnvelopes('/live/v1/search', (envelope) => ({
  ...envelope,
  msg: envelope.code === 0 ? 'success' : envelope.message,
}));
