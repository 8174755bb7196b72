import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ExportSender } from '../http/export/export-sender.js';
import { LIVE_OPERATIONS } from './live.requests.js';
import { LiveService } from './live.service.js';

/** POST /live/v1/search, /export and /facets. */
@ApiTags('Search')
@Controller()
export class LiveController extends LIVE_OPERATIONS.RecordController {
  constructor(records: LiveService, exports: ExportSender) {
    super(records, exports);
  }
}
