import { Injectable } from '@nestjs/common';
import { CategoryTrees } from '../../elastic/category-trees.js';
import { SearchGateway } from '../../elastic/search-gateway.js';
import { Vocabulary } from '../../elastic/vocabulary.js';
import { EncodedData } from '../../http/encoded-data.js';
import { localizeEncoded } from '../../records/encoded-record.js';
import { compileProductSearch } from './product.query.js';
import type { ProductSearchRequest } from './product.request.dto.js';
import type { ProductSearchData } from './product.response.dto.js';

/** Product search: request in, page of records out. */
@Injectable()
export class ProductService {
  constructor(
    private readonly gateway: SearchGateway,
    private readonly vocabulary: Vocabulary,
    private readonly trees: CategoryTrees,
  ) {}

  /** @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full */
  async search(request: ProductSearchRequest, signal: AbortSignal): Promise<EncodedData<ProductSearchData>> {
    const read = await this.vocabulary.read('products', request.keywords, signal);
    const compiled = compileProductSearch(request, read);
    const [{ total, items, attempt }, product] = await Promise.all([
      this.gateway.page(compiled, signal),
      this.trees.get('product-categories'),
    ]);
    return EncodedData.withList(
      { total, ...compiled.answers?.[attempt] },
      localizeEncoded(items, { product }, 'EN_US'),
    );
  }
}
