import { Body, Controller, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Export, Operation } from '../../http/open-api/operation.decorator.js';
import { ExportSender } from '../../http/export/export-sender.js';
import type { RequestContext, ServiceRequest } from '../../http/request/request-context.js';
import { Context } from '../../http/request/request-context.js';
import type { EncodedData } from '../../common/records/encoded-data.js';
import { TopEcommerceRecord, TopGrowthRecord } from '../records/creator-rankings.record.js';
import type { TopEcommerceData, TopGrowthData } from './creator-rankings.dto.js';
import {
  TOP_ECOMMERCE_DOCS,
  TOP_ECOMMERCE_EXPORT_DOCS,
  TOP_GROWTH_DOCS,
  TOP_GROWTH_EXPORT_DOCS,
  TopEcommerceExportRequest,
  TopEcommerceRequest,
  TopEcommerceResponse,
  TopGrowthExportRequest,
  TopGrowthRequest,
  TopGrowthResponse,
} from './creator-rankings.dto.js';
import { TOP_ECOMMERCE, TOP_GROWTH } from '../ranking.definition.js';
import { RankingReader } from '../ranking.reader.js';

/** The rankings of creators and their exports. */
@ApiTags('Rankings')
@Controller()
export class CreatorRankingsController {
  constructor(
    private readonly rankings: RankingReader,
    private readonly exports: ExportSender,
  ) {}

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
    return this.rankings.page(TOP_ECOMMERCE, request, context);
  }

  @Export({
    path: '/creator/v1/rank/topEcommerce/export',
    scope: ['ranking', 'export'],
    summary: 'Export the top e-commerce creators',
    description: 'The ranking of a day, week or month, into a file.',
    request: TopEcommerceExportRequest,
    record: TopEcommerceRecord,
    docs: TOP_ECOMMERCE_EXPORT_DOCS,
  })
  exportTopEcommerceCreators(
    @Body() options: TopEcommerceExportRequest,
    @Req() request: ServiceRequest,
    @Res() response: Response,
  ): Promise<void> {
    const pages = (limit: number) => this.rankings.export(TOP_ECOMMERCE, options, limit, request.context);
    return this.exports.send(TopEcommerceRecord, options, pages, { request, response });
  }

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
    return this.rankings.page(TOP_GROWTH, request, context);
  }

  @Export({
    path: '/creator/v1/rank/topGrowth/export',
    scope: ['ranking', 'export'],
    summary: 'Export follower growth',
    description: 'The ranking of a day, week or month, into a file.',
    request: TopGrowthExportRequest,
    record: TopGrowthRecord,
    docs: TOP_GROWTH_EXPORT_DOCS,
  })
  exportTopGrowthCreators(
    @Body() options: TopGrowthExportRequest,
    @Req() request: ServiceRequest,
    @Res() response: Response,
  ): Promise<void> {
    const pages = (limit: number) => this.rankings.export(TOP_GROWTH, options, limit, request.context);
    return this.exports.send(TopGrowthRecord, options, pages, { request, response });
  }
}
