import { applyDecorators } from '@nestjs/common';
import { AnswerOf } from '../../http/answer/answer.dto.js';
import { ExportOf, PageOf } from '../../http/export/export-request.js';
import { CategoryIdField, ChoiceField, LangField, RegionField } from '../../http/validation/fields.js';
import { IdListField } from '../../http/validation/id.field.js';
import { OrderbyField } from '../../http/validation/orderby.field.js';
import { DateInfoField } from '../../http/validation/period.field.js';
import { NestedField, Published } from '../../http/validation/request-field.js';
import type { Period } from '../../common/period/period.js';
import type { SortItem } from '../../search/compiler/request.js';
import {
  CategoryTopSellingRecord,
  ProductTopSellingRecord,
  ShopTopSellingRecord,
} from '../records/top-selling.record.js';
import type { Lang } from '../../common/lang.js';
import type { Region } from '../../common/regions.js';
import type { EcommerceType } from '../ranking.definition.js';
import { ECOMMERCE_TYPE_VALUES } from '../ranking.definition.js';
import { IsOrderOfType, RankingDataOf } from '../rankings.dto.js';
import type { TopSellingSort } from './top-selling.definition.js';
import { SORTS_BY_TYPE, TOP_SELLING_SORTS, TOP_SELLING_WINDOW } from './top-selling.definition.js';
import type { OperationDocs } from '../../http/open-api/operation.decorator.js';

const EcommerceTypeField = () =>
  ChoiceField(
    [...ECOMMERCE_TYPE_VALUES],
    '1 video: rows with at least one sale by video, ordered by video_usd_gmv; 2 live: rows with at least one sale by live stream, ordered by live_usd_gmv.',
  );

const CATEGORY_LIST = 'The list is at /product/v1/category.';

/** Filter of the top selling products. */
export class ProductTopSellingFilter {
  @RegionField('Region code of the product, as loaded when the board was built.')
  region?: Region;

  @CategoryIdField(`Level 1 category ID of the product, as loaded when the board was built. ${CATEGORY_LIST}`, 10000)
  l1_category_id?: number;

  @IdListField('Shop ID, or a list of 1 to 100 of them: the products that the shops had when the board was built.')
  seller_id?: string[];

  @EcommerceTypeField()
  ecommerce_type?: EcommerceType;

  @IdListField(
    'Product ID, or a list of 1 to 100 of them: only their rows, each with its rank among all rows that the other filters keep.',
  )
  product_id?: string[];

  @DateInfoField()
  date_info: Period;
}

/** Filter of the top selling shops. */
export class ShopTopSellingFilter {
  @RegionField('Region code that the shop’s products with sales in the period agree on.')
  region?: Region;

  @CategoryIdField(
    `Level 1 product category ID; every figure and the order then count only the sales of that category. ${CATEGORY_LIST}`,
    10000,
  )
  l1_category_id?: number;

  @EcommerceTypeField()
  ecommerce_type?: EcommerceType;

  @IdListField(
    'Shop ID, or a list of 1 to 100 of them: only their rows, each with its rank among all rows that the other filters keep.',
  )
  seller_id?: string[];

  @DateInfoField()
  date_info: Period;
}

/** Filter of the top selling categories. */
export class CategoryTopSellingFilter {
  @RegionField('Region code of the creators; every figure and the order then count only the sales of its creators.')
  region?: Region;

  @EcommerceTypeField()
  ecommerce_type?: EcommerceType;

  @CategoryIdField(
    `Level 1 product category ID: only its row, with its rank among all rows that the other filters keep. ${CATEGORY_LIST}`,
    10000,
  )
  l1_category_id?: number;

  @DateInfoField()
  date_info: Period;
}

const IsSellingOrder = () =>
  applyDecorators(
    IsOrderOfType(SORTS_BY_TYPE),
    Published(
      'selling_orderby_by_type',
      () =>
        'Of the figures in USD orderby may name the one that ecommerce_type selects, which is the default: usd_gmv ' +
        'without ecommerce_type, video_usd_gmv with 1, live_usd_gmv with 2. units_sold and usd_gmv_change are always valid.',
      ['filter.ecommerce_type'],
    ),
  );

/** The order and the language of rows. */
abstract class TopSellingOrder {
  @IsSellingOrder()
  @OrderbyField(
    TOP_SELLING_SORTS,
    'Descending; when not set, by the figure in USD that ecommerce_type selects. By usd_gmv_change the order is that of ' +
      'the IDs unless both periods are complete.',
  )
  orderby: SortItem<TopSellingSort>[];

  @LangField()
  lang: Lang;
}

/** Which products, in which order. */
export class ProductTopSellingSelection extends TopSellingOrder {
  @NestedField(() => ProductTopSellingFilter, 'Filter; date_info is required.')
  filter: ProductTopSellingFilter;
}

/** Which shops, in which order. */
export class ShopTopSellingSelection extends TopSellingOrder {
  @NestedField(() => ShopTopSellingFilter, 'Filter; date_info is required.')
  filter: ShopTopSellingFilter;
}

/** Which categories, in which order. */
export class CategoryTopSellingSelection extends TopSellingOrder {
  @NestedField(() => CategoryTopSellingFilter, 'Filter; date_info is required.')
  filter: CategoryTopSellingFilter;
}

export class ProductTopSellingRequest extends PageOf(
  ProductTopSellingSelection,
  TOP_SELLING_WINDOW,
  ProductTopSellingRecord,
) {}

export class ProductTopSellingExportRequest extends ExportOf(ProductTopSellingSelection, ProductTopSellingRecord) {}

export class ProductTopSellingData extends RankingDataOf(ProductTopSellingRecord) {}

export class ProductTopSellingResponse extends AnswerOf(ProductTopSellingData, 'Total, page and period') {}

export class ShopTopSellingRequest extends PageOf(ShopTopSellingSelection, TOP_SELLING_WINDOW, ShopTopSellingRecord) {}

export class ShopTopSellingExportRequest extends ExportOf(ShopTopSellingSelection, ShopTopSellingRecord) {}

export class ShopTopSellingData extends RankingDataOf(ShopTopSellingRecord) {}

export class ShopTopSellingResponse extends AnswerOf(ShopTopSellingData, 'Total, page and period') {}

export class CategoryTopSellingRequest extends PageOf(
  CategoryTopSellingSelection,
  TOP_SELLING_WINDOW,
  CategoryTopSellingRecord,
) {}

export class CategoryTopSellingExportRequest extends ExportOf(CategoryTopSellingSelection, CategoryTopSellingRecord) {}

export class CategoryTopSellingData extends RankingDataOf(CategoryTopSellingRecord) {}

export class CategoryTopSellingResponse extends AnswerOf(CategoryTopSellingData, 'Total, page and period') {}

/**
 * Examples of a ranking by sales.
 * @param narrowed words for a filter that narrows it, and the filter
 */
const topSellingExamples = (
  subjects: string,
  narrowed: { readonly summary: string; readonly filter: Readonly<Record<string, unknown>> },
): OperationDocs => ({
  examples: {
    month: {
      summary: `The ${subjects} that sold most in June 2026`,
      value: { filter: { date_info: { type: 'month', value: '2026-06' } } },
    },
    narrowed: {
      summary: `${narrowed.summary}, in week 26 of 2026`,
      value: { filter: { ...narrowed.filter, date_info: { type: 'week', value: '2026-26' } }, pagesize: 5 },
    },
    what_rises: {
      summary: 'What rose most in week 26 of 2026, compared with week 25',
      value: {
        filter: { date_info: { type: 'week', value: '2026-26' } },
        orderby: [{ field: 'usd_gmv_change', order: 'desc' }],
      },
    },
    day_by_live: {
      summary: 'Only by live streams, on 28 June 2026',
      value: { filter: { ecommerce_type: 2, date_info: { type: 'day', value: '2026-06-28' } } },
    },
  },
});

/** Examples of an export of a ranking by sales. */
const topSellingExportExamples = (subjects: string): OperationDocs => ({
  examples: {
    month_as_ndjson: {
      summary: `All ${subjects} of June 2026, one a line`,
      value: { filter: { date_info: { type: 'month', value: '2026-06' } } },
    },
    week_as_csv: {
      summary: 'Week 26 of 2026 by units sold, as CSV',
      value: {
        filter: { date_info: { type: 'week', value: '2026-26' } },
        orderby: [{ field: 'units_sold', order: 'desc' }],
        format: 'csv',
      },
    },
    for_a_spreadsheet: {
      summary: 'The best 100 of a day as CSV that a spreadsheet opens',
      value: {
        filter: { date_info: { type: 'day', value: '2026-06-28' } },
        limit: 100,
        format: 'csv',
        fields: ['rank', 'previous_rank', 'usd_gmv'],
        excel: true,
      },
    },
  },
});

export const PRODUCT_TOP_SELLING_DOCS = topSellingExamples('products', {
  summary: 'In the US',
  filter: { region: 'US' },
});
export const PRODUCT_TOP_SELLING_EXPORT_DOCS = topSellingExportExamples('products');
export const SHOP_TOP_SELLING_DOCS = topSellingExamples('shops', {
  summary: 'Only in beauty and personal care',
  filter: { l1_category_id: 10000 },
});
export const SHOP_TOP_SELLING_EXPORT_DOCS = topSellingExportExamples('shops');
export const CATEGORY_TOP_SELLING_DOCS = topSellingExamples('categories', {
  summary: 'Only by creators of the US',
  filter: { region: 'US' },
});
export const CATEGORY_TOP_SELLING_EXPORT_DOCS = topSellingExportExamples('categories');
