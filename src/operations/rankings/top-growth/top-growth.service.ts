import { Injectable } from '@nestjs/common';
import type { SearchCaller } from '../../../search/gateway/search-caller.js';
import type { EncodedData } from '../../../records/encoded-data.js';
import type { ExportPages } from '../../../http/export/export-sender.js';
import { toTopGrowthRecord } from '../../../records/top-growth.record.js';
import { BoardPages } from '../board-pages.js';
import { TOP_GROWTH_SORT } from './top-growth.fields.js';
import { compileTopGrowth } from './top-growth.query.js';
import type { TopGrowthExportRequest, TopGrowthRequest } from './top-growth.request.dto.js';
import type { TopGrowthData } from './top-growth.response.dto.js';

const askedBoard = (request: TopGrowthRequest | TopGrowthExportRequest) => ({
  ranking: 'topGrowth' as const,
  sort: TOP_GROWTH_SORT,
  filter: request.filter,
  compile: (board: string, uids?: readonly string[]) => compileTopGrowth(request, board, uids),
  toRecord: toTopGrowthRecord,
});

/** Follower growth: request in, rows of the period’s board out. */
@Injectable()
export class TopGrowthService {
  constructor(private readonly boards: BoardPages) {}

  /** @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full */
  rank(request: TopGrowthRequest, caller: SearchCaller): Promise<EncodedData<TopGrowthData>> {
    return this.boards.page(askedBoard(request), caller);
  }

  /** @throws as `rank` does, with any page */
  export(request: TopGrowthExportRequest, limit: number, caller: SearchCaller): ExportPages {
    return this.boards.export(askedBoard(request), limit, caller);
  }
}
