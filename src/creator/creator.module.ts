import { Module } from '@nestjs/common';
import { HttpModule } from '../http/http.module.js';
import { SearchModule } from '../search/search.module.js';
import { CREATOR_OPERATIONS, CreatorSuggestController } from './creator.requests.js';

/** POST /creator/v1/search, /export, /facets and /suggest. */
@Module({
  imports: [HttpModule, SearchModule],
  controllers: [CREATOR_OPERATIONS.RecordController, CreatorSuggestController],
})
export class CreatorModule {}
