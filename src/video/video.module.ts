import { Module } from '@nestjs/common';
import { RecordsModule } from '../records/records.module.js';
import { VideoController } from './video.controller.js';
import { VideoService } from './video.service.js';

/** POST /video/v1/search, /export and /facets. */
@Module({ imports: [RecordsModule], controllers: [VideoController], providers: [VideoService] })
export class VideoModule {}
