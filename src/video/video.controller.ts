import { Body, Controller, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { ExportSender } from '../http/export/export-sender.js';
import { Export, Operation } from '../http/open-api/operation.decorator.js';
import { FacetsResponse } from '../records/facets.requests.js';
import EXAMPLES from './video.examples.json' with { type: 'json' };
import { VideoRecord } from './video.record.js';
import { VideoExportRequest, VideoFacetsRequest, VideoSearchRequest, VideoSearchResponse } from './video.requests.js';
import { VideoService } from './video.service.js';

@ApiTags('Search')
@Controller('video/v1')
export class VideoController {
  constructor(
    private readonly videos: VideoService,
    private readonly exporter: ExportSender,
  ) {}

  @Post('search')
  @Operation({
    scope: 'video',
    summary: 'Search videos',
    description:
      'Videos by keywords and filters, sorted. `filter.create_time_range` is required unless `video_id`, `uid`, `product_id` or `seller_id` is set.',
    response: VideoSearchResponse,
    examples: EXAMPLES.search,
  })
  searchVideos(@Body() request: VideoSearchRequest) {
    return this.videos.search(request);
  }

  @Post('export')
  @Export({
    scope: ['video', 'export'],
    summary: 'Export videos',
    description:
      'Videos by keywords and filters, into a file. `filter.create_time_range` is required unless `video_id`, `uid`, `product_id` or `seller_id` is set.',
    record: VideoRecord,
    examples: EXAMPLES.export,
  })
  exportVideos(@Body() request: VideoExportRequest, @Res() response: Response) {
    return this.exporter.send(VideoRecord, request, (limit) => this.videos.export(request, limit), response);
  }

  @Post('facets')
  @Operation({
    scope: 'video',
    summary: 'Count videos',
    description: 'Videos of a search counted by the values of its filters, exactly.',
    response: FacetsResponse,
    examples: EXAMPLES.facets,
  })
  countVideosByFacet(@Body() request: VideoFacetsRequest) {
    return this.videos.facets(request);
  }
}
