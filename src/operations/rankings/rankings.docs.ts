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
