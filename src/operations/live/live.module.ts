import { Module } from '@nestjs/common';
import { FacetPages } from '../../search/facets.js';
import { LiveController } from './live.controller.js';
import { LiveService } from './live.service.js';

/** POST /live/v1/search and /facets. */
@Module({ controllers: [LiveController], providers: [LiveService, FacetPages], exports: [LiveService] })
export class LiveModule {}
