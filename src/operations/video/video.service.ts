import { Injectable } from '@nestjs/common';
import { CategoryTrees } from '../../elastic/category-trees.js';
import { SearchGateway } from '../../elastic/search-gateway.js';
import { Vocabulary } from '../../elastic/vocabulary.js';
import { EncodedData } from '../../http/encoded-data.js';
import { localizeEncoded } from '../../records/encoded-record.js';
import { compileVideoSearch } from './video.query.js';
import type { VideoSearchRequest } from './video.request.dto.js';
import type { VideoSearchData } from './video.response.dto.js';

/** Video search: request in, page of records out. */
@Injectable()
export class VideoService {
  constructor(
    private readonly gateway: SearchGateway,
    private readonly vocabulary: Vocabulary,
    private readonly trees: CategoryTrees,
  ) {}

  /** @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full */
  async search(request: VideoSearchRequest, signal: AbortSignal): Promise<EncodedData<VideoSearchData>> {
    const read = await this.vocabulary.read('videos', request.keywords, signal);
    const compiled = compileVideoSearch(request, read);
    const [{ total, items, attempt }, creator, product] = await Promise.all([
      this.gateway.page(compiled, signal),
      this.trees.get('creator-categories'),
      this.trees.get('product-categories'),
    ]);
    return EncodedData.withList(
      { total, ...compiled.answers?.[attempt] },
      localizeEncoded(items, { creator, product }, request.lang),
    );
  }
}
