import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { EncodedData } from '../../encoding/encoded-data.js';
import { Operation } from '../../http/open-api/operation.decorator.js';
import type { RequestContext } from '../../http/request/request-context.js';
import { Context } from '../../http/request/request-context.js';
import type { FacetsData } from '../facets/facets.response.dto.js';
import { FacetsResponse } from '../facets/facets.response.dto.js';
import { VIDEO_DOCS, VIDEO_FACETS_DOCS } from './video.docs.js';
import { VideoFacetsRequest, VideoSearchRequest } from './video.request.dto.js';
import type { VideoSearchData } from './video.response.dto.js';
import { VideoSearchResponse } from './video.response.dto.js';
import { VideoService } from './video.service.js';

@ApiTags('Search')
@Controller()
export class VideoController {
  constructor(private readonly videos: VideoService) {}

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

  @Operation({
    path: '/video/v1/facets',
    scope: 'video',
    summary: 'Count videos',
    description: 'Videos of a search counted by the values of its filters, exactly.',
    request: VideoFacetsRequest,
    response: FacetsResponse,
    docs: VIDEO_FACETS_DOCS,
  })
  countVideos(
    @Body() request: VideoFacetsRequest,
    @Context() context: RequestContext,
  ): Promise<EncodedData<FacetsData>> {
    return this.videos.facets(request, context);
  }
}
