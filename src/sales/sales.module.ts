import { Module } from '@nestjs/common';
import { FiguresModule } from '../figures/figures.module.js';
import { HttpModule } from '../http/http.module.js';
import { SearchModule } from '../search/search.module.js';
import { SalesController } from './sales.controller.js';
import { SalesService } from './sales.service.js';

/** POST /sales/v1/breakdown and its export. */
@Module({
  imports: [FiguresModule, HttpModule, SearchModule],
  controllers: [SalesController],
  providers: [SalesService],
  exports: [SalesService],
})
export class SalesModule {}
