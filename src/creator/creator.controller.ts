import { Body, Controller, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { EncodedData } from '../common/records/encoded-data.js';
import { Export, Operation } from '../http/open-api/operation.decorator.js';
import { ExportSender } from '../http/export/export-sender.js';
import type { RequestContext, ServiceRequest } from '../http/request/request-context.js';
import { Context } from '../http/request/request-context.js';
import { CreatorRecord } from './creator.record.js';
import type { FacetsData } from '../http/requests/facets.requests.js';
import { FacetsResponse } from '../http/requests/facets.requests.js';
import type { SuggestData } from '../http/requests/suggest.requests.js';
import { suggestDocs, SuggestRequest, SuggestResponse } from '../http/requests/suggest.requests.js';
import type { CreatorSearchData } from './creator.requests.js';
import {
  CREATOR_DOCS,
  CREATOR_EXPORT_DOCS,
  CREATOR_FACETS_DOCS,
  CreatorExportRequest,
  CreatorFacetsRequest,
  CreatorSearchRequest,
  CreatorSearchResponse,
} from './creator.requests.js';
import { CreatorService } from './creator.service.js';

@ApiTags('Search')
@Controller()
export class CreatorController {
  constructor(
    private readonly creators: CreatorService,
    private readonly exports: ExportSender,
  ) {}

  @Operation({
    path: '/creator/v1/search',
    scope: 'ranking',
    summary: 'Search creators',
    description: 'Creators by nickname or unique ID, with filters, sorted.',
    request: CreatorSearchRequest,
    response: CreatorSearchResponse,
    docs: CREATOR_DOCS,
  })
  searchCreators(
    @Body() request: CreatorSearchRequest,
    @Context() context: RequestContext,
  ): Promise<EncodedData<CreatorSearchData>> {
    return this.creators.search(request, context);
  }

  @Export({
    path: '/creator/v1/export',
    scope: ['ranking', 'export'],
    summary: 'Export creators',
    description: 'Creators by keywords and filters, into a file.',
    request: CreatorExportRequest,
    record: CreatorRecord,
    docs: CREATOR_EXPORT_DOCS,
  })
  exportCreators(
    @Body() options: CreatorExportRequest,
    @Req() request: ServiceRequest,
    @Res() response: Response,
  ): Promise<void> {
    const pages = (limit: number) => this.creators.export(options, limit, request.context);
    return this.exports.send(CreatorRecord, options, pages, { request, response });
  }

  @Operation({
    path: '/creator/v1/facets',
    scope: 'ranking',
    summary: 'Count creators',
    description: 'Creators of a search counted by the values of its filters, exactly.',
    request: CreatorFacetsRequest,
    response: FacetsResponse,
    docs: CREATOR_FACETS_DOCS,
  })
  countCreatorsByFacet(
    @Body() request: CreatorFacetsRequest,
    @Context() context: RequestContext,
  ): Promise<EncodedData<FacetsData>> {
    return this.creators.facets(request, context);
  }

  @Operation({
    path: '/creator/v1/suggest',
    scope: 'ranking',
    summary: 'Suggest creators',
    description: 'Creators by handle or nickname, and creator categories, while somebody types.',
    request: SuggestRequest,
    response: SuggestResponse,
    docs: suggestDocs('m'),
  })
  suggestCreators(
    @Body() request: SuggestRequest,
    @Context() context: RequestContext,
  ): Promise<EncodedData<SuggestData>> {
    return this.creators.suggest(request, context);
  }
}
