import { Injectable } from '@nestjs/common';
import { filterPlan } from '../http/validation/request-field.js';
import { hasNextPage, SEARCH_WINDOW } from '../search/compiler/clauses.js';
import { type RecordPlan, RecordsService } from '../records/records.service.js';
import { LIVE } from '../subjects/live.js';
import { type LiveDocument, LiveRecord } from './live.record.js';
import { LIVE_SORTS, LiveFilter } from './live.requests.js';

/** How a request for live streams becomes a query. The filters name their index fields themselves. */
export const LIVE_PLAN: RecordPlan<LiveFilter, LiveDocument> = {
  index: 'lives',
  ...filterPlan(LiveFilter),
  measures: {
    units_sold: ['total_units_sold'],
    gmv: ['gmv_whole', 'gmv_fraction'],
    usd_gmv: ['usd_gmv_whole', 'usd_gmv_fraction'],
    total_viewer_count: ['total_viewer_count'],
  },
  sorts: LIVE_SORTS,
  mainMetric: 'start_time',
  popularity: 'total_viewer_count',
  record: LiveRecord,
  named: [],
  // What was sold is not in live streams: their rooms in sales are.
  foreign: { names: ['product_id', 'seller_id'], source: { facts: 'sales', field: LIVE.key, clauses: LIVE.clauses } },
  // A page tells whether more follow instead of a total.
  dataOf: (total, page) => ({ has_more: hasNextPage(page, total, SEARCH_WINDOW) ? 1 : 0 }),
};

/** Searches, exports and counts live streams. */
@Injectable()
export class LiveService extends RecordsService<LiveFilter, LiveDocument> {
  protected readonly plan = LIVE_PLAN;
}
