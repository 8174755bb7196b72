import { Injectable } from '@nestjs/common';
import { SearchGateway } from '../../elastic/search-gateway.js';
import { Vocabulary } from '../../elastic/vocabulary.js';
import { EncodedData } from '../../http/encoded-data.js';
import { hasNextPage, SEARCH_WINDOW } from '../../query/paging.js';
import { compileLiveSearch } from './live.query.js';
import type { LiveSearchRequest } from './live.request.dto.js';
import type { LiveSearchData } from './live.response.dto.js';

/** Live stream search: request in, page of records out. */
@Injectable()
export class LiveService {
  constructor(
    private readonly gateway: SearchGateway,
    private readonly vocabulary: Vocabulary,
  ) {}

  /** @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full */
  async search(request: LiveSearchRequest, signal: AbortSignal): Promise<EncodedData<LiveSearchData>> {
    const read = await this.vocabulary.read('lives', request.keywords, signal);
    const compiled = compileLiveSearch(request, read);
    const { total, items, attempt } = await this.gateway.page(compiled, signal);
    const has_more = hasNextPage(request, total, SEARCH_WINDOW) ? 1 : 0;
    return EncodedData.withList({ has_more, ...compiled.answers?.[attempt] }, items);
  }
}
