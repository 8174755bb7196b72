import { Injectable } from '@nestjs/common';
import { SearchGateway } from '../../elastic/search/search-gateway.js';
import { EncodedData } from '../../http/answer/encoded-data.js';
import { hasNextPage, SEARCH_WINDOW } from '../../query/paging.js';
import { compileLiveSearch } from './live.query.js';
import type { LiveSearchRequest } from './live.request.dto.js';
import type { LiveSearchData } from './live.response.dto.js';

/** Live stream search: request in, page of records out. */
@Injectable()
export class LiveService {
  constructor(private readonly gateway: SearchGateway) {}

  /** @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full */
  async search(request: LiveSearchRequest, signal: AbortSignal): Promise<EncodedData<LiveSearchData>> {
    const { total, items } = await this.gateway.page(compileLiveSearch(request), signal);
    const has_more = hasNextPage(request, total, SEARCH_WINDOW) ? 1 : 0;
    return EncodedData.withList({ has_more }, items);
  }
}
