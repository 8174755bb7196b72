import { applyDecorators } from '@nestjs/common';
import { AnswerOf } from '../../http/answer/answer.dto.js';
import { ExportOf, PageOf } from '../../http/export/export-request.js';
import { CategoryIdField, ChoiceField, RegionField } from '../../http/validation/fields.js';
import { IdListField } from '../../http/validation/id.field.js';
import { OrderbyField } from '../../http/validation/orderby.field.js';
import { DateInfoField } from '../../http/validation/period.field.js';
import { RangeField } from '../../http/validation/range.field.js';
import { NestedField, Published } from '../../http/validation/request-field.js';
import type { Period } from '../../common/period/period.js';
import type { Range, SortItem } from '../../search/compiler/request.js';
import { TopEcommerceRecord, TopGrowthRecord } from '../records/creator-rankings.record.js';
import type { Region } from '../../common/regions.js';
import type { EcommerceType, TopEcommerceSort, TopGrowthSort } from '../ranking.definition.js';
import {
  ECOMMERCE_TYPE_VALUES,
  ECOMMERCE_TYPES,
  TOP_ECOMMERCE,
  TOP_ECOMMERCE_SORTS,
  TOP_GROWTH,
  TOP_GROWTH_SORTS,
} from '../ranking.definition.js';
import { IsOrderOfType, RankingDataOf } from '../rankings.dto.js';
import type { OperationDocs } from '../../http/open-api/operation.decorator.js';

/** Filter of the top e-commerce creators ranking (docs/api.md, "Filters"). */
export class TopEcommerceFilter {
  @RegionField('Region code of the creator.')
  region?: Region;

  @CategoryIdField('Creator category ID; the list is at /creator/v1/category.', 200000)
  creator_category_id?: number;

  @CategoryIdField(
    'Level 1 product category ID; every figure and the order then count only the sales of that category. ' +
      'The list is at /product/v1/category.',
    10000,
  )
  product_category_id?: number;

  @ChoiceField([1, 2], '1 personal, 2 shop.')
  account_type?: number;

  @ChoiceField(
    [...ECOMMERCE_TYPE_VALUES],
    '1 video: creators with at least one sale by video, ordered by video_usd_gmv; 2 live: creators with at least one sale by live stream, ordered by live_usd_gmv.',
  )
  ecommerce_type?: EcommerceType;

  @IdListField(
    'Creator UID, or a list of 1 to 100 of them: only their rows, each with its rank among all rows that the other filters keep.',
  )
  uid?: string[];

  @DateInfoField()
  date_info: Period;
}

const IsSortOfType = () =>
  applyDecorators(
    IsOrderOfType(Object.fromEntries(Object.entries(ECOMMERCE_TYPES).map(([type, { sort }]) => [type, [sort]]))),
    Published(
      'orderby_by_type',
      () =>
        'orderby may name the one field that ecommerce_type selects, which is the default as well: creator_usd_gmv ' +
        'without ecommerce_type, video_usd_gmv with 1, live_usd_gmv with 2. Any other field is refused.',
      ['filter.ecommerce_type'],
    ),
  );

/** Which creators of the top e-commerce creators ranking, in which order. */
export class TopEcommerceSelection {
  @NestedField(() => TopEcommerceFilter, 'Filter; date_info is required.')
  filter: TopEcommerceFilter;

  @IsSortOfType()
  @OrderbyField(
    TOP_ECOMMERCE_SORTS,
    'The one field that ecommerce_type selects, descending, which is the default as well: creator_usd_gmv without ' +
      'ecommerce_type, video_usd_gmv with 1, live_usd_gmv with 2.',
  )
  orderby: SortItem<TopEcommerceSort>[];
}

export class TopEcommerceRequest extends PageOf(TopEcommerceSelection, TOP_ECOMMERCE.window, TopEcommerceRecord) {}

export class TopEcommerceExportRequest extends ExportOf(TopEcommerceSelection, TopEcommerceRecord) {}

export class TopEcommerceData extends RankingDataOf(TopEcommerceRecord) {}

export class TopEcommerceResponse extends AnswerOf(TopEcommerceData, 'Total, page and period') {}

/** Filter of the follower growth ranking. */
export class TopGrowthFilter {
  @RegionField('Region code of the creator.')
  region?: Region;

  @CategoryIdField('Creator category ID; the list is at /creator/v1/category.', 200000)
  category_id?: number;

  @RangeField('count', 'Followers on the latest day of the period that is known.')
  follower_count_at_period_end_range?: Range;

  @IdListField(
    'Creator UID, or a list of 1 to 100 of them: only their rows, each with its rank among all rows that the other filters keep.',
  )
  uid?: string[];

  @DateInfoField()
  date_info: Period;
}

/** Which creators of the follower growth ranking, in which order. */
export class TopGrowthSelection {
  @NestedField(() => TopGrowthFilter, 'Filter; date_info is required.')
  filter: TopGrowthFilter;

  @OrderbyField(TOP_GROWTH_SORTS, 'Descending; follower_inc_count when not set. Creators without a rate come last.')
  orderby: SortItem<TopGrowthSort>[];
}

export class TopGrowthRequest extends PageOf(TopGrowthSelection, TOP_GROWTH.window, TopGrowthRecord) {}

export class TopGrowthExportRequest extends ExportOf(TopGrowthSelection, TopGrowthRecord) {}

export class TopGrowthData extends RankingDataOf(TopGrowthRecord) {}

export class TopGrowthResponse extends AnswerOf(TopGrowthData, 'Total, page and period') {}

export const TOP_ECOMMERCE_DOCS: OperationDocs = {
  examples: {
    month: {
      summary: 'The creators who sold most in June 2026',
      value: { filter: { date_info: { type: 'month', value: '2026-06' } } },
    },
    week_by_video: {
      summary: 'Only by their videos, in week 26 of 2026',
      value: {
        filter: { ecommerce_type: 1, date_info: { type: 'week', value: '2026-26' } },
        orderby: [{ field: 'video_usd_gmv', order: 'desc' }],
        pagesize: 5,
      },
    },
    day_by_live: {
      summary: 'Only by their live streams, on 28 June 2026',
      value: { filter: { ecommerce_type: 2, date_info: { type: 'day', value: '2026-06-28' } } },
    },
    place_of_a_creator: {
      summary: 'The places of two creators in June 2026, however deep',
      value: {
        filter: {
          uid: ['7129000000000043360', '7129000000000165554'],
          date_info: { type: 'month', value: '2026-06' },
        },
      },
    },
    month_of_a_category: {
      summary: 'Beauty and personal care in June 2026; every figure counts only that category',
      value: { filter: { product_category_id: 10000, date_info: { type: 'month', value: '2026-06' } } },
    },
  },
};

export const TOP_ECOMMERCE_EXPORT_DOCS: OperationDocs = {
  examples: {
    month_as_ndjson: {
      summary: 'Everybody who sold in June 2026, one a line',
      value: { filter: { date_info: { type: 'month', value: '2026-06' } } },
    },
    week_as_csv: {
      summary: 'Week 26 of 2026 only by videos, as CSV',
      value: { filter: { ecommerce_type: 1, date_info: { type: 'week', value: '2026-26' } }, format: 'csv' },
    },
    for_a_spreadsheet: {
      summary: 'Some fields of a day as CSV that a spreadsheet opens',
      value: {
        filter: { date_info: { type: 'day', value: '2026-06-28' } },
        limit: 100,
        format: 'csv',
        fields: ['uid', 'creator.unique_id', 'creator_usd_gmv'],
        excel: true,
      },
    },
  },
};

export const TOP_GROWTH_DOCS: OperationDocs = {
  examples: {
    week: {
      summary: 'The creators who grew most in week 26 of 2026',
      value: { filter: { date_info: { type: 'week', value: '2026-26' } } },
    },
    month_in_a_region: {
      summary: 'In the US, in June 2026',
      value: {
        filter: { region: 'US', date_info: { type: 'month', value: '2026-06' } },
        orderby: [{ field: 'follower_inc_count', order: 'desc' }],
      },
    },
    place_of_a_creator: {
      summary: 'The place of a creator in week 26 of 2026, however deep',
      value: { filter: { uid: '7129000000000043360', date_info: { type: 'week', value: '2026-26' } } },
    },
    day: {
      summary: 'On 28 June 2026',
      value: { filter: { date_info: { type: 'day', value: '2026-06-28' } }, pagesize: 3 },
    },
  },
};

export const TOP_GROWTH_EXPORT_DOCS: OperationDocs = {
  examples: {
    week_as_ndjson: {
      summary: 'Everybody of week 26 of 2026, one a line',
      value: { filter: { date_info: { type: 'week', value: '2026-26' } } },
    },
    month_as_csv: {
      summary: 'The US in June 2026, as CSV',
      value: { filter: { region: 'US', date_info: { type: 'month', value: '2026-06' } }, format: 'csv' },
    },
    for_a_spreadsheet: {
      summary: 'Some fields of a day as CSV that a spreadsheet opens',
      value: {
        filter: { date_info: { type: 'day', value: '2026-06-28' } },
        limit: 100,
        format: 'csv',
        fields: ['uid', 'creator.unique_id', 'follower_inc_count'],
        excel: true,
      },
    },
  },
};
