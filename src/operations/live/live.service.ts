import { Injectable } from '@nestjs/common';
import { PageCache } from '../../elastic/search/page-cache.js';
import type { SearchCaller } from '../../elastic/search/search-caller.js';
import { Vocabulary } from '../../elastic/search/vocabulary.js';
import type { EncodedData } from '../../encoding/encoded-data.js';
import { hasNextPage, SEARCH_WINDOW } from '../../query/paging.js';
import { compileLiveSearch } from './live.query.js';
import type { LiveSearchRequest } from './live.request.dto.js';
import type { LiveSearchData } from './live.response.dto.js';

/** Live stream search: request in, page of records out. */
@Injectable()
export class LiveService {
  constructor(
    private readonly vocabulary: Vocabulary,
    private readonly pages: PageCache,
  ) {}

  /** @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full */
  async search(request: LiveSearchRequest, caller: SearchCaller): Promise<EncodedData<LiveSearchData>> {
    const read = await this.vocabulary.read('lives', request.keywords, caller);
    return this.pages.page(compileLiveSearch(request, read), request.lang, caller, (answer, said) => {
      const has_more = hasNextPage(request, answer.total, SEARCH_WINDOW) ? 1 : 0;
      return answer.page({ has_more, ...said });
    });
  }
}
