import { Module } from '@nestjs/common';
import { SearchModule } from '../search/search.module.js';
import { LiveController } from './live.controller.js';
import { LiveService } from './live.service.js';

/** POST /live/v1/search, /export and /facets. */
@Module({ imports: [SearchModule], controllers: [LiveController], providers: [LiveService], exports: [LiveService] })
export class LiveModule {}
