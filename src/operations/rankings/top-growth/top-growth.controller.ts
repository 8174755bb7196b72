import { Body, Controller, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { EncodedData } from '../../../records/encoded-data.js';
import { RequiresScope } from '../../../http/access/route-metadata.js';
import { Export } from '../../../http/export/export.decorator.js';
import { ExportSender } from '../../../http/export/export-sender.js';
import { Operation } from '../../../http/open-api/operation.decorator.js';
import type { RequestContext, ServiceRequest } from '../../../http/request/request-context.js';
import { Context } from '../../../http/request/request-context.js';
import { TopGrowthRecord } from '../../../records/top-growth.record.js';
import { TOP_GROWTH_DOCS, TOP_GROWTH_EXPORT_DOCS } from './top-growth.docs.js';
import { TopGrowthExportRequest, TopGrowthRequest } from './top-growth.request.dto.js';
import type { TopGrowthData } from './top-growth.response.dto.js';
import { TopGrowthResponse } from './top-growth.response.dto.js';
import { TopGrowthService } from './top-growth.service.js';

@ApiTags('Rankings')
@Controller()
export class TopGrowthController {
  constructor(
    private readonly ranking: TopGrowthService,
    private readonly exports: ExportSender,
  ) {}

  @Operation({
    summary: 'Follower growth',
    description: 'Creators by the followers they gained in a day, week or month.',
    request: TopGrowthRequest,
    response: TopGrowthResponse,
    docs: TOP_GROWTH_DOCS,
  })
  @RequiresScope('ranking')
  @Post('/creator/v1/rank/topGrowth')
  rankTopGrowthCreators(
    @Body() request: TopGrowthRequest,
    @Context() context: RequestContext,
  ): Promise<EncodedData<TopGrowthData>> {
    return this.ranking.rank(request, context);
  }

  @Export({
    summary: 'Export follower growth',
    description: 'The ranking of a day, week or month, into a file.',
    request: TopGrowthExportRequest,
    record: TopGrowthRecord,
    docs: TOP_GROWTH_EXPORT_DOCS,
  })
  @RequiresScope(['ranking', 'export'])
  @Post('/creator/v1/rank/topGrowth/export')
  exportTopGrowthCreators(
    @Body() options: TopGrowthExportRequest,
    @Req() request: ServiceRequest,
    @Res() response: Response,
  ): Promise<void> {
    const pages = (limit: number) => this.ranking.export(options, limit, request.context);
    return this.exports.send(TopGrowthRecord, options, pages, { request, response });
  }
}
