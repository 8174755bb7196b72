import type { Type } from '@nestjs/common';
import { Body, Controller, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { EncodedData } from '../common/records/encoded-data.js';
import type { ExportOptions } from '../http/export/export-request.js';
import { ExportSender } from '../http/export/export-sender.js';
import { Export, Operation } from '../http/open-api/operation.decorator.js';
import type { RankingRequest } from './ranking.definition.js';
import { RankingReader } from './ranking.reader.js';
import type { History, HistorySpan, HistorySubject } from './histories.table.js';
import { HISTORIES } from './histories.table.js';
import { HistoryService } from './history.service.js';
import { RANKING_TABLE } from './rankings.table.js';

/** The body of a handler, of a class that its signature can't name. */
const BodyOf =
  (type: Type): ParameterDecorator =>
  (prototype, name, index) => {
    Body()(prototype, name, index);
    const types = Reflect.getMetadata('design:paramtypes', prototype, name as string) as unknown[];
    Reflect.defineMetadata('design:paramtypes', types.with(index, type), prototype, name as string);
  };

/** The controller of a ranking: its page and its export. */
function rankingController(ranking: (typeof RANKING_TABLE)[number]): Type {
  const { operations, path, summaries, description, record, request, exportRequest, response } = ranking;

  @ApiTags('Rankings')
  @Controller()
  class RankingController {
    constructor(
      private readonly rankings: RankingReader,
      private readonly exports: ExportSender,
    ) {}

    @Operation({
      path,
      scope: 'ranking',
      summary: summaries[0],
      description,
      request,
      response,
      docs: { examples: ranking.examples },
    })
    [operations[0]](@BodyOf(request) body: RankingRequest): Promise<EncodedData<object>> {
      return this.rankings.page<object>(ranking, body);
    }

    @Export({
      path: `${path}/export`,
      scope: ['ranking', 'export'],
      summary: summaries[1],
      description: 'The ranking of a day, week or month, into a file.',
      request: exportRequest,
      record,
      docs: { examples: ranking.exportExamples },
    })
    [operations[1]](
      @BodyOf(exportRequest) options: RankingRequest & ExportOptions,
      @Req() request: Request,
      @Res() response: Response,
    ): Promise<void> {
      const pages = (limit: number) => this.rankings.export(ranking, options, limit);
      return this.exports.send(record, options, pages, { request, response });
    }
  }
  return RankingController;
}

/** The controller of a history. */
function historyController(subject: HistorySubject): Type {
  const { operation, request, ...texts }: History = HISTORIES[subject];

  @ApiTags('Rankings')
  @Controller()
  class HistoryController {
    constructor(private readonly histories: HistoryService) {}

    @Operation({ ...texts, scope: 'ranking', request })
    [operation](@BodyOf(request) body: HistorySpan): Promise<EncodedData<object>> {
      return this.histories.list(subject, body);
    }
  }
  return HistoryController;
}

export const RANKING_CONTROLLERS = RANKING_TABLE.map(rankingController);
export const HISTORY_CONTROLLERS = (Object.keys(HISTORIES) as HistorySubject[]).map(historyController);
