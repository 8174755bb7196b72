import { Module } from '@nestjs/common';
import { BoardPages } from './board-pages.js';
import { HistoryController } from './history/history.controller.js';
import { HistoryService } from './history/history.service.js';
import { PeriodsController } from './periods/periods.controller.js';
import { PeriodsService } from './periods/periods.service.js';
import { CreatorSuggestController } from './suggest/suggest.controller.js';
import { TopEcommerceController } from './top-ecommerce/top-ecommerce.controller.js';
import { TopEcommerceService } from './top-ecommerce/top-ecommerce.service.js';
import { TopGrowthController } from './top-growth/top-growth.controller.js';
import { TopGrowthService } from './top-growth/top-growth.service.js';

/** POST /creator/v1/rank/topEcommerce, /topGrowth and /periods, and /creator/v1/history and /suggest. */
@Module({
  controllers: [
    TopEcommerceController,
    TopGrowthController,
    PeriodsController,
    HistoryController,
    CreatorSuggestController,
  ],
  providers: [BoardPages, TopEcommerceService, TopGrowthService, PeriodsService, HistoryService],
  exports: [TopEcommerceService, TopGrowthService, PeriodsService, HistoryService],
})
export class RankingsModule {}
