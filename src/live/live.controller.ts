import { Body, Controller, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { EncodedData } from '../common/records/encoded-data.js';
import { Export, Operation } from '../http/open-api/operation.decorator.js';
import { ExportSender } from '../http/export/export-sender.js';
import type { RequestContext, ServiceRequest } from '../http/request/request-context.js';
import { Context } from '../http/request/request-context.js';
import { LiveRecord } from './live.record.js';
import type { FacetsData } from '../http/requests/facets.requests.js';
import { FacetsResponse } from '../http/requests/facets.requests.js';
import type { LiveSearchData } from './live.requests.js';
import {
  LIVE_DOCS,
  LIVE_EXPORT_DOCS,
  LIVE_FACETS_DOCS,
  LiveErrorAnswer,
  LiveExportRequest,
  LiveFacetsRequest,
  LiveSearchRequest,
  LiveSearchResponse,
} from './live.requests.js';
import { LiveService } from './live.service.js';

@ApiTags('Search')
@Controller()
export class LiveController {
  constructor(
    private readonly lives: LiveService,
    private readonly exports: ExportSender,
  ) {}

  @Operation({
    path: '/live/v1/search',
    scope: 'live',
    summary: 'Search live streams',
    description: 'Live streams by creator unique ID, nickname or stream title, with filters, sorted.',
    request: LiveSearchRequest,
    response: LiveSearchResponse,
    error: LiveErrorAnswer,
    envelope: (envelope) => ({ ...envelope, msg: envelope.code === 0 ? 'success' : envelope.message }),
    docs: LIVE_DOCS,
  })
  searchLiveStreams(
    @Body() request: LiveSearchRequest,
    @Context() context: RequestContext,
  ): Promise<EncodedData<LiveSearchData>> {
    return this.lives.search(request, context);
  }

  @Export({
    path: '/live/v1/export',
    scope: ['live', 'export'],
    summary: 'Export live streams',
    description: 'Live streams by keywords and filters, into a file.',
    request: LiveExportRequest,
    record: LiveRecord,
    docs: LIVE_EXPORT_DOCS,
  })
  exportLiveStreams(
    @Body() options: LiveExportRequest,
    @Req() request: ServiceRequest,
    @Res() response: Response,
  ): Promise<void> {
    const pages = (limit: number) => this.lives.export(options, limit, request.context);
    return this.exports.send(LiveRecord, options, pages, { request, response });
  }

  @Operation({
    path: '/live/v1/facets',
    scope: 'live',
    summary: 'Count live streams',
    description: 'Live streams of a search counted by the values of its filters, exactly.',
    request: LiveFacetsRequest,
    response: FacetsResponse,
    docs: LIVE_FACETS_DOCS,
  })
  countLiveStreamsByFacet(
    @Body() request: LiveFacetsRequest,
    @Context() context: RequestContext,
  ): Promise<EncodedData<FacetsData>> {
    return this.lives.facets(request, context);
  }
}
