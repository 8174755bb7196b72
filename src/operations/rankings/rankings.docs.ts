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
