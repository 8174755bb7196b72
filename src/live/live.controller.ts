import { Body, Controller, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { ExportSender } from '../http/export/export-sender.js';
import { Export, Operation } from '../http/open-api/operation.decorator.js';
import { FacetsResponse } from '../records/facets.requests.js';
import EXAMPLES from './live.examples.json' with { type: 'json' };
import { LiveRecord } from './live.record.js';
import {
  LIVE_ENVELOPE,
  LiveErrorAnswer,
  LiveExportRequest,
  LiveFacetsRequest,
  LiveSearchRequest,
  LiveSearchResponse,
} from './live.requests.js';
import { LiveService } from './live.service.js';

@ApiTags('Search')
@Controller('live/v1')
export class LiveController {
  constructor(
    private readonly lives: LiveService,
    private readonly exporter: ExportSender,
  ) {}

  @Post('search')
  @Operation({
    scope: 'live',
    summary: 'Search live streams',
    description: 'Live streams by creator unique ID, nickname or stream title, with filters, sorted.',
    response: LiveSearchResponse,
    error: LiveErrorAnswer,
    envelope: LIVE_ENVELOPE,
    examples: EXAMPLES.search,
  })
  searchLiveStreams(@Body() request: LiveSearchRequest) {
    return this.lives.search(request);
  }

  @Post('export')
  @Export({
    scope: ['live', 'export'],
    summary: 'Export live streams',
    description: 'Live streams by keywords and filters, into a file.',
    record: LiveRecord,
    examples: EXAMPLES.export,
  })
  exportLiveStreams(@Body() request: LiveExportRequest, @Res() response: Response) {
    return this.exporter.send(LiveRecord, request, (limit) => this.lives.export(request, limit), response);
  }

  @Post('facets')
  @Operation({
    scope: 'live',
    summary: 'Count live streams',
    description: 'Live streams of a search counted by the values of its filters, exactly.',
    response: FacetsResponse,
    examples: EXAMPLES.facets,
  })
  countLiveStreamsByFacet(@Body() request: LiveFacetsRequest) {
    return this.lives.facets(request);
  }
}
