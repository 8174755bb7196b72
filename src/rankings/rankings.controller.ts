import { Body, Controller, Post, Res, type Type } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { EncodedData } from '../common/records/encoded-data.js';
import type { ExportOptions } from '../http/export/export-request.js';
import { ExportSender } from '../http/export/export-sender.js';
import { Export, Operation } from '../http/open-api/operation.decorator.js';
import type { RankingRequest } from './ranking.definition.js';
import { RankingReader } from './ranking.reader.js';
import { HISTORIES, type History, type HistorySpan } from './histories.table.js';
import { HistoryService } from './history.service.js';
import { PeersService } from './peers/peers.service.js';
import { PEERS, type PeersRequest, PeersResponse, type PeerSubject } from './peers/peers.table.js';
import { RANKING_TABLE } from './rankings.table.js';

/** The controller of a ranking: its page and its export. */
function rankingController(ranking: (typeof RANKING_TABLE)[number]): Type {
  const { operations, path, summaries, description, record, request, exportRequest, response } = ranking;
  class PageRequest extends (request as Type<RankingRequest>) {}
  class ExportRequest extends (exportRequest as Type<RankingRequest & ExportOptions>) {}

  @ApiTags('Rankings')
  @Controller()
  class RankingController {
    constructor(
      private readonly rankings: RankingReader,
      private readonly exports: ExportSender,
    ) {}

    @Post(path)
    @Operation({
      scope: 'ranking',
      summary: summaries[0],
      description,
      request,
      response,
      examples: ranking.examples,
      expensive: () => true,
    })
    [operations[0]](@Body() body: PageRequest): Promise<EncodedData<object>> {
      return this.rankings.page<object>(ranking, body);
    }

    @Post(`${path}/export`)
    @Export({
      scope: ['ranking', 'export'],
      summary: summaries[1],
      description: 'The ranking of a day, week or month, into a file.',
      request: exportRequest,
      record,
      examples: ranking.exportExamples,
    })
    [operations[1]](@Body() options: ExportRequest, @Res() response: Response): Promise<void> {
      const pages = (limit: number) => this.rankings.export(ranking, options, limit);
      return this.exports.send(record, options, pages, response);
    }
  }
  return RankingController;
}

/** The controller of a history. */
function historyController(history: History): Type {
  const { operation, request, ...texts } = history;
  class HistoryRequest extends (request as Type<HistorySpan>) {}

  @ApiTags('Rankings')
  @Controller()
  class HistoryController {
    constructor(private readonly histories: HistoryService) {}

    @Post(texts.path)
    @Operation({ ...texts, scope: 'ranking', request })
    [operation](@Body() body: HistoryRequest): Promise<EncodedData<object>> {
      return this.histories.list(history, body);
    }
  }
  return HistoryController;
}

/** The controller of a place among peers. */
function peersController(subject: PeerSubject): Type {
  const { operation, request } = subject;
  class SubjectRequest extends (request as Type<PeersRequest>) {}

  @ApiTags('Rankings')
  @Controller()
  class PeersController {
    constructor(private readonly peers: PeersService) {}

    @Post(subject.path)
    @Operation({ ...subject, scope: 'ranking', response: PeersResponse, expensive: () => true })
    [operation](@Body() body: SubjectRequest): Promise<EncodedData<object>> {
      return this.peers.compare(subject, body);
    }
  }
  return PeersController;
}

export const RANKING_CONTROLLERS = RANKING_TABLE.map(rankingController);
export const HISTORY_CONTROLLERS = Object.values(HISTORIES).map(historyController);
export const PEERS_CONTROLLERS = PEERS.map(peersController);
