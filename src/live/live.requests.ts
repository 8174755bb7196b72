import { ApiProperty } from '@nestjs/swagger';
import { ListField, ObjectField, TextField, WholeField, Fields } from '../common/fields/field.js';
import { KeywordData } from '../common/records/keyword-data.record.js';
import type { Region } from '../common/regions.js';
import { Answer, ErrorAnswer } from '../http/answer/answer.dto.js';
import { shapeEnvelopes } from '../http/answer/envelope.interceptor.js';
import { recordOperations } from '../http/requests/record-operations.js';
import { ChoiceField, RegionField } from '../http/validation/fields.js';
import { CategoryIdField, CreatorCategoryField, IdListField } from '../http/validation/id.field.js';
import { RangeField } from '../http/validation/range.field.js';
import { DocumentFilter, filterPlan } from '../http/validation/request-field.js';
import { hasNextPage, SEARCH_WINDOW } from '../search/compiler/paging.js';
import type { Range } from '../search/compiler/request.js';
import type { RecordPlan } from '../search/record.service.js';
import EXAMPLES from './live.examples.json' with { type: 'json' };
import { type LiveDocument, LiveRecord } from './live.record.js';

/** Filter of live stream search. */
export class LiveFilter extends DocumentFilter<LiveDocument> {
  @IdListField('Live room ID, or a list of 1 to 100 of them.', { index: 'room_id' })
  room_id?: string[];

  @IdListField('UID of the creator, or a list of 1 to 100 of them.', { index: 'uid' })
  uid?: string[];

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

  @RangeField('count', 'Followers of the creator.', { index: 'follower_count', facet: 'count' })
  follower_range?: Range;

  @RangeField('count', 'Viewers in total.', { index: 'total_viewer_count', facet: 'count' })
  viewer_range?: Range;

  @RangeField('count', 'Units sold in total.', { index: 'total_units_sold', facet: 'count' })
  sold_range?: Range;

  @RangeField('usd', 'Total revenue in USD.', { index: 'total_usd_gmv' })
  total_usd_gmv_range?: Range;

  @RangeField('unix_seconds', 'Start time.', { index: 'start_time', facet: 'time' })
  start_time?: Range;
}

/** Search, export and facets of live streams as data. `sorts` has the index field of each `orderby` value. */
export const LIVE_PLAN: RecordPlan<LiveFilter, LiveDocument> = {
  index: 'lives',
  ...filterPlan(LiveFilter),
  measures: {
    units_sold: ['total_units_sold'],
    gmv: ['gmv_whole', 'gmv_fraction'],
    usd_gmv: ['usd_gmv_whole', 'usd_gmv_fraction'],
  },
  sorts: {
    start_time: 'start_time',
    total_viewer_count: 'total_viewer_count',
    total_units_sold: 'total_units_sold',
    total_gmv: 'total_gmv',
    total_usd_gmv: 'total_usd_gmv',
  },
  mainMetric: 'start_time',
  popularity: 'total_viewer_count',
  record: LiveRecord,
  named: [],
  dataOf: (total, page) => ({ has_more: hasNextPage(page, total, SEARCH_WINDOW) ? 1 : 0 }),
};

/** `data` of live stream search: no total, as documented. */
export class LiveSearchData extends Fields(
  {
    has_more: WholeField('1 when the next page holds records, 0 at the end and at the edge of the paging window', {
      required: true,
      oneOf: [0, 1],
    }),
    list: ListField(() => LiveRecord, 'The live streams of the page'),
  },
  KeywordData,
) {}

/** Answer of live stream search. No other operation has `msg` next to `message`. */
class LiveSearchResponse extends Fields(
  {
    msg: TextField('A word of success', { required: true, oneOf: ['success'], example: 'success' }),
    data: ObjectField(() => LiveSearchData, 'The page and whether more follow'),
  },
  Answer,
) {}

/** The envelope of an error of live stream search. */
class LiveErrorAnswer extends ErrorAnswer {
  @ApiProperty({ description: 'The text of the error, equal to `message`' })
  msg: string;
}

/** The envelopes of live stream search have `msg`, those of its errors as well. */
const LIVE_ENVELOPE = shapeEnvelopes('/live/v1/search', (envelope) => ({
  ...envelope,
  msg: envelope.code === 0 ? 'success' : envelope.message,
}));

/** The requests, answers and controller of search, export and facets of live streams. */
export const LIVE_OPERATIONS = recordOperations({
  plan: LIVE_PLAN,
  filter: LiveFilter,
  name: 'Live',
  records: 'live streams',
  path: 'live',
  scope: 'live',
  description: 'Live streams by creator unique ID, nickname or stream title, with filters, sorted.',
  keywords: ['Words of the creator’s unique ID or nickname, or of the stream’s title'],
  examples: EXAMPLES,
  answer: {
    response: LiveSearchResponse,
    error: LiveErrorAnswer,
    envelope: LIVE_ENVELOPE,
  },
});
export const { SearchRequest: LiveSearchRequest, FacetsRequest: LiveFacetsRequest } = LIVE_OPERATIONS;
