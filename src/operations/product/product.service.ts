import { Injectable } from '@nestjs/common';
import { CategoryTrees } from '../../elastic/state/category-trees.js';
import { SearchGateway } from '../../elastic/search/search-gateway.js';
import { EncodedData } from '../../http/answer/encoded-data.js';
import { localizeEncoded } from '../../records/names/encoded-record.js';
import { compileProductSearch } from './product.query.js';
import type { ProductSearchRequest } from './product.request.dto.js';
import type { ProductSearchData } from './product.response.dto.js';

/** Product search: request in, page of records out. */
@Injectable()
export class ProductService {
  constructor(
    private readonly gateway: SearchGateway,
    private readonly trees: CategoryTrees,
  ) {}

  /** @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full */
  async search(request: ProductSearchRequest, signal: AbortSignal): Promise<EncodedData<ProductSearchData>> {
    const [{ total, items }, product] = await Promise.all([
      this.gateway.page(compileProductSearch(request), signal),
      this.trees.get('product-categories'),
    ]);
    return EncodedData.withList({ total }, localizeEncoded(items, { product }, 'EN_US'));
  }
}
