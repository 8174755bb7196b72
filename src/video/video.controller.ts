import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ExportSender } from '../http/export/export-sender.js';
import { VIDEO_OPERATIONS } from './video.requests.js';
import { VideoService } from './video.service.js';

/** POST /video/v1/search, /export and /facets. */
@ApiTags('Search')
@Controller()
export class VideoController extends VIDEO_OPERATIONS.RecordController {
  constructor(records: VideoService, exports: ExportSender) {
    super(records, exports);
  }
}
