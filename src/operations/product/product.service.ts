import { Injectable } from '@nestjs/common';
import { PageCache } from '../../elastic/search/page-cache.js';
import type { SearchCaller } from '../../elastic/search/search-caller.js';
import { Vocabulary } from '../../elastic/search/vocabulary.js';
import { CategoryTrees } from '../../elastic/state/category-trees.js';
import type { EncodedData } from '../../encoding/encoded-data.js';
import { compileProductSearch } from './product.query.js';
import type { ProductSearchRequest } from './product.request.dto.js';
import type { ProductSearchData } from './product.response.dto.js';

const LANG = 'EN_US';

/** Product search: request in, page of records out. */
@Injectable()
export class ProductService {
  constructor(
    private readonly vocabulary: Vocabulary,
    private readonly pages: PageCache,
    private readonly trees: CategoryTrees,
  ) {}

  /** @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full */
  async search(request: ProductSearchRequest, caller: SearchCaller): Promise<EncodedData<ProductSearchData>> {
    const read = await this.vocabulary.read('products', request.keywords, caller);
    return this.pages.page(compileProductSearch(request, read), LANG, caller, async (answer, said) => {
      const product = await this.trees.get('product-categories');
      return answer.page({ total: answer.total, ...said }, { product, lang: LANG });
    });
  }
}
