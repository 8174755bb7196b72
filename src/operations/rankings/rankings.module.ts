import { Module } from '@nestjs/common';
import { BoardPages } from './board-pages.js';
import { PeriodsController } from './periods/periods.controller.js';
import { PeriodsService } from './periods/periods.service.js';
import { TopEcommerceController } from './top-ecommerce/top-ecommerce.controller.js';
import { TopEcommerceService } from './top-ecommerce/top-ecommerce.service.js';
import { TopGrowthController } from './top-growth/top-growth.controller.js';
import { TopGrowthService } from './top-growth/top-growth.service.js';

/** POST /creator/v1/rank/topEcommerce, /topGrowth and /periods. */
@Module({
  controllers: [TopEcommerceController, TopGrowthController, PeriodsController],
  providers: [BoardPages, TopEcommerceService, TopGrowthService, PeriodsService],
})
export class RankingsModule {}
