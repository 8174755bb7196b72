import { Injectable } from '@nestjs/common';
import type { LiveDocument } from '../../documents/live.document.js';
import { SearchGateway } from '../../elastic/search-gateway.js';
import { hasNextPage, SEARCH_WINDOW } from '../../query/paging.js';
import type { LiveRecord } from '../../records/live.record.js';
import { compileLiveSearch } from './live.query.js';
import type { LiveSearchRequest } from './live.request.dto.js';
import type { LiveSearchData } from './live.response.dto.js';

/** Live stream search: request in, page of records out. */
@Injectable()
export class LiveService {
  constructor(private readonly gateway: SearchGateway) {}

  /** @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full */
  async search(request: LiveSearchRequest): Promise<LiveSearchData> {
    const { total, documents } = await this.gateway.search<LiveDocument>(compileLiveSearch(request));
    return {
      has_more: hasNextPage(request, total, SEARCH_WINDOW) ? 1 : 0,
      list: documents.map(({ record }) => record as LiveRecord),
    };
  }
}
