import { Module } from '@nestjs/common';
import { HttpModule } from '../http/http.module.js';
import { SearchModule } from '../search/search.module.js';
import { VideoController } from './video.controller.js';
import { VideoService } from './video.service.js';

/** POST /video/v1/search, /export and /facets. */
@Module({
  imports: [HttpModule, SearchModule],
  controllers: [VideoController],
  providers: [VideoService],
  exports: [VideoService],
})
export class VideoModule {}
