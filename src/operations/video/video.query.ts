import type { VideoDocument } from '../../documents/video.document.js';
import type { ReadKeywords } from '../../query/keyword-reading.js';
import type { FacetPlan } from '../../query/facets.js';
import type { Paging } from '../../query/request.js';
import { compileSearch } from '../../query/search.js';
import type { CompiledSearch } from '../../query/types.js';
import type { VideoSort } from './video.definition.js';
import { VIDEO_FACETS, VIDEO_FILTERS, VIDEO_MEASURES, VIDEO_SORTS } from './video.definition.js';
import type { VideoFilter, VideoSelection } from './video.dto.js';

/** Search and facets of videos as data. */
export const VIDEO_PLAN: FacetPlan<VideoFilter, VideoSort, VideoDocument> = {
  index: 'videos',
  filters: VIDEO_FILTERS,
  facets: VIDEO_FACETS,
  measures: VIDEO_MEASURES,
  sorts: VIDEO_SORTS,
  mainMetric: 'play_count',
  popularity: 'play_count',
};

/** What a search or an export of videos asks of Elasticsearch. */
export function compileVideoSearch(request: VideoSelection & Partial<Paging>, read: ReadKeywords): CompiledSearch {
  return compileSearch(VIDEO_PLAN, request, read);
}
