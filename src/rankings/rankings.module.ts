import { Module } from '@nestjs/common';
import { FiguresModule } from '../figures/figures.module.js';
import { RecordsModule } from '../records/records.module.js';
import { HistoriesController } from './histories/histories.controller.js';
import { HistoryService } from './histories/histories.service.js';
import { PeriodsController } from './periods/periods.controller.js';
import { PeriodsService } from './periods/periods.service.js';
import { PeersController } from './peers/peers.controller.js';
import { PeersService } from './peers/peers.service.js';
import { KeywordIdsReader } from './keyword-ids.js';
import { RankingsService } from './rankings.service.js';
import { RankingRows } from './rankings.rows.js';
import { RankingsController } from './rankings.controller.js';

/** The rankings, their periods, histories and peers. */
@Module({
  imports: [FiguresModule, RecordsModule],
  controllers: [RankingsController, PeriodsController, HistoriesController, PeersController],
  providers: [KeywordIdsReader, RankingRows, RankingsService, PeriodsService, HistoryService, PeersService],
  exports: [PeriodsService],
})
export class RankingsModule {}
