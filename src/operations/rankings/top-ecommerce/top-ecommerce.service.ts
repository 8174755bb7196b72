import { Injectable } from '@nestjs/common';
import type { TopEcommerceRowDocument } from '../../../documents/board.document.js';
import { PageCache } from '../../../elastic/search/page-cache.js';
import type { SearchCaller } from '../../../elastic/search/search-caller.js';
import { CategoryTrees } from '../../../elastic/state/category-trees.js';
import { EncodedData } from '../../../encoding/encoded-data.js';
import { localizeRanked } from '../../../records/names/ranked.js';
import { toTopEcommerceRecord } from '../../../records/top-ecommerce.record.js';
import { BoardLookup } from '../board-lookup.js';
import { echoPeriod } from '../ranking.response.dto.js';
import { compileTopEcommerce } from './top-ecommerce.query.js';
import type { TopEcommerceRequest } from './top-ecommerce.request.dto.js';
import type { TopEcommerceData } from './top-ecommerce.response.dto.js';

const LANG = 'EN_US';

/** Top e-commerce creators: request in, page of the period’s board out. */
@Injectable()
export class TopEcommerceService {
  constructor(
    private readonly boards: BoardLookup,
    private readonly pages: PageCache,
    private readonly trees: CategoryTrees,
  ) {}

  /** @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full */
  async rank(request: TopEcommerceRequest, caller: SearchCaller): Promise<EncodedData<TopEcommerceData>> {
    const period = request.filter.date_info;
    const board = await this.boards.find('topEcommerce', period, caller);
    if (board === undefined) return EncodedData.of({ total: 0, list: [], ...echoPeriod(period) });
    return this.pages.page(compileTopEcommerce(request, board), LANG, caller, async (answer) => {
      const names = await this.trees.get('creator-categories');
      const rows = answer.documents<TopEcommerceRowDocument>().map(toTopEcommerceRecord);
      const list = rows.map((row) => localizeRanked(row, names, LANG));
      return EncodedData.of({ total: answer.total, list, ...echoPeriod(period) });
    });
  }
}
