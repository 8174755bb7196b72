import { Injectable } from '@nestjs/common';
import { filterPlan } from '../http/validation/request-field.js';
import { type RecordPlan, RecordsService } from '../records/records.service.js';
import { type VideoDocument, VideoRecord } from './video.record.js';
import { VIDEO_SORTS, VideoFilter } from './video.requests.js';

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

/** Searches, exports and counts videos. */
@Injectable()
export class VideoService extends RecordsService<VideoFilter, VideoDocument> {
  protected readonly plan = VIDEO_PLAN;
}
