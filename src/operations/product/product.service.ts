import { Injectable } from '@nestjs/common';
import { PageCache } from '../../search/page-cache.js';
import type { SearchCaller } from '../../search/gateway/search-caller.js';
import { SearchStream } from '../../search/gateway/search-stream.js';
import { Vocabulary } from '../../search/vocabulary.js';
import { CategoryTrees } from '../../search/state/category-trees.js';
import type { EncodedData } from '../../records/encoded-data.js';
import type { ExportPages } from '../../http/export/export-sender.js';
import type { Naming } from '../../records/record-text.js';
import { FacetPages } from '../../search/facets.js';
import type { FacetsData } from '../facets/facets.response.dto.js';
import { SuggestPages } from '../../search/suggestions.js';
import type { SuggestRequest } from '../suggest/suggest.dto.js';
import type { SuggestData } from '../suggest/suggest.response.dto.js';
import { compileProductSearch, PRODUCT_PLAN } from './product.query.js';
import type { ProductExportRequest, ProductFacetsRequest, ProductSearchRequest } from './product.dto.js';
import type { ProductSearchData } from './product.response.dto.js';
import { PRODUCT_SUGGEST_PLAN } from './product.suggest.js';

const LANG = 'EN_US';

/** Product search and export: request in, records out. */
@Injectable()
export class ProductService {
  constructor(
    private readonly vocabulary: Vocabulary,
    private readonly pages: PageCache,
    private readonly stream: SearchStream,
    private readonly trees: CategoryTrees,
    private readonly facetPages: FacetPages,
    private readonly suggestions: SuggestPages,
  ) {}

  /** @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full */
  async search(request: ProductSearchRequest, caller: SearchCaller): Promise<EncodedData<ProductSearchData>> {
    const read = await this.vocabulary.read('products', request.keywords, caller);
    return this.pages.page(compileProductSearch(request, read), LANG, caller, async (answer, said) =>
      answer.page({ total: answer.total, ...said }, await this.naming()),
    );
  }

  /** @throws as `search` does, with any page */
  async *export(request: ProductExportRequest, limit: number, caller: SearchCaller): ExportPages {
    const read = await this.vocabulary.read('products', request.keywords, caller);
    for await (const answer of this.stream.answers(compileProductSearch(request, read), limit, caller)) {
      yield { total: answer.total, records: answer.records(await this.naming()) };
    }
  }

  private async naming(): Promise<Naming> {
    return { product: await this.trees.get('product-categories'), lang: LANG };
  }

  /** @throws as `search` does, and RequestFailure (400) when too many values are to be counted */
  facets(request: ProductFacetsRequest, caller: SearchCaller): Promise<EncodedData<FacetsData>> {
    return this.facetPages.page(PRODUCT_PLAN, request, caller);
  }

  /** @throws as `search` does */
  suggest(request: SuggestRequest, caller: SearchCaller): Promise<EncodedData<SuggestData>> {
    return this.suggestions.page(PRODUCT_SUGGEST_PLAN, request, caller);
  }
}
