import { Module } from '@nestjs/common';
import { HttpModule } from '../http/http.module.js';
import { SearchModule } from '../search/search.module.js';
import { LIVE_OPERATIONS } from './live.requests.js';

/** POST /live/v1/search, /export and /facets. */
@Module({
  imports: [HttpModule, SearchModule],
  controllers: [LIVE_OPERATIONS.RecordController],
})
export class LiveModule {}
