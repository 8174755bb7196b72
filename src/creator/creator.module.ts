import { Module } from '@nestjs/common';
import { HttpModule } from '../http/http.module.js';
import { SearchModule } from '../search/search.module.js';
import { CreatorController } from './creator.controller.js';
import { CreatorService } from './creator.service.js';

/** POST /creator/v1/search, /export, /facets and /suggest. */
@Module({
  imports: [HttpModule, SearchModule],
  controllers: [CreatorController],
  providers: [CreatorService],
  exports: [CreatorService],
})
export class CreatorModule {}
