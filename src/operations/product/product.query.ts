import type { ProductDocument } from '../../documents/product.document.js';
import type { ReadKeywords } from '../../query/keyword-reading.js';
import type { FacetPlan } from '../../query/facets.js';
import type { Paging } from '../../query/request.js';
import { compileSearch } from '../../query/search.js';
import type { CompiledSearch } from '../../query/types.js';
import type { ProductSort } from './product.definition.js';
import { PRODUCT_FACETS, PRODUCT_FILTERS, PRODUCT_MEASURES, PRODUCT_SORTS } from './product.definition.js';
import type { ProductFilter, ProductSelection } from './product.dto.js';

/** Search and facets of products as data. */
export const PRODUCT_PLAN: FacetPlan<ProductFilter, ProductSort, ProductDocument> = {
  index: 'products',
  filters: PRODUCT_FILTERS,
  facets: PRODUCT_FACETS,
  measures: PRODUCT_MEASURES,
  sorts: PRODUCT_SORTS,
  mainMetric: 'day7_units_sold',
  popularity: 'day7_units_sold',
  categories: 'category_names',
};

/** What a search or an export of products asks of Elasticsearch. */
export function compileProductSearch(request: ProductSelection & Partial<Paging>, read: ReadKeywords): CompiledSearch {
  return compileSearch(PRODUCT_PLAN, request, read);
}
