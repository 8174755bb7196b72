import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { EncodedData } from '../../../encoding/encoded-data.js';
import { Operation } from '../../../http/open-api/operation.decorator.js';
import type { RequestContext } from '../../../http/request/request-context.js';
import { Context } from '../../../http/request/request-context.js';
import { TOP_ECOMMERCE_DOCS } from './top-ecommerce.docs.js';
import { TopEcommerceRequest } from './top-ecommerce.request.dto.js';
import type { TopEcommerceData } from './top-ecommerce.response.dto.js';
import { TopEcommerceResponse } from './top-ecommerce.response.dto.js';
import { TopEcommerceService } from './top-ecommerce.service.js';

@ApiTags('Rankings')
@Controller()
export class TopEcommerceController {
  constructor(private readonly ranking: TopEcommerceService) {}

  @Operation({
    path: '/creator/v1/rank/topEcommerce',
    scope: 'ranking',
    summary: 'Top e-commerce creators',
    description: 'Creators by their sales (GMV) in a day, week or month.',
    request: TopEcommerceRequest,
    response: TopEcommerceResponse,
    docs: TOP_ECOMMERCE_DOCS,
  })
  rankTopEcommerceCreators(
    @Body() request: TopEcommerceRequest,
    @Context() context: RequestContext,
  ): Promise<EncodedData<TopEcommerceData>> {
    return this.ranking.rank(request, context);
  }
}
