import { Injectable } from '@nestjs/common';
import { RecordService } from '../search/record.service.js';
import type { VideoDocument } from './video.record.js';
import { VIDEO_PLAN, type VideoFilter } from './video.requests.js';

/** Searches, exports and counts videos. */
@Injectable()
export class VideoService extends RecordService<VideoFilter, VideoDocument> {
  protected override readonly plan = VIDEO_PLAN;
}
