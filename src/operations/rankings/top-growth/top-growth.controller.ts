import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { EncodedData } from '../../../encoding/encoded-data.js';
import { Operation } from '../../../http/open-api/operation.decorator.js';
import type { RequestContext } from '../../../http/request/request-context.js';
import { Context } from '../../../http/request/request-context.js';
import { TOP_GROWTH_DOCS } from './top-growth.docs.js';
import { TopGrowthRequest } from './top-growth.request.dto.js';
import type { TopGrowthData } from './top-growth.response.dto.js';
import { TopGrowthResponse } from './top-growth.response.dto.js';
import { TopGrowthService } from './top-growth.service.js';

@ApiTags('Rankings')
@Controller()
export class TopGrowthController {
  constructor(private readonly ranking: TopGrowthService) {}

  @Operation({
    path: '/creator/v1/rank/topGrowth',
    scope: 'ranking',
    summary: 'Follower growth',
    description: 'Creators by the followers they gained in a day, week or month.',
    request: TopGrowthRequest,
    response: TopGrowthResponse,
    docs: TOP_GROWTH_DOCS,
  })
  rankTopGrowthCreators(
    @Body() request: TopGrowthRequest,
    @Context() context: RequestContext,
  ): Promise<EncodedData<TopGrowthData>> {
    return this.ranking.rank(request, context);
  }
}
