import type { LiveDocument } from '../../documents/live.document.js';
import type { ReadKeywords } from '../../query/keyword-reading.js';
import type { FacetPlan } from '../../query/facets.js';
import type { Paging } from '../../query/request.js';
import { compileSearch } from '../../query/search.js';
import type { CompiledSearch } from '../../query/types.js';
import type { LiveSort } from './live.definition.js';
import { LIVE_FACETS, LIVE_FILTERS, LIVE_MEASURES, LIVE_SORTS } from './live.definition.js';
import type { LiveFilter, LiveSelection } from './live.dto.js';

/** Search and facets of live streams as data. */
export const LIVE_PLAN: FacetPlan<LiveFilter, LiveSort, LiveDocument> = {
  index: 'lives',
  filters: LIVE_FILTERS,
  facets: LIVE_FACETS,
  measures: LIVE_MEASURES,
  sorts: LIVE_SORTS,
  mainMetric: 'start_time',
  popularity: 'total_viewer_count',
};

/** What a search or an export of live streams asks of Elasticsearch. */
export function compileLiveSearch(request: LiveSelection & Partial<Paging>, read: ReadKeywords): CompiledSearch {
  return compileSearch(LIVE_PLAN, request, read);
}
