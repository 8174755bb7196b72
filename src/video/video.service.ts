import { Injectable } from '@nestjs/common';
import type { VideoDocument } from './video.document.js';
import { RecordService } from '../search/record.service.js';
import type { VideoFilter, VideoSearchData } from './video.requests.js';
import { VIDEO_PLAN } from './video.requests.js';

/** Searches, exports and counts videos. */
@Injectable()
export class VideoService extends RecordService<VideoFilter, VideoDocument, VideoSearchData> {
  protected override readonly plan = VIDEO_PLAN;
}
