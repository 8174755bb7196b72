import { Injectable } from '@nestjs/common';
import type { LiveDocument } from '../../documents/live.document.js';
import { hasNextPage, SEARCH_WINDOW } from '../../query/paging.js';
import type { EncodedData, RecordPages } from '../../records/encoded-data.js';
import { LiveRecord } from '../../records/live.record.js';
import type { FacetCounts } from '../../search/facets.js';
import type { SearchCaller } from '../../search/gateway/search-caller.js';
import type { RecordPlan } from '../../search/record-search.js';
import { RecordSearch } from '../../search/record-search.js';
import type { LiveSort } from './live.definition.js';
import { LIVE_FACETS, LIVE_FILTERS, LIVE_MEASURES, LIVE_SORTS } from './live.definition.js';
import type {
  LiveExportRequest,
  LiveFacetsRequest,
  LiveFilter,
  LiveSearchData,
  LiveSearchRequest,
} from './live.dto.js';

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
};

/** Searches, exports and counts live streams. A page tells whether more follow instead of a total. */
@Injectable()
export class LiveService {
  constructor(private readonly records: RecordSearch) {}

  /** @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full */
  search(request: LiveSearchRequest, caller: SearchCaller): Promise<EncodedData<LiveSearchData>> {
    return this.records.page(LIVE_PLAN, request, request.lang, caller, (total) => ({
      has_more: hasNextPage(request, total, SEARCH_WINDOW) ? 1 : 0,
    }));
  }

  /** @throws as `search` does, with any page */
  export(request: LiveExportRequest, limit: number, caller: SearchCaller): RecordPages {
    return this.records.export(LIVE_PLAN, request, request.lang, limit, caller);
  }

  /** @throws as `search` does, and RequestFailure (400) when too many values are to be counted */
  facets(request: LiveFacetsRequest, caller: SearchCaller): Promise<EncodedData<FacetCounts>> {
    return this.records.facets(LIVE_PLAN, request, caller);
  }
}
