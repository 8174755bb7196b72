import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ExportSender } from '../http/export/export-sender.js';
import { RecordService } from '../search/record.service.js';
import { VIDEO_OPERATIONS } from './video.requests.js';

/** POST /video/v1/search, /export and /facets. */
@ApiTags('Search')
@Controller()
export class VideoController extends VIDEO_OPERATIONS.RecordController {
  constructor(records: RecordService, exports: ExportSender) {
    super(records, exports);
  }
}
