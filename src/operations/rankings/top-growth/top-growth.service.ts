import { Injectable } from '@nestjs/common';
import type { SearchCaller } from '../../../elastic/search/search-caller.js';
import type { EncodedData } from '../../../encoding/encoded-data.js';
import { toTopGrowthRecord } from '../../../records/top-growth.record.js';
import { BoardPages } from '../board-pages.js';
import { TOP_GROWTH_SORT } from './top-growth.fields.js';
import { compileTopGrowth } from './top-growth.query.js';
import type { TopGrowthRequest } from './top-growth.request.dto.js';
import type { TopGrowthData } from './top-growth.response.dto.js';

/** Follower growth: request in, page of the period’s board out. */
@Injectable()
export class TopGrowthService {
  constructor(private readonly boards: BoardPages) {}

  /** @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full */
  rank(request: TopGrowthRequest, caller: SearchCaller): Promise<EncodedData<TopGrowthData>> {
    const asked = { ranking: 'topGrowth', sort: TOP_GROWTH_SORT, request } as const;
    return this.boards.page(asked, caller, (board, uids) => compileTopGrowth(request, board, uids), toTopGrowthRecord);
  }
}
