import type { OperationDocs } from '../../http/open-api/operation-docs.js';

/** Documents of suggestions. @param firstLetter one that suggested names begin with */
export const suggestDocs = (firstLetter: string): OperationDocs => ({
  examples: {
    first_letter: { summary: 'After the first letter', value: { keywords: firstLetter } },
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
});
