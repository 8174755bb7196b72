import { Injectable } from '@nestjs/common';
import { filterPlan } from '../http/validation/request-field.js';
import { type RecordPlan, RecordsService } from '../records/records.service.js';
import { type VideoDocument, VideoRecord } from './video.record.js';
import {
  VIDEO_SORTS,
  type VideoExportRequest,
  type VideoFacetsRequest,
  VideoFilter,
  type VideoSearchRequest,
} from './video.requests.js';

/** How a request for videos becomes a query. The filters name their index fields themselves. */
export const VIDEO_PLAN: RecordPlan<VideoFilter, VideoDocument> = {
  index: 'videos',
  ...filterPlan(VideoFilter),
  measures: {
    units_sold: ['units_sold'],
    gmv: ['gmv_whole', 'gmv_fraction'],
    usd_gmv: ['usd_gmv_whole', 'usd_gmv_fraction'],
    play_count: ['play_count'],
  },
  sorts: VIDEO_SORTS,
  mainMetric: 'play_count',
  popularity: 'play_count',
  record: VideoRecord,
  named: ['creator', 'product'],
  // Shops are not in videos: their products as loaded now are.
  foreign: { names: ['seller_id'], source: { facts: 'products', field: 'product_id', clauses: [] } },
};

/** Compiles requests for videos into queries, by the plan of their kind. */
@Injectable()
export class VideoService {
  constructor(private readonly records: RecordsService) {}

  /** One page of videos. @throws as `RecordsService.search` does */
  search(request: VideoSearchRequest) {
    return this.records.search(VIDEO_PLAN, request);
  }

  /** All videos in their order, at most `limit` of them. @throws as `search` does, with any page */
  export(request: VideoExportRequest, limit: number) {
    return this.records.export(VIDEO_PLAN, request, limit);
  }

  /** Counts of videos by the values of filters. @throws as `Facets` does */
  facets(request: VideoFacetsRequest) {
    return this.records.facets(VIDEO_PLAN, request);
  }
}
