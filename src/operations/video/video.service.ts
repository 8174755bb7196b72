import { Injectable } from '@nestjs/common';
import { PageCache } from '../../search/page-cache.js';
import type { SearchCaller } from '../../search/gateway/search-caller.js';
import { SearchStream } from '../../search/gateway/search-stream.js';
import { Vocabulary } from '../../search/vocabulary.js';
import { CategoryTrees } from '../../search/state/category-trees.js';
import type { EncodedData } from '../../records/encoded-data.js';
import type { ExportPages } from '../../http/export/export-sender.js';
import type { Naming } from '../../records/record-text.js';
import type { Lang } from '../../reference/lang.js';
import { FacetPages } from '../../search/facets.js';
import type { FacetsData } from '../facets/facets.response.dto.js';
import { compileVideoSearch, VIDEO_PLAN } from './video.query.js';
import type { VideoExportRequest, VideoFacetsRequest, VideoSearchRequest } from './video.dto.js';
import type { VideoSearchData } from './video.response.dto.js';

/** Video search and export: request in, records out. */
@Injectable()
export class VideoService {
  constructor(
    private readonly vocabulary: Vocabulary,
    private readonly pages: PageCache,
    private readonly stream: SearchStream,
    private readonly trees: CategoryTrees,
    private readonly facetPages: FacetPages,
  ) {}

  /** @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full */
  async search(request: VideoSearchRequest, caller: SearchCaller): Promise<EncodedData<VideoSearchData>> {
    const { lang } = request;
    const read = await this.vocabulary.read('videos', request.keywords, caller);
    return this.pages.page(compileVideoSearch(request, read), lang, caller, async (answer, said) =>
      answer.page({ total: answer.total, ...said }, await this.naming(lang)),
    );
  }

  /** @throws as `search` does, with any page */
  async *export(request: VideoExportRequest, limit: number, caller: SearchCaller): ExportPages {
    const read = await this.vocabulary.read('videos', request.keywords, caller);
    for await (const answer of this.stream.answers(compileVideoSearch(request, read), limit, caller)) {
      yield { total: answer.total, records: answer.records(await this.naming(request.lang)) };
    }
  }

  private async naming(lang: Lang): Promise<Naming> {
    const creator = await this.trees.get('creator-categories');
    const product = await this.trees.get('product-categories');
    return { creator, product, lang };
  }

  /** @throws as `search` does, and RequestFailure (400) when too many values are to be counted */
  facets(request: VideoFacetsRequest, caller: SearchCaller): Promise<EncodedData<FacetsData>> {
    return this.facetPages.page(VIDEO_PLAN, request, caller);
  }
}
