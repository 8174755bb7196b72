import { Inject, Injectable } from '@nestjs/common';
import { filterPlan } from '../http/validation/request-field.js';
import { type RecordPlan, RecordsService } from '../records/records.service.js';
import type { SuggestRequest } from '../records/suggest.requests.js';
import { Suggestions, type SuggestPlan } from '../records/suggestions.js';
import { type ProductDocument, ProductRecord } from './product.record.js';
import { PRODUCT_SORTS, ProductFilter } from './product.requests.js';

/** How a request for products becomes a query. The filters name their index fields themselves. */
export const PRODUCT_PLAN: RecordPlan<ProductFilter, ProductDocument> = {
  index: 'products',
  ...filterPlan(ProductFilter),
  measures: { units_sold: ['total_units_sold'], gmv: ['total_gmv'], usd_gmv: ['usd_gmv_whole', 'usd_gmv_fraction'] },
  sorts: PRODUCT_SORTS,
  mainMetric: 'day7_units_sold',
  popularity: 'day7_units_sold',
  categories: 'category_names',
  record: ProductRecord,
  named: ['product'],
};

/** Suggests shops by name, and product categories of every level. */
const PRODUCT_SUGGESTIONS: SuggestPlan<{ readonly seller_id: string; readonly record: string }> = {
  index: 'products',
  tree: 'product-categories',
  source: ['seller_id', 'record'],
  nameOf: ({ seller_id, record }) => {
    const { name, total_units_sold } = (JSON.parse(record) as ProductRecord).shop;
    return { kind: 'shop', text: name ?? seller_id, filter: { seller_id }, region: null, total_units_sold };
  },
  filterOf: ({ id, level }) => ({ [`l${level}_category_id`]: id }),
};

/** Searches, exports and counts products, and suggests filters of them. */
@Injectable()
export class ProductService extends RecordsService<ProductFilter, ProductDocument> {
  protected readonly plan = PRODUCT_PLAN;
  @Inject(Suggestions) private readonly suggestions: Suggestions;

  /** What begins with the keywords. @throws as `Suggestions` does */
  suggest(request: SuggestRequest) {
    return this.suggestions.page(PRODUCT_SUGGESTIONS, request);
  }
}
