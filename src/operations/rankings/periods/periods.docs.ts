import type { OperationDocs } from '../../../http/open-api/operation-docs.js';

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
