import { Injectable } from '@nestjs/common';
import { filterPlan } from '../http/validation/request-field.js';
import { hasNextPage, SEARCH_WINDOW } from '../search/compiler/clauses.js';
import { type RecordPlan, RecordsService } from '../records/records.service.js';
import { LIVE } from '../subjects/live.js';
import { type LiveDocument, LiveRecord } from './live.record.js';
import {
  LIVE_SORTS,
  type LiveExportRequest,
  type LiveFacetsRequest,
  LiveFilter,
  type LiveSearchRequest,
} from './live.requests.js';

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
  foreign: {
    names: ['product_id', 'seller_id'],
    source: { facts: 'sales', field: LIVE.key, clauses: LIVE.clauses },
  },
  // A page tells whether more follow instead of a total.
  dataOf: (total, page) => ({ has_more: hasNextPage(page, total, SEARCH_WINDOW) ? 1 : 0 }),
};

/** Compiles requests for live streams into queries, by the plan of their kind. */
@Injectable()
export class LiveService {
  constructor(private readonly records: RecordsService) {}

  /** One page of live streams. @throws as `RecordsService.search` does */
  search(request: LiveSearchRequest) {
    return this.records.search(LIVE_PLAN, request);
  }

  /** All live streams in their order, at most `limit` of them. @throws as `search` does, with any page */
  export(request: LiveExportRequest, limit: number) {
    return this.records.export(LIVE_PLAN, request, limit);
  }

  /** Counts of live streams by the values of filters. @throws as `Facets` does */
  facets(request: LiveFacetsRequest) {
    return this.records.facets(LIVE_PLAN, request);
  }
}
