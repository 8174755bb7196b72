import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { EncodedData } from '../../encoding/encoded-data.js';
import { Operation } from '../../http/open-api/operation.decorator.js';
import type { RequestContext } from '../../http/request/request-context.js';
import { Context } from '../../http/request/request-context.js';
import { VIDEO_DOCS } from './video.docs.js';
import { VideoSearchRequest } from './video.request.dto.js';
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
}
