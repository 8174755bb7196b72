import type { OperationDocs } from '../../../http/open-api/operation-docs.js';

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
