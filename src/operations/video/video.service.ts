import { Injectable } from '@nestjs/common';
import type { VideoDocument } from '../../documents/video.document.js';
import { CategoryTrees } from '../../elastic/category-trees.js';
import { SearchGateway } from '../../elastic/search-gateway.js';
import type { VideoRecord } from '../../records/video.record.js';
import { localizeVideo } from '../../records/video.record.js';
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
  async search(request: VideoSearchRequest): Promise<VideoSearchData> {
    const [page, creator, product] = await Promise.all([
      this.gateway.search<VideoDocument>(compileVideoSearch(request)),
      this.trees.get('creator-categories'),
      this.trees.get('product-categories'),
    ]);
    const list = page.documents.map(({ record }) =>
      localizeVideo(record as VideoRecord, { creator, product }, request.lang),
    );
    return { total: page.total, list };
  }
}
