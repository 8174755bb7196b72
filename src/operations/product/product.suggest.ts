import type { SuggestPlan } from '../suggest/suggest-pages.js';

interface ProductSource {
  readonly seller_id: string;
  readonly record: { readonly shop: { readonly name: string | null } };
}

/** Shops by name, and product categories of every level. */
export const PRODUCT_SUGGEST_PLAN: SuggestPlan<ProductSource> = {
  index: 'products',
  tree: 'product-categories',
  source: ['seller_id', 'record.shop.name'],
  nameOf: ({ seller_id, record }) => ({ kind: 'shop', text: record.shop.name ?? seller_id, filter: { seller_id } }),
  filterOf: ({ id, level }) => ({ [`l${level}_category_id`]: id }),
};
