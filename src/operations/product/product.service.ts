import { Injectable } from '@nestjs/common';
import type { ProductDocument } from '../../documents/product.document.js';
import type { EncodedData, RecordPages } from '../../records/encoded-data.js';
import { ProductRecord, shopNameIn } from '../../records/product.record.js';
import type { FacetCounts } from '../../search/facets.js';
import type { SearchCaller } from '../../search/gateway/search-caller.js';
import type { RecordPlan } from '../../search/record-search.js';
import { RecordSearch } from '../../search/record-search.js';
import type { SuggestPlan } from '../../search/suggestions.js';
import { Suggestions } from '../../search/suggestions.js';
import type { SuggestData, SuggestRequest } from '../suggest/suggest.dto.js';
import type { ProductSort } from './product.definition.js';
import { PRODUCT_FACETS, PRODUCT_FILTERS, PRODUCT_MEASURES, PRODUCT_SORTS } from './product.definition.js';
import type {
  ProductExportRequest,
  ProductFacetsRequest,
  ProductFilter,
  ProductSearchData,
  ProductSearchRequest,
} from './product.dto.js';

/** Search, export and facets of products as data. */
export const PRODUCT_PLAN: RecordPlan<ProductFilter, ProductSort, ProductDocument> = {
  index: 'products',
  filters: PRODUCT_FILTERS,
  facets: PRODUCT_FACETS,
  measures: PRODUCT_MEASURES,
  sorts: PRODUCT_SORTS,
  mainMetric: 'day7_units_sold',
  popularity: 'day7_units_sold',
  categories: 'category_names',
  record: ProductRecord,
  named: ['product'],
};

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

const LANG = 'EN_US';

/** Searches, exports and counts products, and suggests their filters. Answers are in English. */
@Injectable()
export class ProductService {
  constructor(
    private readonly records: RecordSearch,
    private readonly suggestions: Suggestions,
  ) {}

  /** @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full */
  search(request: ProductSearchRequest, caller: SearchCaller): Promise<EncodedData<ProductSearchData>> {
    return this.records.page(PRODUCT_PLAN, request, LANG, caller, (total) => ({ total }));
  }

  /** @throws as `search` does, with any page */
  export(request: ProductExportRequest, limit: number, caller: SearchCaller): RecordPages {
    return this.records.export(PRODUCT_PLAN, request, LANG, limit, caller);
  }

  /** @throws as `search` does, and RequestFailure (400) when too many values are to be counted */
  facets(request: ProductFacetsRequest, caller: SearchCaller): Promise<EncodedData<FacetCounts>> {
    return this.records.facets(PRODUCT_PLAN, request, caller);
  }

  /** @throws as `search` does */
  suggest(request: SuggestRequest, caller: SearchCaller): Promise<EncodedData<SuggestData>> {
    return this.suggestions.page(PRODUCT_SUGGEST_PLAN, request, caller);
  }
}
