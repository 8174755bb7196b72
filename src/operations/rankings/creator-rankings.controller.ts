import { Body, Controller, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { EncodedData } from '../../records/encoded-data.js';
import { RequiresScope } from '../../http/access/route-metadata.js';
import { Export } from '../../http/export/export.decorator.js';
import { ExportSender } from '../../http/export/export-sender.js';
import { Operation } from '../../http/open-api/operation.decorator.js';
import type { RequestContext, ServiceRequest } from '../../http/request/request-context.js';
import { Context } from '../../http/request/request-context.js';
import { TopEcommerceRecord } from '../../records/top-ecommerce.record.js';
import { TOP_ECOMMERCE_DOCS, TOP_ECOMMERCE_EXPORT_DOCS } from './rankings.docs.js';
import { TopEcommerceExportRequest, TopEcommerceRequest } from './creator-rankings.dto.js';
import type { TopEcommerceData } from './top-ecommerce/top-ecommerce.response.dto.js';
import { TopEcommerceResponse } from './top-ecommerce/top-ecommerce.response.dto.js';
import { TopEcommerceService } from './top-ecommerce/top-ecommerce.service.js';

@ApiTags('Rankings')
@Controller()
export class TopEcommerceController {
  constructor(
    private readonly ranking: TopEcommerceService,
    private readonly exports: ExportSender,
  ) {}

  @Operation({
    summary: 'Top e-commerce creators',
    description: 'Creators by their sales (GMV) in a day, week or month.',
    request: TopEcommerceRequest,
    response: TopEcommerceResponse,
    docs: TOP_ECOMMERCE_DOCS,
  })
  @RequiresScope('ranking')
  @Post('/creator/v1/rank/topEcommerce')
  rankTopEcommerceCreators(
    @Body() request: TopEcommerceRequest,
    @Context() context: RequestContext,
  ): Promise<EncodedData<TopEcommerceData>> {
    return this.ranking.rank(request, context);
  }

  @Export({
    summary: 'Export the top e-commerce creators',
    description: 'The ranking of a day, week or month, into a file.',
    request: TopEcommerceExportRequest,
    record: TopEcommerceRecord,
    docs: TOP_ECOMMERCE_EXPORT_DOCS,
  })
  @RequiresScope(['ranking', 'export'])
  @Post('/creator/v1/rank/topEcommerce/export')
  exportTopEcommerceCreators(
    @Body() options: TopEcommerceExportRequest,
    @Req() request: ServiceRequest,
    @Res() response: Response,
  ): Promise<void> {
    const pages = (limit: number) => this.ranking.export(options, limit, request.context);
    return this.exports.send(TopEcommerceRecord, options, pages, { request, response });
  }
}
