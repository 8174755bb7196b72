import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { VIDEO_PLAN } from '../../../src/video/video.service.js';
import { type RecordPage, SearchService } from './search.service.js';
import { VideoSearchDto } from './search.dto.js';

@Controller('video/v1')
export class VideoController {
  constructor(private readonly searches: SearchService) {}

  @Post('search')
  @HttpCode(200)
  search(@Body() request: VideoSearchDto): Promise<RecordPage> {
    return this.searches.page(VIDEO_PLAN, request);
  }
}
