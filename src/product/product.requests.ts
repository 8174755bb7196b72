import { Fields, ListField, TextListField, WholeField } from '../fields/field.js';
import type { Lang } from '../common/lang.js';
import { TIME_DAYS } from '../documents/keyword-data.record.js';
import type { Region } from '../common/regions.js';
import { AnswerEnvelope } from '../http/answer/answer.dto.js';
import { FacetsRequestOf } from '../records/facets.requests.js';
import { ExportableRequest, FoundData, PagedRequest, SelectionOf } from '../records/record-requests.js';
import { ChoiceField, FlagFilterField, LangField, RegionField } from '../http/validation/fields.js';
import { IdListField, SingleIdField } from '../http/validation/id.field.js';
import { RangeField } from '../http/validation/range.field.js';
import { DocumentFilter, NestedField } from '../http/validation/request-field.js';
import { SEARCH_WINDOW } from '../search/compiler/clauses.js';
import type { Range } from '../search/compiler/types.js';
import { type ProductDocument, ProductRecord } from './product.record.js';
import { SearchKeywordsField, type CategoryIds, LevelField } from '../records/record.fields.js';

export class ProductFilter extends DocumentFilter<ProductDocument> {
  @LevelField(1, 'of the product', { index: 'l1_category_id', facet: 'product-categories' })
  l1_category_id?: CategoryIds;

  @LevelField(2, 'of the product', { index: 'l2_category_id', facet: 'product-categories' })
  l2_category_id?: CategoryIds;

  @LevelField(3, 'of the product', { index: 'l3_category_id', facet: 'product-categories' })
  l3_category_id?: CategoryIds;

  @RegionField('Region code of the product.', { index: 'region', facet: 'region' })
  region?: Region;

  @IdListField('Shop ID, or a list.', { index: 'seller_id', facet: 'shop' })
  seller_id?: string[];

  @IdListField('Product ID, or a list of 1 to 100 of them.', { index: 'product_id' })
  product_id?: string[];

  @RangeField('percent', 'Commission rate.', { index: 'commission_rate' })
  commission_rate_range?: Range;

  @RangeField('amount', 'Floor price.', { needs: ['region', 'seller_id'], index: 'floor_price', facet: 'amount' })
  price_range?: Range;

  @RangeField('count', 'Associated creators.', { index: 'creator_count' })
  creator_count_range?: Range;

  @RangeField('count', 'Units sold in total.', { index: 'total_units_sold', facet: 'count' })
  units_sold_range?: Range;

  @FlagFilterField('Fully managed shop product; use is_fully_managed.', {
    deprecated: ['1.0.0', 'is_fully_managed'],
    index: 'is_sshop',
    facet: 'flag',
  })
  is_sshop?: boolean;

  @ChoiceField([1, 2], '1 local shop, 2 cross-border shop; use is_cross_border.', {
    deprecated: ['1.0.0', 'is_cross_border'],
    index: 'shop_type',
    facet: 'shop_type',
  })
  shop_type?: number;

  @FlagFilterField('Cross-border product.', { index: 'is_cross_border', facet: 'flag' })
  is_cross_border?: boolean;

  @FlagFilterField('Fully managed product.', { index: 'is_fully_managed', facet: 'flag' })
  is_fully_managed?: boolean;

  @FlagFilterField('Newly listed product.', { index: 'is_new_listed', facet: 'flag' })
  is_new_listed?: boolean;

  @FlagFilterField('Free shipping.', { index: 'is_free_shipping', facet: 'flag' })
  is_free_shipping?: boolean;

  @FlagFilterField('Sent from a local warehouse.', { index: 'is_local_warehouse', facet: 'flag' })
  is_local_warehouse?: boolean;

  @FlagFilterField('Top selling product.', { index: 'is_top_selling', facet: 'flag' })
  is_top_selling?: boolean;

  @ChoiceField([0, 1], '0 on sale, 1 off shelves.', { index: 'off_shelves', facet: 'off_shelves' })
  off_shelves?: number;

  @ChoiceField([1, 2, 3], 'Promotion channel: 1 video, 2 live, 3 video and live.', {
    index: 'promotion_channel',
    facet: 'promotion_channel',
  })
  promotion_channel?: number;

  @RangeField('unix_seconds', 'Listing time.', { index: 'launch_time', facet: 'time' })
  launch_time_range?: Range;

  @RangeField('percent', 'Creator order rate.', { index: 'creator_order_rate' })
  creator_order_rate_range?: Range;

  @RangeField('gmv', 'GMV in total.', { needs: ['region'], index: 'total_gmv' })
  total_gmv_range?: Range;

  @RangeField('count', 'Units sold in the last 7 days.', { index: 'day7_units_sold', facet: 'count' })
  day7_units_sold_range?: Range;

  @RangeField('count', 'Units sold in the last 28 days.', { index: 'day28_units_sold' })
  day28_units_sold_range?: Range;

  @RangeField('count', 'Units sold in the last 90 days.', { index: 'day90_units_sold' })
  day90_units_sold_range?: Range;

  @RangeField('count', 'Product rating.', { index: 'product_rating' })
  product_rating_range?: Range;

  @RangeField('count', 'Variants (SKUs).', { index: 'sku_count' })
  sku_count_range?: Range;

  @RangeField('gmv', 'GMV of the last 7 days.', { needs: ['region'], index: 'day7_gmv' })
  day7_gmv_range?: Range;

  @RangeField('usd', 'Floor price in USD.', { index: 'usd_price' })
  usd_price_range?: Range;

  @RangeField('usd', 'GMV of the last 7 days in USD.', { index: 'day7_usd_gmv' })
  day7_usd_gmv_range?: Range;

  @RangeField('usd', 'GMV in total in USD.', { index: 'total_usd_gmv' })
  total_usd_gmv_range?: Range;

  @RangeField('usd', 'GMV in total in USD for one unit.', { index: 'average_usd_price' })
  average_usd_price_range?: Range;
}

/** The index field of each value of `orderby`. */
export const PRODUCT_SORTS = {
  day7_units_sold: 'day7_units_sold',
  day7_gmv: 'day7_gmv',
  commission_rate: 'commission_rate',
  total_units_sold: 'total_units_sold',
  total_gmv: 'total_gmv',
  creator_count: 'creator_count',
  usd_price: 'usd_price',
  day7_usd_gmv: 'day7_usd_gmv',
  total_usd_gmv: 'total_usd_gmv',
  average_usd_price: 'average_usd_price',
} as const;

const ProductSelection = SelectionOf(ProductFilter, {
  keywords: SearchKeywordsField('Words of the title, the shop’s name or a category’s name, or a product or shop ID'),
  sorts: PRODUCT_SORTS,
  order: 'day7_units_sold',
});

export class ProductSearchRequest extends PagedRequest(ProductSelection, SEARCH_WINDOW, ProductRecord) {}

export class ProductExportRequest extends ExportableRequest(ProductSelection, ProductRecord) {}

export class ProductFacetsRequest extends FacetsRequestOf(ProductSelection, ProductFilter, { measures: [] }) {}

class ProductSearchData extends FoundData(ProductRecord, 'products') {}
export class ProductSearchResponse extends AnswerEnvelope(ProductSearchData, 'Total and page') {}

class SimilarSelection {
  @SingleIdField('Product ID.', { required: true })
  product_id: string;

  @NestedField(() => ProductFilter, 'Filter, as of product search; with seller_id its own shop is not left out.')
  filter: ProductFilter;

  @FlagFilterField('Whether products of its own shop are listed as well; they are not when not set.')
  own_shop?: boolean;

  @LangField()
  lang: Lang;
}

export class SimilarProductsRequest extends PagedRequest(SimilarSelection, SEARCH_WINDOW, ProductRecord) {}

class SimilarProductsData extends Fields({
  ...TIME_DAYS,
  words: TextListField('The words that count: those of title and categories that another product has', {
    required: true,
  }),
  total: WholeField('Similar products, exact', { required: true }),
  list: ListField(() => ProductRecord, 'The products of the page, the most similar first'),
}) {}

export class SimilarProductsResponse extends AnswerEnvelope(SimilarProductsData, 'Words, total and page') {}
