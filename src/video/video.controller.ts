import { Body, Controller, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { EncodedData } from '../common/records/encoded-data.js';
import { Export, Operation } from '../http/open-api/operation.decorator.js';
import { ExportSender } from '../http/export/export-sender.js';
import type { RequestContext, ServiceRequest } from '../http/request/request-context.js';
import { Context } from '../http/request/request-context.js';
import { VideoRecord } from './video.record.js';
import type { FacetsData } from '../http/requests/facets.requests.js';
import { FacetsResponse } from '../http/requests/facets.requests.js';
import type { VideoSearchData } from './video.requests.js';
import {
  VIDEO_DOCS,
  VIDEO_EXPORT_DOCS,
  VIDEO_FACETS_DOCS,
  VideoExportRequest,
  VideoFacetsRequest,
  VideoSearchRequest,
  VideoSearchResponse,
} from './video.requests.js';
import { VideoService } from './video.service.js';

@ApiTags('Search')
@Controller()
export class VideoController {
  constructor(
    private readonly videos: VideoService,
    private readonly exports: ExportSender,
  ) {}

  @Operation({
    path: '/video/v1/search',
    scope: 'video',
    summary: 'Search videos',
    description: 'Videos by keywords and filters, sorted. `filter.create_time_range` is required.',
    request: VideoSearchRequest,
    response: VideoSearchResponse,
    docs: VIDEO_DOCS,
  })
  searchVideos(
    @Body() request: VideoSearchRequest,
    @Context() context: RequestContext,
  ): Promise<EncodedData<VideoSearchData>> {
    return this.videos.search(request, context);
  }

  @Export({
    path: '/video/v1/export',
    scope: ['video', 'export'],
    summary: 'Export videos',
    description: 'Videos by keywords and filters, into a file. `filter.create_time_range` is required.',
    request: VideoExportRequest,
    record: VideoRecord,
    docs: VIDEO_EXPORT_DOCS,
  })
  exportVideos(
    @Body() options: VideoExportRequest,
    @Req() request: ServiceRequest,
    @Res() response: Response,
  ): Promise<void> {
    const pages = (limit: number) => this.videos.export(options, limit, request.context);
    return this.exports.send(VideoRecord, options, pages, { request, response });
  }

  @Operation({
    path: '/video/v1/facets',
    scope: 'video',
    summary: 'Count videos',
    description: 'Videos of a search counted by the values of its filters, exactly.',
    request: VideoFacetsRequest,
    response: FacetsResponse,
    docs: VIDEO_FACETS_DOCS,
  })
  countVideosByFacet(
    @Body() request: VideoFacetsRequest,
    @Context() context: RequestContext,
  ): Promise<EncodedData<FacetsData>> {
    return this.videos.facets(request, context);
  }
}
