import { Injectable } from '@nestjs/common';
import type { VideoDocument } from './video.document.js';
import { VideoRecord } from './video.record.js';
import type { RecordPlan } from '../search/record-search.js';
import { RecordService } from '../search/record-search.js';
import type { VideoSort } from './video.definition.js';
import { VIDEO_FACETS, VIDEO_FILTERS, VIDEO_MEASURES, VIDEO_SORTS } from './video.definition.js';
import type { VideoFilter, VideoSearchData } from './video.requests.js';

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
export class VideoService extends RecordService<VideoFilter, VideoSort, VideoDocument, VideoSearchData> {
  protected override readonly plan = VIDEO_PLAN;
}
