import { Module } from '@nestjs/common';
import { RecordsModule } from '../records/records.module.js';
import { LiveController } from './live.controller.js';
import { LiveService } from './live.service.js';

/** POST /live/v1/search, /export and /facets. */
@Module({ imports: [RecordsModule], controllers: [LiveController], providers: [LiveService] })
export class LiveModule {}
