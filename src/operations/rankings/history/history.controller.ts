import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { EncodedData } from '../../../records/encoded-data.js';
import { RequiresScope } from '../../../http/access/route-metadata.js';
import { Operation } from '../../../http/open-api/operation.decorator.js';
import type { RequestContext } from '../../../http/request/request-context.js';
import { Context } from '../../../http/request/request-context.js';
import { HISTORY_DOCS } from '../rankings.docs.js';
import type { HistoryData } from './history.dto.js';
import { HistoryRequest, HistoryResponse } from './history.dto.js';
import { HistoryService } from './history.service.js';

@ApiTags('Rankings')
@Controller()
export class HistoryController {
  constructor(private readonly history: HistoryService) {}

  @Operation({
    summary: 'History of a creator',
    description: 'A creator’s followers and sales, period by period, as the rankings count them.',
    request: HistoryRequest,
    response: HistoryResponse,
    docs: HISTORY_DOCS,
  })
  @RequiresScope('ranking')
  @Post('/creator/v1/history')
  listCreatorHistory(
    @Body() request: HistoryRequest,
    @Context() context: RequestContext,
  ): Promise<EncodedData<HistoryData>> {
    return this.history.list(request, context);
  }
}
