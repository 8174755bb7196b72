import { Module } from '@nestjs/common';
import { HttpModule } from '../http/http.module.js';
import { SearchModule } from '../search/search.module.js';
import { BoardCatalogue } from './board-catalogue.js';
import { CutReader } from './cuts/cut.reader.js';
import { HistoryService } from './history.service.js';
import { PeriodsController } from './periods.controller.js';
import { PeriodsService } from './periods.service.js';
import { PeersService } from './peers/peers.service.js';
import { RankingReader } from './ranking.reader.js';
import { HISTORY_CONTROLLERS, PEERS_CONTROLLERS, RANKING_CONTROLLERS } from './rankings.controller.js';

/** The rankings of creators, products, shops and categories, their periods and histories. */
@Module({
  imports: [HttpModule, SearchModule],
  controllers: [...RANKING_CONTROLLERS, PeriodsController, ...HISTORY_CONTROLLERS, ...PEERS_CONTROLLERS],
  providers: [BoardCatalogue, CutReader, RankingReader, PeriodsService, HistoryService, PeersService],
  exports: [BoardCatalogue, RankingReader, PeriodsService, HistoryService, PeersService],
})
export class RankingsModule {}
