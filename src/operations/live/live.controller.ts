import { Body, Controller, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { RequiresScope } from '../../http/access/route-metadata.js';
import { LiveErrorAnswer } from '../../http/answer/answer.dto.js';
import type { EncodedData } from '../../records/encoded-data.js';
import { shapeEnvelopes } from '../../http/answer/envelope.interceptor.js';
import { Export, Operation } from '../../http/open-api/operation.decorator.js';
import { ExportSender } from '../../http/export/export-sender.js';
import type { RequestContext, ServiceRequest } from '../../http/request/request-context.js';
import { Context } from '../../http/request/request-context.js';
import { LiveRecord } from '../../records/live.record.js';
import type { FacetsData } from '../facets/facets.dto.js';
import { FacetsResponse } from '../facets/facets.dto.js';
import type { LiveSearchData } from './live.dto.js';
import {
  LIVE_DOCS,
  LIVE_EXPORT_DOCS,
  LIVE_FACETS_DOCS,
  LiveExportRequest,
  LiveFacetsRequest,
  LiveSearchRequest,
  LiveSearchResponse,
} from './live.dto.js';
import { LiveService } from './live.service.js';

const SEARCH = '/live/v1/search';

shapeEnvelopes(SEARCH, (envelope) => ({ ...envelope, msg: envelope.code === 0 ? 'success' : envelope.message }));

@ApiTags('Search')
@Controller()
export class LiveController {
  constructor(
    private readonly lives: LiveService,
    private readonly exports: ExportSender,
  ) {}

  @Operation({
    summary: 'Search live streams',
    description: 'Live streams by creator unique ID, nickname or stream title, with filters, sorted.',
    request: LiveSearchRequest,
    response: LiveSearchResponse,
    error: LiveErrorAnswer,
    docs: LIVE_DOCS,
  })
  @RequiresScope('live')
  @Post(SEARCH)
  searchLiveStreams(
    @Body() request: LiveSearchRequest,
    @Context() context: RequestContext,
  ): Promise<EncodedData<LiveSearchData>> {
    return this.lives.search(request, context);
  }

  @Export({
    summary: 'Export live streams',
    description: 'Live streams by keywords and filters, into a file.',
    request: LiveExportRequest,
    record: LiveRecord,
    docs: LIVE_EXPORT_DOCS,
  })
  @RequiresScope(['live', 'export'])
  @Post('/live/v1/export')
  exportLiveStreams(
    @Body() options: LiveExportRequest,
    @Req() request: ServiceRequest,
    @Res() response: Response,
  ): Promise<void> {
    const pages = (limit: number) => this.lives.export(options, limit, request.context);
    return this.exports.send(LiveRecord, options, pages, { request, response });
  }

  @Operation({
    summary: 'Count live streams',
    description: 'Live streams of a search counted by the values of its filters, exactly.',
    request: LiveFacetsRequest,
    response: FacetsResponse,
    docs: LIVE_FACETS_DOCS,
  })
  @RequiresScope('live')
  @Post('/live/v1/facets')
  countLiveStreamsByFacet(
    @Body() request: LiveFacetsRequest,
    @Context() context: RequestContext,
  ): Promise<EncodedData<FacetsData>> {
    return this.lives.facets(request, context);
  }
}
