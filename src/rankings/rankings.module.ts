import { Module } from '@nestjs/common';
import { BoardCatalogue } from './board-catalogue.js';
import { CreatorRankingsController } from './creators/creator-rankings.controller.js';
import { HistoryController } from './history/history.controller.js';
import { HistoryService } from './history/history.service.js';
import { PeriodsController } from './periods/periods.controller.js';
import { PeriodsService } from './periods/periods.service.js';
import { HttpModule } from '../http/http.module.js';
import { SearchModule } from '../search/search.module.js';
import { RankingReader } from './ranking.reader.js';
import { TopSellingController } from './top-selling/top-selling.controller.js';

/** The rankings of creators, products, shops and categories, their periods and histories. */
@Module({
  imports: [HttpModule, SearchModule],
  controllers: [CreatorRankingsController, TopSellingController, PeriodsController, HistoryController],
  providers: [BoardCatalogue, RankingReader, PeriodsService, HistoryService],
  exports: [BoardCatalogue, RankingReader, PeriodsService, HistoryService],
})
export class RankingsModule {}
