import { Injectable } from '@nestjs/common';
import { PageCache } from '../../search/page-cache.js';
import type { SearchCaller } from '../../search/gateway/search-caller.js';
import { SearchStream } from '../../search/gateway/search-stream.js';
import { Vocabulary } from '../../search/vocabulary.js';
import type { EncodedData } from '../../records/encoded-data.js';
import type { ExportPages } from '../../http/export/export-sender.js';
import { hasNextPage, SEARCH_WINDOW } from '../../query/paging.js';
import { FacetPages } from '../../search/facets.js';
import type { FacetsData } from '../facets/facets.response.dto.js';
import { compileLiveSearch, LIVE_PLAN } from './live.query.js';
import type { LiveExportRequest, LiveFacetsRequest, LiveSearchRequest } from './live.dto.js';
import type { LiveSearchData } from './live.response.dto.js';

/** Live stream search and export: request in, records out. */
@Injectable()
export class LiveService {
  constructor(
    private readonly vocabulary: Vocabulary,
    private readonly pages: PageCache,
    private readonly stream: SearchStream,
    private readonly facetPages: FacetPages,
  ) {}

  /** @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full */
  async search(request: LiveSearchRequest, caller: SearchCaller): Promise<EncodedData<LiveSearchData>> {
    const read = await this.vocabulary.read('lives', request.keywords, caller);
    return this.pages.page(compileLiveSearch(request, read), request.lang, caller, (answer, said) => {
      const has_more = hasNextPage(request, answer.total, SEARCH_WINDOW) ? 1 : 0;
      return answer.page({ has_more, ...said });
    });
  }

  /** @throws as `search` does, with any page */
  async *export(request: LiveExportRequest, limit: number, caller: SearchCaller): ExportPages {
    const read = await this.vocabulary.read('lives', request.keywords, caller);
    for await (const answer of this.stream.answers(compileLiveSearch(request, read), limit, caller)) {
      yield { total: answer.total, records: answer.records() };
    }
  }

  /** @throws as `search` does, and RequestFailure (400) when too many values are to be counted */
  facets(request: LiveFacetsRequest, caller: SearchCaller): Promise<EncodedData<FacetsData>> {
    return this.facetPages.page(LIVE_PLAN, request, caller);
  }
}
