import type { OperationDocs } from '../../http/open-api/operation-docs.js';

const SECOND_QUARTER_2026 = { min: 1775001600, max: 1782863999 };
const JUNE_2026 = { min: 1780272000, max: 1782863999 };

/** Examples of video search. */
export const VIDEO_DOCS: OperationDocs = {
  examples: {
    most_played: {
      summary: 'The most played e-commerce videos of June 2026 in the US',
      value: {
        filter: { region: 'US', is_ecommerce: true, create_time_range: JUNE_2026 },
        orderby: [{ field: 'play_count', order: 'desc' }],
        pagesize: 5,
      },
    },
    by_keywords: {
      summary: 'Videos about lipstick, best match first',
      value: { keywords: 'lipstick', filter: { create_time_range: SECOND_QUARTER_2026 } },
    },
    well_liked_in_chinese: {
      summary: 'Videos of creators with many followers that engage well, category names in Chinese',
      value: {
        filter: {
          create_time_range: { min: SECOND_QUARTER_2026.min },
          follower_count_range: { min: 10000 },
          interact_rate_range: { min: 1, max: 20 },
        },
        orderby: [{ field: 'interact_rate' }, { field: 'follower_count' }],
        lang: 'ZH_CN',
      },
    },
  },
};

/** Examples of an export of videos. */
export const VIDEO_EXPORT_DOCS: OperationDocs = {
  examples: {
    month_as_ndjson: {
      summary: 'The most played videos of June 2026, one a line',
      value: { filter: { create_time_range: JUNE_2026 }, limit: 200 },
    },
    for_a_spreadsheet: {
      summary: 'Some fields of US videos as CSV that a spreadsheet opens',
      value: {
        filter: { region: 'US', create_time_range: SECOND_QUARTER_2026 },
        orderby: [{ field: 'units_sold' }],
        limit: 100,
        format: 'csv',
        fields: ['video_id', 'desc', 'creator.unique_id', 'play_count', 'units_sold'],
        excel: true,
      },
    },
    by_keywords_in_chinese: {
      summary: 'Videos about lipstick, best match first, category names in Chinese',
      value: { keywords: 'lipstick', filter: { create_time_range: SECOND_QUARTER_2026 }, limit: 50, lang: 'ZH_CN' },
    },
  },
};

/** Examples of the facets of videos. */
export const VIDEO_FACETS_DOCS: OperationDocs = {
  examples: {
    publish_days: {
      summary: 'E-commerce videos of the US by the day they were published, the newest 30',
      value: {
        filter: { region: 'US', is_ecommerce: true, create_time_range: SECOND_QUARTER_2026 },
        facets: [{ field: 'create_time_range', interval: 'day', size: 30 }],
      },
    },
    june: {
      summary: 'Videos of June 2026 by region, creator category and week',
      value: {
        filter: { create_time_range: JUNE_2026 },
        facets: [
          { field: 'region', size: 20 },
          { field: 'creator_category_id' },
          { field: 'create_time_range', interval: 'week' },
        ],
      },
    },
    sold_by_plays: {
      summary: 'What videos about lipstick sold in the US, by their plays',
      value: {
        keywords: 'lipstick',
        filter: { region: 'US', create_time_range: SECOND_QUARTER_2026 },
        facets: [{ field: 'play_count_range' }],
        measure: 'gmv',
      },
    },
  },
};
