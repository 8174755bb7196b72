import { Body, Controller, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { ExportSender } from '../http/export/export-sender.js';
import { Export, Operation } from '../http/open-api/operation.decorator.js';
import { FacetsResponse } from '../records/facets.requests.js';
import { SuggestRequest, SuggestResponse } from '../records/suggest.requests.js';
import EXAMPLES from './creator.examples.json' with { type: 'json' };
import { CreatorRecord } from './creator.record.js';
import {
  CreatorExportRequest,
  CreatorFacetsRequest,
  CreatorSearchRequest,
  CreatorSearchResponse,
} from './creator.requests.js';
import { CreatorService } from './creator.service.js';

@ApiTags('Search')
@Controller('creator/v1')
export class CreatorController {
  constructor(
    private readonly creators: CreatorService,
    private readonly exporter: ExportSender,
  ) {}

  @Post('search')
  @Operation({
    scope: 'ranking',
    summary: 'Search creators',
    description: 'Creators by nickname or unique ID, with filters, sorted.',
    response: CreatorSearchResponse,
    examples: EXAMPLES.search,
  })
  searchCreators(@Body() request: CreatorSearchRequest) {
    return this.creators.search(request);
  }

  @Post('export')
  @Export({
    scope: ['ranking', 'export'],
    summary: 'Export creators',
    description: 'Creators by keywords and filters, into a file.',
    record: CreatorRecord,
    examples: EXAMPLES.export,
  })
  exportCreators(@Body() request: CreatorExportRequest, @Res() response: Response) {
    return this.exporter.send(CreatorRecord, request, (limit) => this.creators.export(request, limit), response);
  }

  @Post('facets')
  @Operation({
    scope: 'ranking',
    summary: 'Count creators',
    description: 'Creators of a search counted by the values of its filters, exactly.',
    response: FacetsResponse,
    examples: EXAMPLES.facets,
  })
  countCreatorsByFacet(@Body() request: CreatorFacetsRequest) {
    return this.creators.facets(request);
  }

  @Post('suggest')
  @Operation({
    scope: 'ranking',
    summary: 'Suggest creators',
    description: 'Creators by handle or nickname, and creator categories, while somebody types.',
    response: SuggestResponse,
    examples: EXAMPLES.suggest,
  })
  suggestCreators(@Body() request: SuggestRequest) {
    return this.creators.suggest(request);
  }
}
