import type { RankingPlan } from './rankings.query.js';

const MONTH = { type: 'month', value: '2026-06' };
const WEEK = { type: 'week', value: '2026-26' };
const DAY = { type: 'day', value: '2026-06-28' };

/**
 * Examples of a page of a ranking by sales, which find rows.
 * @param rows the plural of its subject @param narrowed the summary of one with a filter that only some rankings take
 */
export const pageExamples = ({ filters }: RankingPlan, rows: string, narrowed: string, filter: object) => ({
  month: { summary: `The ${rows} that sold most in June 2026`, value: { filter: { date_info: MONTH } } },
  narrowed: {
    summary: `${narrowed}, in week 26 of 2026`,
    value: { filter: { ...filter, date_info: WEEK }, pagesize: 5 },
  },
  what_rises: {
    summary: 'What rose most in week 26 of 2026, compared with week 25',
    value: { filter: { date_info: WEEK }, orderby: [{ field: 'usd_gmv_change', order: 'desc' }] },
  },
  what_is_new: {
    summary: 'What has sold for 1,000 dollars or more in week 26 of 2026, and had not in week 25',
    value: { filter: { usd_gmv_range: { min: 1000 }, is_new: true, date_info: WEEK } },
  },
  ...('ecommerce_type' in filters && {
    day_by_live: {
      summary: 'Only by live streams, on 28 June 2026',
      value: { filter: { ecommerce_type: 2, date_info: DAY } },
    },
  }),
});

/** Examples of an export of a ranking by sales. @param rows the plural of its subject */
export const exportExamples = (rows: string) => ({
  month_as_ndjson: { summary: `All ${rows} of June 2026, one a line`, value: { filter: { date_info: MONTH } } },
  week_as_csv: {
    summary: 'Week 26 of 2026 by units sold, as CSV',
    value: { filter: { date_info: WEEK }, orderby: [{ field: 'units_sold', order: 'desc' }], format: 'csv' },
  },
  for_a_spreadsheet: {
    summary: 'The best 100 of a day as CSV that a spreadsheet opens',
    value: {
      filter: { date_info: DAY },
      limit: 100,
      format: 'csv',
      fields: ['rank', 'previous_rank', 'usd_gmv'],
      excel: true,
    },
  },
});
