import { Module } from '@nestjs/common';
import { CreatorRankingsController } from './creator-rankings.controller.js';
import { CreatorSuggestController } from './creator-suggest.controller.js';
import { HistoryController } from './history/history.controller.js';
import { HistoryService } from './history/history.service.js';
import { PeriodsController } from './periods/periods.controller.js';
import { PeriodsService } from './periods/periods.service.js';
import { RankingReader } from './ranking.reader.js';

/** POST /creator/v1/rank/topEcommerce, /topGrowth and /periods, and /creator/v1/history and /suggest. */
@Module({
  controllers: [CreatorRankingsController, PeriodsController, HistoryController, CreatorSuggestController],
  providers: [RankingReader, PeriodsService, HistoryService],
  exports: [RankingReader, PeriodsService, HistoryService],
})
export class RankingsModule {}
