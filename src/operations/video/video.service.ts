import { Injectable } from '@nestjs/common';
import type { VideoDocument } from '../../documents/video.document.js';
import type { EncodedData, RecordPages } from '../../records/encoded-data.js';
import { VideoRecord } from '../../records/video.record.js';
import type { FacetCounts } from '../../search/facets.js';
import type { SearchCaller } from '../../search/gateway/search-caller.js';
import type { RecordPlan } from '../../search/record-search.js';
import { RecordSearch } from '../../search/record-search.js';
import type { VideoSort } from './video.definition.js';
import { VIDEO_FACETS, VIDEO_FILTERS, VIDEO_MEASURES, VIDEO_SORTS } from './video.definition.js';
import type {
  VideoExportRequest,
  VideoFacetsRequest,
  VideoFilter,
  VideoSearchData,
  VideoSearchRequest,
} from './video.dto.js';

/** Search, export and facets of videos as data. */
export const VIDEO_PLAN: RecordPlan<VideoFilter, VideoSort, VideoDocument> = {
  index: 'videos',
  filters: VIDEO_FILTERS,
  facets: VIDEO_FACETS,
  measures: VIDEO_MEASURES,
  sorts: VIDEO_SORTS,
  mainMetric: 'play_count',
  popularity: 'play_count',
  record: VideoRecord,
  named: ['creator', 'product'],
};

/** Searches, exports and counts videos. */
@Injectable()
export class VideoService {
  constructor(private readonly records: RecordSearch) {}

  /** @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full */
  search(request: VideoSearchRequest, caller: SearchCaller): Promise<EncodedData<VideoSearchData>> {
    return this.records.page(VIDEO_PLAN, request, request.lang, caller, (total) => ({ total }));
  }

  /** @throws as `search` does, with any page */
  export(request: VideoExportRequest, limit: number, caller: SearchCaller): RecordPages {
    return this.records.export(VIDEO_PLAN, request, request.lang, limit, caller);
  }

  /** @throws as `search` does, and RequestFailure (400) when too many values are to be counted */
  facets(request: VideoFacetsRequest, caller: SearchCaller): Promise<EncodedData<FacetCounts>> {
    return this.records.facets(VIDEO_PLAN, request, caller);
  }
}
