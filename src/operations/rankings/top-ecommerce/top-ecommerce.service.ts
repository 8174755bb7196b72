import { Injectable } from '@nestjs/common';
import type { TopEcommerceRowDocument } from '../../../documents/board.document.js';
import { CategoryTrees } from '../../../elastic/state/category-trees.js';
import { EncodedData } from '../../../http/answer/encoded-data.js';
import { localizeRanked } from '../../../records/names/ranked.js';
import { toTopEcommerceRecord } from '../../../records/top-ecommerce.record.js';
import { BoardLookup } from '../board-lookup.js';
import { echoPeriod } from '../ranking.response.dto.js';
import { compileTopEcommerce } from './top-ecommerce.query.js';
import type { TopEcommerceRequest } from './top-ecommerce.request.dto.js';
import type { TopEcommerceData } from './top-ecommerce.response.dto.js';

/** Top e-commerce creators: request in, page of the period's board out. */
@Injectable()
export class TopEcommerceService {
  constructor(
    private readonly boards: BoardLookup,
    private readonly trees: CategoryTrees,
  ) {}

  /** @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full */
  async rank(request: TopEcommerceRequest, signal: AbortSignal): Promise<EncodedData<TopEcommerceData>> {
    const { date_info } = request.filter;
    const [{ total, items }, names] = await Promise.all([
      this.boards.readPage<TopEcommerceRowDocument>(
        'topEcommerce',
        date_info,
        (board) => compileTopEcommerce(request, board),
        signal,
      ),
      this.trees.get('creator-categories'),
    ]);
    const list = items.map((row) => localizeRanked(toTopEcommerceRecord(row), names, 'EN_US'));
    return EncodedData.of({ total, list, ...echoPeriod(date_info) });
  }
}
