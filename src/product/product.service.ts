import { Injectable } from '@nestjs/common';
import type { ProductDocument } from './product.document.js';
import type { EncodedData } from '../common/records/encoded-data.js';
import { shopNameIn } from './product.record.js';
import { RecordService } from '../search/record.service.js';
import type { SuggestPlan } from '../search/suggestions.js';
import type { SuggestData, SuggestRequest } from '../http/requests/suggest.requests.js';
import type { ProductFilter, ProductSearchData } from './product.requests.js';
import { PRODUCT_PLAN } from './product.requests.js';

interface ProductSource {
  readonly seller_id: string;
  /** JSON of a `ProductRecord`. */
  readonly record: string;
}

/** Shops by name, and product categories of every level. */
export const PRODUCT_SUGGEST_PLAN: SuggestPlan<ProductSource> = {
  index: 'products',
  tree: 'product-categories',
  source: ['seller_id', 'record'],
  nameOf: ({ seller_id, record }) => ({ kind: 'shop', text: shopNameIn(record) ?? seller_id, filter: { seller_id } }),
  filterOf: ({ id, level }) => ({ [`l${level}_category_id`]: id }),
};

/** Searches, exports and counts products, and suggests their filters. Answers are in English. */
@Injectable()
export class ProductService extends RecordService<ProductFilter, ProductDocument, ProductSearchData> {
  protected override readonly plan = PRODUCT_PLAN;

  /** @throws as `search` does */
  suggest(request: SuggestRequest): Promise<EncodedData<SuggestData>> {
    return this.suggestions.page(PRODUCT_SUGGEST_PLAN, request);
  }
}
