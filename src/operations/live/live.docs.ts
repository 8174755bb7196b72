import type { OperationDocs } from '../../http/open-api/operation-docs.js';
import { SEARCH_WINDOW } from '../../query/paging.js';

/** Examples and rules of live stream search. */
export const LIVE_DOCS: OperationDocs = {
  examples: {
    latest: {
      summary: 'The latest live streams in Indonesia',
      value: { filter: { region: 'ID' }, orderby: [{ field: 'start_time', order: 'desc' }] },
    },
    by_keywords: {
      summary: 'Live streams that name a sale in title or creator',
      value: { keywords: 'live', pagesize: 5 },
    },
    well_sold: {
      summary: 'Live streams of June 2026 by creators with 1,000 followers or more that sold 10 units or more',
      value: {
        filter: {
          live_type: 2,
          start_time: { min: 1780272000, max: 1782863999 },
          follower_range: { min: 1000 },
          sold_range: { min: 10 },
        },
        orderby: [{ field: 'total_gmv' }],
        lang: 'ZH_CN',
      },
    },
  },
  rules: [
    {
      name: 'has_more',
      fields: ['data.has_more'],
      description: `has_more is 0 at the edge of the paging window (page * pagesize = ${SEARCH_WINDOW}).`,
    },
  ],
};

/** Examples of an export of live streams. */
export const LIVE_EXPORT_DOCS: OperationDocs = {
  examples: {
    latest_as_ndjson: {
      summary: 'The latest live streams in Indonesia, one a line',
      value: { filter: { region: 'ID' }, limit: 200 },
    },
    for_a_spreadsheet: {
      summary: 'Some fields of those that sold most as CSV that a spreadsheet opens',
      value: {
        orderby: [{ field: 'total_units_sold' }],
        limit: 100,
        format: 'csv',
        fields: ['room_id', 'title', 'unique_id', 'total_units_sold'],
        excel: true,
      },
    },
    by_keywords: {
      summary: 'Live streams that name a sale in title or creator',
      value: { keywords: 'live', limit: 50 },
    },
  },
};

/** Examples of the facets of live streams. */
export const LIVE_FACETS_DOCS: OperationDocs = {
  examples: {
    by_region: {
      summary: 'Live streams with 10 units sold or more by region and creator category',
      value: { filter: { sold_range: { min: 10 } }, facets: [{ field: 'region' }, { field: 'creator_category' }] },
    },
    by_month: {
      summary: 'Live streams in Indonesia by month, with their GMV',
      value: { filter: { region: 'ID' }, facets: [{ field: 'start_time', interval: 'month' }], measure: 'gmv' },
    },
    by_kind: {
      summary: 'Live streams by shop or creator, by viewers and by product category',
      value: { facets: [{ field: 'live_type' }, { field: 'viewer_range' }, { field: 'product_category' }] },
    },
  },
};
