import { AnswerOf } from '../http/answer/answer.dto.js';
import { ExportOf, PageOf } from '../http/export/export-request.js';
import {
  CategoryIdField,
  ChoiceField,
  FlagFilterField,
  KeywordsField,
  RegionField,
} from '../http/validation/fields.js';
import { IdField, IdListField } from '../http/validation/id.field.js';
import { OrderbyField } from '../http/validation/orderby.field.js';
import { RangeField } from '../http/validation/range.field.js';
import { NestedField } from '../http/validation/request-field.js';
import { SEARCH_WINDOW } from '../search/compiler/paging.js';
import type { MatchRequest, Range, Selection, SortItem } from '../search/compiler/request.js';
import { FoundOf } from '../common/records/keyword-data.record.js';
import { ProductRecord } from './product.record.js';
import type { Region } from '../common/regions.js';
import { FacetsOf } from '../http/requests/facets.requests.js';
import type { ProductSort } from './product.definition.js';
import { PRODUCT_FACETS, PRODUCT_SORT_NAMES } from './product.definition.js';
import type { OperationDocs } from '../http/open-api/operation.decorator.js';

/** Filter of product search. */
export class ProductFilter {
  @CategoryIdField('Level 1 category ID; the list is at /product/v1/category.', 10000)
  l1_category_id?: number;

  @CategoryIdField('Level 2 category ID.', 10100)
  l2_category_id?: number;

  @CategoryIdField('Level 3 category ID.', 10101)
  l3_category_id?: number;

  @RegionField('Region code of the product.')
  region?: Region;

  @IdField('Shop ID.')
  seller_id?: string;

  @IdListField('Product ID, or a list of 1 to 100 of them.')
  product_id?: string[];

  @RangeField('percent', 'Commission rate.')
  commission_rate_range?: Range;

  @RangeField('amount', 'Floor price.', { needs: ['region', 'seller_id'] })
  price_range?: Range;

  @RangeField('count', 'Associated creators.')
  creator_count_range?: Range;

  @RangeField('count', 'Units sold in total.')
  units_sold_range?: Range;

  @FlagFilterField('Fully managed shop product; use is_fully_managed.', { deprecated: true })
  is_sshop?: boolean;

  @ChoiceField([1, 2], '1 local shop, 2 cross-border shop; use is_cross_border.', { deprecated: true })
  shop_type?: number;

  @FlagFilterField('Cross-border product.')
  is_cross_border?: boolean;

  @FlagFilterField('Fully managed product.')
  is_fully_managed?: boolean;

  @FlagFilterField('Newly listed product.')
  is_new_listed?: boolean;

  @FlagFilterField('Free shipping.')
  is_free_shipping?: boolean;

  @FlagFilterField('Sent from a local warehouse.')
  is_local_warehouse?: boolean;

  @FlagFilterField('Top selling product.')
  is_top_selling?: boolean;

  @ChoiceField([0, 1], '0 on sale, 1 off shelves.')
  off_shelves?: number;

  @ChoiceField([1, 2, 3], 'Promotion channel: 1 video, 2 live, 3 video and live.')
  promotion_channel?: number;

  @RangeField('unix_seconds', 'Listing time.')
  launch_time_range?: Range;

  @RangeField('percent', 'Creator order rate.')
  creator_order_rate_range?: Range;

  @RangeField('gmv', 'GMV in total.', { needs: ['region'] })
  total_gmv_range?: Range;

  @RangeField('count', 'Units sold in the last 7 days.')
  day7_units_sold_range?: Range;

  @RangeField('gmv', 'GMV of the last 7 days.', { needs: ['region'] })
  day7_gmv_range?: Range;
}

/** The products of a request. */
class ProductMatch implements MatchRequest<ProductFilter> {
  @KeywordsField(
    'Words of the title, the shop’s name or a category’s name, or a product or shop ID; slips and missing marks are forgiven.',
  )
  keywords: string;

  @NestedField(() => ProductFilter, 'Filter; all its fields are optional.')
  filter: ProductFilter;
}

/** The products of a request and their order. */
export class ProductSelection extends ProductMatch implements Selection<ProductFilter, ProductSort> {
  @OrderbyField(
    PRODUCT_SORT_NAMES,
    'Sort items applied in turn, descending. Default: relevance with keywords, else day7_units_sold.',
  )
  orderby: SortItem<ProductSort>[];
}

export class ProductSearchRequest extends PageOf(ProductSelection, SEARCH_WINDOW, ProductRecord) {}

export class ProductExportRequest extends ExportOf(ProductSelection, ProductRecord) {}

export class ProductFacetsRequest extends FacetsOf(ProductMatch, PRODUCT_FACETS) {}

export class ProductSearchData extends FoundOf(ProductRecord, 'products') {}

export class ProductSearchResponse extends AnswerOf(ProductSearchData, 'Total and page') {}

export const PRODUCT_DOCS: OperationDocs = {
  examples: {
    by_keywords: {
      summary: 'Products about lipstick, best match first',
      value: { keywords: 'lipstick', pagesize: 5 },
    },
    best_sellers: {
      summary: 'What sold best in the last 7 days in Thailand, on sale',
      value: {
        filter: { region: 'TH', off_shelves: 0 },
        orderby: [{ field: 'day7_units_sold', order: 'desc' }],
      },
    },
    priced: {
      summary: 'Beauty and personal care in the US between 5 and 500 dollars',
      value: {
        filter: { region: 'US', l1_category_id: 10000, price_range: { min: 5, max: 500 } },
        orderby: [{ field: 'total_gmv' }],
      },
    },
    generous: {
      summary: 'Products with free shipping and a commission of 10 % or more',
      value: {
        filter: { is_free_shipping: 1, commission_rate_range: { min: 10 } },
        orderby: [{ field: 'commission_rate' }, { field: 'creator_count' }],
      },
    },
  },
};

export const PRODUCT_EXPORT_DOCS: OperationDocs = {
  examples: {
    shelf_as_ndjson: {
      summary: 'Products on sale in Thailand, one a line',
      value: { filter: { region: 'TH', off_shelves: 0 }, limit: 200 },
    },
    for_a_spreadsheet: {
      summary: 'Some fields of what sold best as CSV that a spreadsheet opens',
      value: {
        orderby: [{ field: 'total_units_sold' }],
        limit: 100,
        format: 'csv',
        fields: ['product_id', 'title', 'price', 'shop', 'total_units_sold'],
        excel: true,
      },
    },
    by_keywords: {
      summary: 'Products about lipstick, best match first',
      value: { keywords: 'lipstick', limit: 50 },
    },
  },
};

export const PRODUCT_FACETS_DOCS: OperationDocs = {
  examples: {
    by_keywords: {
      summary: 'Products about lipstick by region',
      value: { keywords: 'lipstick', facets: [{ field: 'region', size: 20 }] },
    },
    by_category: {
      summary: 'Products on sale in Thailand by level 1 category with their units sold, names in Chinese',
      value: {
        filter: { region: 'TH', off_shelves: 0 },
        facets: [{ field: 'l1_category_id', size: 100 }],
        measure: 'units_sold',
        lang: 'ZH_CN',
      },
    },
    prices_and_shops: {
      summary: 'Prices of beauty and personal care in the US, and the shops with most products',
      value: {
        filter: { region: 'US', l1_category_id: 10000 },
        facets: [{ field: 'price_range' }, { field: 'seller_id', size: 5 }, { field: 'is_free_shipping' }],
        measure: 'gmv',
      },
    },
  },
};
