import { Module } from '@nestjs/common';
import { RecordsModule } from '../records/records.module.js';
import { CreatorController } from './creator.controller.js';
import { CreatorService } from './creator.service.js';

/** POST /creator/v1/search, /export, /facets and /suggest. */
@Module({ imports: [RecordsModule], controllers: [CreatorController], providers: [CreatorService] })
export class CreatorModule {}
