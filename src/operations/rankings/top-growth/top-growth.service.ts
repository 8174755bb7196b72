import { Injectable } from '@nestjs/common';
import type { TopGrowthRowDocument } from '../../../documents/board.document.js';
import { PageCache } from '../../../elastic/search/page-cache.js';
import type { SearchCaller } from '../../../elastic/search/search-caller.js';
import { CategoryTrees } from '../../../elastic/state/category-trees.js';
import { EncodedData } from '../../../encoding/encoded-data.js';
import { localizeRanked } from '../../../records/names/ranked.js';
import { toTopGrowthRecord } from '../../../records/top-growth.record.js';
import { BoardLookup } from '../board-lookup.js';
import { echoPeriod } from '../ranking.response.dto.js';
import { compileTopGrowth } from './top-growth.query.js';
import type { TopGrowthRequest } from './top-growth.request.dto.js';
import type { TopGrowthData } from './top-growth.response.dto.js';

const LANG = 'EN_US';

/** Follower growth: request in, page of the period’s board out. */
@Injectable()
export class TopGrowthService {
  constructor(
    private readonly boards: BoardLookup,
    private readonly pages: PageCache,
    private readonly trees: CategoryTrees,
  ) {}

  /** @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full */
  async rank(request: TopGrowthRequest, caller: SearchCaller): Promise<EncodedData<TopGrowthData>> {
    const period = request.filter.date_info;
    const board = await this.boards.find('topGrowth', period, caller);
    if (board === undefined) return EncodedData.of({ total: 0, list: [], ...echoPeriod(period) });
    return this.pages.page(compileTopGrowth(request, board), LANG, caller, async (answer) => {
      const names = await this.trees.get('creator-categories');
      const rows = answer.documents<TopGrowthRowDocument>().map(toTopGrowthRecord);
      const list = rows.map((row) => localizeRanked(row, names, LANG));
      return EncodedData.of({ total: answer.total, list, ...echoPeriod(period) });
    });
  }
}
