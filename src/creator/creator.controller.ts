import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { EncodedData } from '../common/records/encoded-data.js';
import { ExportSender } from '../http/export/export-sender.js';
import { Operation } from '../http/open-api/operation.decorator.js';
import type { SuggestData } from '../http/requests/suggest.requests.js';
import { suggestDocs, SuggestRequest, SuggestResponse } from '../http/requests/suggest.requests.js';
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

/** POST /creator/v1/suggest. */
@ApiTags('Search')
@Controller()
export class CreatorSuggestController {
  constructor(private readonly creators: CreatorService) {}

  @Operation({
    path: '/creator/v1/suggest',
    scope: 'ranking',
    summary: 'Suggest creators',
    description: 'Creators by handle or nickname, and creator categories, while somebody types.',
    request: SuggestRequest,
    response: SuggestResponse,
    docs: suggestDocs('m'),
  })
  suggestCreators(@Body() request: SuggestRequest): Promise<EncodedData<SuggestData>> {
    return this.creators.suggest(request);
  }
}
