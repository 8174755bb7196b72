import { Module } from '@nestjs/common';
import { HttpModule } from '../http/http.module.js';
import { SearchModule } from '../search/search.module.js';
import { LiveController } from './live.controller.js';
import { LiveService } from './live.service.js';

/** POST /live/v1/search, /export and /facets. */
@Module({
  imports: [HttpModule, SearchModule],
  controllers: [LiveController],
  providers: [LiveService],
  exports: [LiveService],
})
export class LiveModule {}
