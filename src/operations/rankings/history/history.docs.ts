import type { OperationDocs } from '../../../http/open-api/operation-docs.js';

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
