import { Injectable } from '@nestjs/common';
import type { ProductDocument } from '../../documents/product.document.js';
import { CategoryTrees } from '../../elastic/category-trees.js';
import { SearchGateway } from '../../elastic/search-gateway.js';
import type { ProductRecord } from '../../records/product.record.js';
import { localizeProduct } from '../../records/product.record.js';
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
  async search(request: ProductSearchRequest): Promise<ProductSearchData> {
    const [page, tree] = await Promise.all([
      this.gateway.search<ProductDocument>(compileProductSearch(request)),
      this.trees.get('product-categories'),
    ]);
    return {
      total: page.total,
      list: page.documents.map(({ record }) => localizeProduct(record as ProductRecord, tree, 'EN_US')),
    };
  }
}
