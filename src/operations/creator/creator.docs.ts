import type { OperationDocs } from '../../http/open-api/operation-docs.js';

/** Examples of creator search. */
export const CREATOR_DOCS: OperationDocs = {
  examples: {
    largest_shops: {
      summary: 'Shop accounts of the US with the most followers',
      value: { filter: { region: 'US', account_type: 2 }, orderby: [{ field: 'follower_count' }], pagesize: 5 },
    },
    by_keywords: { summary: 'Creators whose nickname or handle says beauty', value: { keywords: 'beauty' } },
    busy_in_chinese: {
      summary: 'Creators with 1,000 to 100,000 followers, those with the most videos first, categories in Chinese',
      value: {
        filter: { follower_count_range: { min: 1000, max: 100_000 } },
        orderby: [{ field: 'video_count' }],
        lang: 'ZH_CN',
      },
    },
  },
};

/** Examples of an export of creators. */
export const CREATOR_EXPORT_DOCS: OperationDocs = {
  examples: {
    region_as_ndjson: {
      summary: 'Creators of Indonesia, one a line',
      value: { filter: { region: 'ID' }, limit: 200 },
    },
    for_a_spreadsheet: {
      summary: 'Some fields of the most followed creators as CSV that a spreadsheet opens',
      value: { limit: 100, format: 'csv', fields: ['uid', 'unique_id', 'follower_count'], excel: true },
    },
    shops: {
      summary: 'Shop accounts by their videos',
      value: { filter: { account_type: 2 }, orderby: [{ field: 'video_count' }], limit: 50 },
    },
  },
};

/** Examples of the facets of creators. */
export const CREATOR_FACETS_DOCS: OperationDocs = {
  examples: {
    by_region: {
      summary: 'Creators with 1,000 followers or more by region and category',
      value: {
        filter: { follower_count_range: { min: 1000 } },
        facets: [{ field: 'region', size: 20 }, { field: 'creator_category_id' }],
      },
    },
    by_account_type: {
      summary: 'Personal and shop accounts of Indonesia',
      value: { filter: { region: 'ID' }, facets: [{ field: 'account_type' }] },
    },
    by_followers: { summary: 'Creators by their followers', value: { facets: [{ field: 'follower_count_range' }] } },
  },
};
