import type { OperationDocs } from '../../../http/open-api/operation-docs.js';

/** Examples of suggestions of creators. */
export const CREATOR_SUGGEST_DOCS: OperationDocs = {
  examples: {
    first_letter: { summary: 'After the first letter', value: { keywords: 'm' } },
    category: { summary: 'A category, in Chinese', value: { keywords: 'beau', lang: 'ZH_CN' } },
    slip: { summary: 'With two letters swapped', value: { keywords: 'baeuty' } },
  },
  rules: [
    {
      name: 'order',
      fields: ['data.list'],
      description:
        'At most 10: names that begin with the keywords, or have a word that does, the best known first; names with a slip fill up what is left.',
    },
  ],
};
