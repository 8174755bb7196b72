import { Module } from '@nestjs/common';
import { FacetPages } from '../../search/facets.js';
import { VideoController } from './video.controller.js';
import { VideoService } from './video.service.js';

/** POST /video/v1/search and /facets. */
@Module({ controllers: [VideoController], providers: [VideoService, FacetPages], exports: [VideoService] })
export class VideoModule {}
