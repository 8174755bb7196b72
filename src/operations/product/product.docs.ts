import type { OperationDocs } from '../../http/open-api/operation-docs.js';

/** Examples of product search. */
export const PRODUCT_DOCS: OperationDocs = {
  examples: {
    by_keywords: {
      summary: 'Products about lipstick, best match first',
      value: { keywords: 'lipstick', pagesize: 5 },
    },
    best_sellers: {
      summary: 'What sold best in the last 7 days in Thailand, on sale',
      value: {
        filter: { region: 'TH', off_shelves: 0 },
        orderby: [{ field: 'day7_units_sold', order: 'desc' }],
      },
    },
    priced: {
      summary: 'Beauty and personal care in the US between 5 and 500 dollars',
      value: {
        filter: { region: 'US', l1_category_id: 10000, price_range: { min: 5, max: 500 } },
        orderby: [{ field: 'total_gmv' }],
      },
    },
    generous: {
      summary: 'Products with free shipping and a commission of 10 % or more',
      value: {
        filter: { is_free_shipping: 1, commission_rate_range: { min: 10 } },
        orderby: [{ field: 'commission_rate' }, { field: 'creator_count' }],
      },
    },
  },
};

/** Examples of an export of products. */
export const PRODUCT_EXPORT_DOCS: OperationDocs = {
  examples: {
    shelf_as_ndjson: {
      summary: 'Products on sale in Thailand, one a line',
      value: { filter: { region: 'TH', off_shelves: 0 }, limit: 200 },
    },
    for_a_spreadsheet: {
      summary: 'Some fields of what sold best as CSV that a spreadsheet opens',
      value: {
        orderby: [{ field: 'total_units_sold' }],
        limit: 100,
        format: 'csv',
        fields: ['product_id', 'title', 'price', 'shop', 'total_units_sold'],
        excel: true,
      },
    },
    by_keywords: {
      summary: 'Products about lipstick, best match first',
      value: { keywords: 'lipstick', limit: 50 },
    },
  },
};

/** Examples of the facets of products. */
export const PRODUCT_FACETS_DOCS: OperationDocs = {
  examples: {
    by_keywords: {
      summary: 'Products about lipstick by region',
      value: { keywords: 'lipstick', facets: [{ field: 'region', size: 20 }] },
    },
    by_category: {
      summary: 'Products on sale in Thailand by level 1 category with their units sold, names in Chinese',
      value: {
        filter: { region: 'TH', off_shelves: 0 },
        facets: [{ field: 'l1_category_id', size: 100 }],
        measure: 'units_sold',
        lang: 'ZH_CN',
      },
    },
    prices_and_shops: {
      summary: 'Prices of beauty and personal care in the US, and the shops with most products',
      value: {
        filter: { region: 'US', l1_category_id: 10000 },
        facets: [{ field: 'price_range' }, { field: 'seller_id', size: 5 }, { field: 'is_free_shipping' }],
        measure: 'gmv',
      },
    },
  },
};
