import type { OperationDocs } from '../../http/open-api/operation-docs.js';

/** Examples of the top e-commerce creators ranking. */
export const TOP_ECOMMERCE_DOCS: OperationDocs = {
  examples: {
    month: {
      summary: 'The creators who sold most in June 2026',
      value: { filter: { date_info: { type: 'month', value: '2026-06' } } },
    },
    week_by_video: {
      summary: 'By their videos alone, in week 26 of 2026',
      value: {
        filter: { ecommerce_type: 1, date_info: { type: 'week', value: '2026-26' } },
        orderby: [{ field: 'video_usd_gmv', order: 'desc' }],
        pagesize: 5,
      },
    },
    day_by_live: {
      summary: 'By their live streams alone, on 28 June 2026',
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
      summary: 'Beauty and personal care in June 2026; every figure counts that category alone',
      value: { filter: { product_category_id: 10000, date_info: { type: 'month', value: '2026-06' } } },
    },
  },
};

/** Examples of an export of the top e-commerce creators ranking. */
export const TOP_ECOMMERCE_EXPORT_DOCS: OperationDocs = {
  examples: {
    month_as_ndjson: {
      summary: 'Everybody who sold in June 2026, one a line',
      value: { filter: { date_info: { type: 'month', value: '2026-06' } } },
    },
    week_as_csv: {
      summary: 'Week 26 of 2026 by videos alone, as CSV',
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

/** Examples of the follower growth ranking. */
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

/** Examples of an export of the follower growth ranking. */
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

/** Of the seed. */
const PRODUCT_ID = '1729000000000722459';
const SELLER_ID = '7495000000000060265';
const UID = '7129000000000043360';

/** Examples and rules of a creator's history. */
export const HISTORY_DOCS: OperationDocs = {
  examples: {
    weeks: {
      summary: 'A creator’s second quarter of 2026 by week',
      value: { uid: UID, date_type: 'week', from: '2026-14', to: '2026-26' },
    },
    days: {
      summary: 'Its June 2026 by day',
      value: { uid: UID, date_type: 'day', from: '2026-06-01', to: '2026-06-30' },
    },
    months: {
      summary: 'The first half of 2026 by month',
      value: { uid: UID, date_type: 'month', from: '2026-01', to: '2026-06' },
    },
  },
  rules: [
    {
      name: 'order',
      fields: ['data.list'],
      description:
        'Every period is listed, oldest first. A period without facts of the creator has null; one with facts and no sales has 0.',
    },
  ],
};

/** Examples and rules of the list of periods. */
export const PERIODS_DOCS: OperationDocs = {
  examples: {
    all: { summary: 'Every period that has data', value: {} },
    of_a_ranking: { summary: 'Those of one ranking', value: { filter: { ranking: 'topGrowth' } } },
    weeks: { summary: 'The weeks alone', value: { filter: { date_type: 'week' } } },
  },
  rules: [
    {
      name: 'order',
      fields: ['data.list'],
      description: 'Sorted by date_type (day, week, month), then date_value descending, then ranking; not paged.',
    },
  ],
};

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
      summary: 'By live streams alone, on 28 June 2026',
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

/** Examples of the top selling products, shops and categories, and of their exports. */
export const PRODUCT_TOP_SELLING_DOCS = topSellingExamples('products', {
  summary: 'In the US',
  filter: { region: 'US' },
});
export const PRODUCT_TOP_SELLING_EXPORT_DOCS = topSellingExportExamples('products');
export const SHOP_TOP_SELLING_DOCS = topSellingExamples('shops', {
  summary: 'In beauty and personal care alone',
  filter: { l1_category_id: 10000 },
});
export const SHOP_TOP_SELLING_EXPORT_DOCS = topSellingExportExamples('shops');
export const CATEGORY_TOP_SELLING_DOCS = topSellingExamples('categories', {
  summary: 'By creators of the US alone',
  filter: { region: 'US' },
});
export const CATEGORY_TOP_SELLING_EXPORT_DOCS = topSellingExportExamples('categories');

const SELLING_HISTORY_RULES = [
  {
    name: 'order',
    fields: ['data.list'],
    description:
      'Every period is listed, oldest first. A period without sales has 0 where the sales reach from its first day or before to its last day or after, else null.',
  },
];

/** The examples of a history of sales. */
const historyExamples = (of: Readonly<Record<string, unknown>>): OperationDocs => ({
  examples: {
    weeks: {
      summary: 'The second quarter of 2026 by week',
      value: { ...of, date_type: 'week', from: '2026-14', to: '2026-26' },
    },
    days: {
      summary: 'June 2026 by day',
      value: { ...of, date_type: 'day', from: '2026-06-01', to: '2026-06-30' },
    },
    months: {
      summary: 'May and June 2026',
      value: { ...of, date_type: 'month', from: '2026-05', to: '2026-06' },
    },
  },
  rules: SELLING_HISTORY_RULES,
});

/** Examples and rules of the histories of products, shops and categories. */
export const PRODUCT_HISTORY_DOCS = historyExamples({ product_id: PRODUCT_ID });
export const SHOP_HISTORY_DOCS = historyExamples({ seller_id: SELLER_ID });
export const CATEGORY_HISTORY_DOCS = historyExamples({ l1_category_id: 10000, region: 'US' });
