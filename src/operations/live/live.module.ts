import { Module } from '@nestjs/common';
import { LiveController } from './live.controller.js';
import { LiveService } from './live.service.js';

/** POST /live/v1/search. */
@Module({ controllers: [LiveController], providers: [LiveService] })
export class LiveModule {}
