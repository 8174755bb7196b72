import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { compileVideoSearch } from '../../../../src/operations/video/video.query.js';
import { RecordSearch } from '../record-search.js';
import type { RecordPage } from '../record-search.js';
import { VideoSearchDto } from './video.dto.js';

@Controller('video/v1')
export class VideoController {
  constructor(private readonly records: RecordSearch) {}

  @Post('search')
  @HttpCode(200)
  search(@Body() request: VideoSearchDto): Promise<RecordPage> {
    return this.records.page('videos', compileVideoSearch, request);
  }
}
