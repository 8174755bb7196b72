import { Module } from '@nestjs/common';
import { HttpModule } from '../http/http.module.js';
import { SearchModule } from '../search/search.module.js';
import { VIDEO_OPERATIONS } from './video.requests.js';

/** POST /video/v1/search, /export and /facets. */
@Module({
  imports: [HttpModule, SearchModule],
  controllers: [VIDEO_OPERATIONS.RecordController],
})
export class VideoModule {}
