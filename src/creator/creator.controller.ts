import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ExportSender } from '../http/export/export-sender.js';
import { CREATOR_OPERATIONS } from './creator.requests.js';
import { CreatorService } from './creator.service.js';

/** POST /creator/v1/search, /export and /facets. */
@ApiTags('Search')
@Controller()
export class CreatorController extends CREATOR_OPERATIONS.RecordController {
  constructor(records: CreatorService, exports: ExportSender) {
    super(records, exports);
  }
}
