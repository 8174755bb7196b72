import { Injectable } from '@nestjs/common';
import type { LiveDocument } from './live.document.js';
import { hasNextPage, SEARCH_WINDOW } from '../search/compiler/paging.js';
import { LiveRecord } from './live.record.js';
import type { RecordPlan } from '../search/record-search.js';
import { RecordService } from '../search/record-search.js';
import type { LiveSort } from './live.definition.js';
import { LIVE_FACETS, LIVE_FILTERS, LIVE_MEASURES, LIVE_SORTS } from './live.definition.js';
import type { LiveFilter, LiveSearchData } from './live.requests.js';

/** Search, export and facets of live streams as data. */
export const LIVE_PLAN: RecordPlan<LiveFilter, LiveSort, LiveDocument> = {
  index: 'lives',
  filters: LIVE_FILTERS,
  facets: LIVE_FACETS,
  measures: LIVE_MEASURES,
  sorts: LIVE_SORTS,
  mainMetric: 'start_time',
  popularity: 'total_viewer_count',
  record: LiveRecord,
  named: [],
  dataOf: (total, page) => ({ has_more: hasNextPage(page, total, SEARCH_WINDOW) ? 1 : 0 }),
};

/** Searches, exports and counts live streams. A page tells whether more follow instead of a total. */
@Injectable()
export class LiveService extends RecordService<LiveFilter, LiveSort, LiveDocument, LiveSearchData> {
  protected override readonly plan = LIVE_PLAN;
}
