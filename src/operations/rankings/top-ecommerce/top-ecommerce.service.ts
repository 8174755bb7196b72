import { Injectable } from '@nestjs/common';
import type { SearchCaller } from '../../../search/gateway/search-caller.js';
import type { EncodedData } from '../../../records/encoded-data.js';
import type { ExportPages } from '../../../http/export/export-sender.js';
import { toTopEcommerceRecord } from '../../../records/top-ecommerce.record.js';
import { BoardPages } from '../board-pages.js';
import { ECOMMERCE_TYPES } from './top-ecommerce.fields.js';
import { compileTopEcommerce } from './top-ecommerce.query.js';
import type { TopEcommerceExportRequest, TopEcommerceRequest } from './top-ecommerce.request.dto.js';
import type { TopEcommerceData } from './top-ecommerce.response.dto.js';

const askedBoard = (request: TopEcommerceRequest | TopEcommerceExportRequest) => ({
  ranking: 'topEcommerce' as const,
  sort: ECOMMERCE_TYPES[request.filter.ecommerce_type ?? 'all'].sort,
  filter: request.filter,
  compile: (board: string, uids?: readonly string[]) => compileTopEcommerce(request, board, uids),
  toRecord: toTopEcommerceRecord,
});

/** Top e-commerce creators: request in, rows of the period’s board out. */
@Injectable()
export class TopEcommerceService {
  constructor(private readonly boards: BoardPages) {}

  /** @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full */
  rank(request: TopEcommerceRequest, caller: SearchCaller): Promise<EncodedData<TopEcommerceData>> {
    return this.boards.page(askedBoard(request), caller);
  }

  /** @throws as `rank` does, with any page */
  export(request: TopEcommerceExportRequest, limit: number, caller: SearchCaller): ExportPages {
    return this.boards.export(askedBoard(request), limit, caller);
  }
}
