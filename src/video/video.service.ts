import { Injectable } from '@nestjs/common';
import { filterPlan } from '../http/validation/request-field.js';
import { type RecordPlan, RecordService } from '../records/record.service.js';
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
};

/** Searches, exports and counts videos, as `RecordService` does by their plan. */
@Injectable()
export class VideoService extends RecordService<VideoFilter, VideoDocument> {
  protected override readonly plan = VIDEO_PLAN;
}
