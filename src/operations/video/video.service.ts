import { Injectable } from '@nestjs/common';
import { CategoryTrees } from '../../elastic/state/category-trees.js';
import { SearchGateway } from '../../elastic/search/search-gateway.js';
import { EncodedData } from '../../http/answer/encoded-data.js';
import { localizeEncoded } from '../../records/names/encoded-record.js';
import { compileVideoSearch } from './video.query.js';
import type { VideoSearchRequest } from './video.request.dto.js';
import type { VideoSearchData } from './video.response.dto.js';

/** Video search: request in, page of records out. */
@Injectable()
export class VideoService {
  constructor(
    private readonly gateway: SearchGateway,
    private readonly trees: CategoryTrees,
  ) {}

  /** @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full */
  async search(request: VideoSearchRequest, signal: AbortSignal): Promise<EncodedData<VideoSearchData>> {
    const [{ total, items }, creator, product] = await Promise.all([
      this.gateway.page(compileVideoSearch(request), signal),
      this.trees.get('creator-categories'),
      this.trees.get('product-categories'),
    ]);
    return EncodedData.withList({ total }, localizeEncoded(items, { creator, product }, request.lang));
  }
}
