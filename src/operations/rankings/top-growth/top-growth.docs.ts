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
