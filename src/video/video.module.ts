import { Module } from '@nestjs/common';
import { SearchModule } from '../search/search.module.js';
import { VideoController } from './video.controller.js';
import { VideoService } from './video.service.js';

/** POST /video/v1/search, /export and /facets. */
@Module({ imports: [SearchModule], controllers: [VideoController], providers: [VideoService], exports: [VideoService] })
export class VideoModule {}
