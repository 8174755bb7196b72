import { Module } from '@nestjs/common';
import { FiguresModule } from '../figures/figures.module.js';
import { RecordsModule } from '../records/records.module.js';
import { LiveController } from './live.controller.js';
import { LiveService } from './live.service.js';

/** POST /live/v1/search, /export and /facets. */
@Module({
  imports: [FiguresModule, RecordsModule],
  controllers: [LiveController],
  providers: [LiveService],
})
export class LiveModule {}
