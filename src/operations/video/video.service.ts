import { Injectable } from '@nestjs/common';
import { PageCache } from '../../elastic/search/page-cache.js';
import type { SearchCaller } from '../../elastic/search/search-caller.js';
import { Vocabulary } from '../../elastic/search/vocabulary.js';
import { CategoryTrees } from '../../elastic/state/category-trees.js';
import type { EncodedData } from '../../encoding/encoded-data.js';
import { compileVideoSearch } from './video.query.js';
import type { VideoSearchRequest } from './video.request.dto.js';
import type { VideoSearchData } from './video.response.dto.js';

/** Video search: request in, page of records out. */
@Injectable()
export class VideoService {
  constructor(
    private readonly vocabulary: Vocabulary,
    private readonly pages: PageCache,
    private readonly trees: CategoryTrees,
  ) {}

  /** @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full */
  async search(request: VideoSearchRequest, caller: SearchCaller): Promise<EncodedData<VideoSearchData>> {
    const { lang } = request;
    const read = await this.vocabulary.read('videos', request.keywords, caller);
    return this.pages.page(compileVideoSearch(request, read), lang, caller, async (answer, said) => {
      const creator = await this.trees.get('creator-categories');
      const product = await this.trees.get('product-categories');
      return answer.page({ total: answer.total, ...said }, { creator, product, lang });
    });
  }
}
