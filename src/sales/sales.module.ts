import { Module } from '@nestjs/common';
import { FiguresModule } from '../figures/figures.module.js';
import { RecordsModule } from '../records/records.module.js';
import { SalesController } from './sales.controller.js';
import { BreakdownRecordsReader } from './sales.records.js';
import { SalesService } from './sales.service.js';

/** POST /sales/v1/breakdown and its export. */
@Module({
  imports: [FiguresModule, RecordsModule],
  controllers: [SalesController],
  providers: [BreakdownRecordsReader, SalesService],
})
export class SalesModule {}
