import type { VideoDocument } from '../../documents/video.document.js';
import type { ReadKeywords } from '../../query/keyword-reading.js';
import type { ExplainOptions } from '../../query/keywords.js';
import type { Paging } from '../../query/request.js';
import type { SearchPlan } from '../../query/search.js';
import { compileSearch } from '../../query/search.js';
import type { CompiledSearch } from '../../query/types.js';
import type { VideoSort } from './video.fields.js';
import { VIDEO_FILTERS, VIDEO_SORTS } from './video.fields.js';
import type { VideoFilter, VideoSelection } from './video.request.dto.js';

const PLAN: SearchPlan<VideoFilter, VideoSort, VideoDocument> = {
  index: 'videos',
  filters: VIDEO_FILTERS,
  sorts: VIDEO_SORTS,
  mainMetric: 'play_count',
  popularity: 'play_count',
};

/** What a search or an export of videos asks of Elasticsearch. */
export function compileVideoSearch(
  request: VideoSelection & Partial<Paging>,
  read: ReadKeywords,
  options?: ExplainOptions,
): CompiledSearch {
  return compileSearch(PLAN, request, read, options);
}
