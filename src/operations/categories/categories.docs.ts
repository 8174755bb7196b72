import type { OperationDocs, OperationRule } from '../../http/open-api/operation-docs.js';

const RULES: readonly OperationRule[] = [
  {
    name: 'query_or_body',
    fields: ['keywords', 'parent_id', 'lang'],
    description: 'The fields are taken from the query string or the body; where both name one, the body counts.',
  },
];

/** Examples and rules of the product category list. */
export const PRODUCT_CATEGORY_DOCS: OperationDocs = {
  examples: {
    below_one: { summary: 'What is below Beauty & Personal Care', value: { parent_id: 10000 } },
    by_keywords: { summary: 'Categories that name lipstick, with those above them', value: { keywords: 'lipstick' } },
    in_chinese: { summary: 'The whole tree in Chinese', value: { lang: 'ZH_CN' } },
  },
  rules: RULES,
};

/** Examples and rules of the creator category list. */
export const CREATOR_CATEGORY_DOCS: OperationDocs = {
  examples: {
    all: { summary: 'All of them', value: {} },
    by_keywords: { summary: 'Those that name beauty', value: { keywords: 'beauty' } },
    by_chinese_keywords: {
      summary: 'Those with a Chinese name about food',
      value: { keywords: '美食', lang: 'ZH_CN' },
    },
    in_chinese: { summary: 'All of them in Chinese', value: { lang: 'ZH_CN' } },
  },
  rules: RULES,
};
