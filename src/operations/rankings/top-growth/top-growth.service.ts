import { Injectable } from '@nestjs/common';
import type { TopGrowthRowDocument } from '../../../documents/board.document.js';
import { CategoryTrees } from '../../../elastic/state/category-trees.js';
import { EncodedData } from '../../../http/answer/encoded-data.js';
import { localizeRanked } from '../../../records/names/ranked.js';
import { toTopGrowthRecord } from '../../../records/top-growth.record.js';
import { BoardLookup } from '../board-lookup.js';
import { echoPeriod } from '../ranking.response.dto.js';
import { compileTopGrowth } from './top-growth.query.js';
import type { TopGrowthRequest } from './top-growth.request.dto.js';
import type { TopGrowthData } from './top-growth.response.dto.js';

/** Follower growth: request in, page of the period's board out. */
@Injectable()
export class TopGrowthService {
  constructor(
    private readonly boards: BoardLookup,
    private readonly trees: CategoryTrees,
  ) {}

  /** @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full */
  async rank(request: TopGrowthRequest, signal: AbortSignal): Promise<EncodedData<TopGrowthData>> {
    const { date_info } = request.filter;
    const [{ total, items }, names] = await Promise.all([
      this.boards.readPage<TopGrowthRowDocument>(
        'topGrowth',
        date_info,
        (board) => compileTopGrowth(request, board),
        signal,
      ),
      this.trees.get('creator-categories'),
    ]);
    const list = items.map((row) => localizeRanked(toTopGrowthRecord(row), names, 'EN_US'));
    return EncodedData.of({ total, list, ...echoPeriod(date_info) });
  }
}
