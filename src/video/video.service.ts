import { Injectable } from '@nestjs/common';
import { RecordService } from '../search/record.service.js';
import type { VideoDocument } from './video.record.js';
import type { VideoFilter } from './video.requests.js';
import { VIDEO_PLAN } from './video.requests.js';

/** Searches, exports and counts videos. */
@Injectable()
export class VideoService extends RecordService<VideoFilter, VideoDocument> {
  protected override readonly plan = VIDEO_PLAN;
}
