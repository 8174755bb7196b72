import { Injectable } from '@nestjs/common';
import type { SearchCaller } from '../../../elastic/search/search-caller.js';
import type { EncodedData } from '../../../encoding/encoded-data.js';
import { toTopEcommerceRecord } from '../../../records/top-ecommerce.record.js';
import { BoardPages } from '../board-pages.js';
import { ECOMMERCE_TYPES } from './top-ecommerce.fields.js';
import { compileTopEcommerce } from './top-ecommerce.query.js';
import type { TopEcommerceRequest } from './top-ecommerce.request.dto.js';
import type { TopEcommerceData } from './top-ecommerce.response.dto.js';

/** Top e-commerce creators: request in, page of the period’s board out. */
@Injectable()
export class TopEcommerceService {
  constructor(private readonly boards: BoardPages) {}

  /** @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full */
  rank(request: TopEcommerceRequest, caller: SearchCaller): Promise<EncodedData<TopEcommerceData>> {
    const { sort } = ECOMMERCE_TYPES[request.filter.ecommerce_type ?? 'all'];
    return this.boards.page(
      { ranking: 'topEcommerce', sort, request },
      caller,
      (board, uids) => compileTopEcommerce(request, board, uids),
      toTopEcommerceRecord,
    );
  }
}
