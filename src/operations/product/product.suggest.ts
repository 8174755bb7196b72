import { shopNameIn } from '../../records/product.record.js';
import type { SuggestPlan } from '../../search/suggestions.js';

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
