import {
  presentCreator,
  presentGrowth,
  TopEcommerceRecord,
  TopGrowthRecord,
} from './records/creator-rankings.record.js';
import {
  CategoryTopSellingRecord,
  LiveTopSellingRecord,
  presentCategory,
  presentLive,
  presentProduct,
  presentShop,
  presentVideo,
  ProductTopSellingRecord,
  ShopTopSellingRecord,
  VideoTopSellingRecord,
} from './records/top-selling.record.js';
import type { PeriodType } from '../common/period/period.js';
import { ranking } from './ranking.definition.js';
import type { RankingOrder } from './rankings.requests.js';
import {
  CategoryTopSellingFilter,
  LiveTopSellingFilter,
  ProductTopSellingFilter,
  ShopTopSellingFilter,
  TopEcommerceFilter,
  TopGrowthFilter,
  VideoTopSellingFilter,
} from './rankings.requests.js';

const inPeriod = (type: PeriodType, value: string, filter: object = {}) => ({
  filter: { ...filter, date_info: { type, value } },
});
const inJune = (filter?: object) => inPeriod('month', '2026-06', filter);
const inWeek26 = (filter?: object) => inPeriod('week', '2026-26', filter);
const onJune28 = (filter?: object) => inPeriod('day', '2026-06-28', filter);

/** The fields that assistants get of rows of creators, and of rows of products, shops and categories. */
const CREATOR_ROW = 'rank previous_rank uid creator.unique_id creator.nickname creator.region';
const SELLING_ROW = 'rank previous_rank is_new units_sold usd_gmv usd_gmv_growth_rate_info.rate usd_gmv_change';

const UID = '7129000000000043360';
const forSpreadsheet = (summary: string, fields: readonly string[]) => ({
  summary: `${summary} of a day as CSV that a spreadsheet opens`,
  value: { ...onJune28(), limit: 100, format: 'csv', fields, excel: true },
});

/** Creators by their sales. A board has a list of rows for all product categories and one for each level 1 category. */
export const TOP_ECOMMERCE = ranking('topEcommerce', {
  operations: ['rankTopEcommerceCreators', 'exportTopEcommerceCreators'],
  path: '/creator/v1/rank/topEcommerce',
  summaries: ['Top e-commerce creators', 'Export the top e-commerce creators'],
  description: 'Creators by their sales (GMV) in a day, week or month.',
  window: 1000,
  filter: TopEcommerceFilter,
  orderby: {
    fields: ['video_usd_gmv', 'live_usd_gmv', 'creator_usd_gmv'],
    description:
      'The one field that ecommerce_type selects, descending, which is the default as well: creator_usd_gmv without ' +
      'ecommerce_type, video_usd_gmv with 1, live_usd_gmv with 2.',
    byType: {
      figures: { all: 'creator_usd_gmv', 1: 'video_usd_gmv', 2: 'live_usd_gmv' },
      rule: 'orderby_by_type',
    },
  },
  record: TopEcommerceRecord,
  present: presentCreator,
  tool: {
    about: 'creators by sales.',
    fields: `${CREATOR_ROW} follower_count creator_usd_gmv creator_usd_gmv_growth_rate_info.rate video_usd_gmv live_usd_gmv`,
  },
  examples: {
    month: { summary: 'The creators who sold most in June 2026', value: inJune() },
    week_by_video: {
      summary: 'Only by their videos, in week 26 of 2026',
      value: {
        ...inWeek26({ ecommerce_type: 1 }),
        orderby: [{ field: 'video_usd_gmv', order: 'desc' }],
        pagesize: 5,
      },
    },
    day_by_live: {
      summary: 'Only by their live streams, on 28 June 2026',
      value: onJune28({ ecommerce_type: 2 }),
    },
    place_of_a_creator: {
      summary: 'The places of two creators in June 2026, however deep',
      value: inJune({ uid: [UID, '7129000000000165554'] }),
    },
    growing_and_small: {
      summary: 'With 1,000 to 100,000 followers at the end of June 2026, and sales that grew by half or more since May',
      value: inJune({ follower_count_range: { min: 1000, max: 100_000 }, growth_rate_range: { min: 50 } }),
    },
    month_of_a_category: {
      summary: 'Beauty and personal care in June 2026; every figure counts only that category',
      value: inJune({ product_category_id: 10000 }),
    },
  },
  exportExamples: {
    month_as_ndjson: { summary: 'Everybody who sold in June 2026, one a line', value: inJune() },
    week_as_csv: {
      summary: 'Week 26 of 2026 only by videos, as CSV',
      value: { ...inWeek26({ ecommerce_type: 1 }), format: 'csv' },
    },
    for_a_spreadsheet: forSpreadsheet('Some fields', ['uid', 'creator.unique_id', 'creator_usd_gmv']),
  },
});

/** Creators by the followers they gained. */
export const TOP_GROWTH = ranking('topGrowth', {
  operations: ['rankTopGrowthCreators', 'exportTopGrowthCreators'],
  path: '/creator/v1/rank/topGrowth',
  summaries: ['Follower growth', 'Export follower growth'],
  description: 'Creators by the followers they gained in a day, week or month.',
  window: 500,
  filter: TopGrowthFilter,
  orderby: {
    fields: ['follower_inc_count', 'follower_inc_rate'],
    description: 'Descending; follower_inc_count when not set. Creators without a rate come last.',
  },
  record: TopGrowthRecord,
  present: presentGrowth,
  tool: {
    about: 'creators by new followers.',
    fields: `${CREATOR_ROW} follower_inc_count follower_inc_rate follower_count_at_period_end`,
  },
  examples: {
    week: { summary: 'The creators who grew most in week 26 of 2026', value: inWeek26() },
    month_in_a_region: {
      summary: 'In the US, in June 2026',
      value: { ...inJune({ region: 'US' }), orderby: [{ field: 'follower_inc_count', order: 'desc' }] },
    },
    place_of_a_creator: {
      summary: 'The place of a creator in week 26 of 2026, however deep',
      value: inWeek26({ uid: UID }),
    },
    by_their_growth: {
      summary: 'Who has gained 5 percent or more in week 26 of 2026',
      value: inWeek26({ follower_inc_rate_range: { min: 5 } }),
    },
    day: { summary: 'On 28 June 2026', value: { ...onJune28(), pagesize: 3 } },
  },
  exportExamples: {
    week_as_ndjson: { summary: 'Everybody of week 26 of 2026, one a line', value: inWeek26() },
    month_as_csv: { summary: 'The US in June 2026, as CSV', value: { ...inJune({ region: 'US' }), format: 'csv' } },
    for_a_spreadsheet: forSpreadsheet('Some fields', ['uid', 'creator.unique_id', 'follower_inc_count']),
  },
});

const SELLING_ORDER: RankingOrder<'units_sold' | 'usd_gmv_change' | 'usd_gmv' | 'video_usd_gmv' | 'live_usd_gmv'> = {
  fields: ['units_sold', 'usd_gmv_change', 'usd_gmv', 'video_usd_gmv', 'live_usd_gmv'],
  description:
    'Descending by units_sold, usd_gmv_change or the figure in USD that ecommerce_type selects, which is the default: ' +
    'usd_gmv without ecommerce_type, video_usd_gmv with 1, live_usd_gmv with 2. By usd_gmv_change the order is that of ' +
    'the IDs unless both periods are complete.',
  byType: {
    figures: { all: 'usd_gmv', 1: 'video_usd_gmv', 2: 'live_usd_gmv' },
    rule: 'selling_orderby_by_type',
  },
};

/**
 * The common part of the rankings by sales.
 * @param subjects their name in the plural
 * @param as their name in the description
 * @param narrowed words for a filter that narrows the ranking, and the filter
 */
const bySales = (subjects: string, as: string, [narrowed, filter]: readonly [string, object]) => ({
  summaries: [`Top selling ${subjects}`, `Export the top selling ${subjects}`] as const,
  description: `${as} by their sales (GMV) in a day, week or month, and how they have moved since the period before.`,
  window: 1000,
  examples: {
    month: { summary: `The ${subjects} that sold most in June 2026`, value: inJune() },
    narrowed: { summary: `${narrowed}, in week 26 of 2026`, value: { ...inWeek26(filter), pagesize: 5 } },
    what_rises: {
      summary: 'What rose most in week 26 of 2026, compared with week 25',
      value: { ...inWeek26(), orderby: [{ field: 'usd_gmv_change', order: 'desc' }] },
    },
    what_is_new: {
      summary: 'What has sold for 1,000 dollars or more in week 26 of 2026, and had not in week 25',
      value: inWeek26({ usd_gmv_range: { min: 1000 }, is_new: true }),
    },
  },
  exportExamples: {
    month_as_ndjson: { summary: `All ${subjects} of June 2026, one a line`, value: inJune() },
    week_as_csv: {
      summary: 'Week 26 of 2026 by units sold, as CSV',
      value: { ...inWeek26(), orderby: [{ field: 'units_sold', order: 'desc' }], format: 'csv' },
    },
    for_a_spreadsheet: forSpreadsheet('The best 100', ['rank', 'previous_rank', 'usd_gmv']),
  },
});

/** The common part of those whose sales are of both channels. */
const ofBothChannels = (...texts: Parameters<typeof bySales>) => {
  const entry = bySales(...texts);
  const day_by_live = { summary: 'Only by live streams, on 28 June 2026', value: onJune28({ ecommerce_type: 2 }) };
  return { ...entry, inLanguages: true, orderby: SELLING_ORDER, examples: { ...entry.examples, day_by_live } };
};

/** Products by their sales. */
export const PRODUCT_TOP_SELLING = ranking('productTopSelling', {
  ...ofBothChannels('products', 'Products', ['In the US', { region: 'US' }]),
  operations: ['rankTopSellingProducts', 'exportTopSellingProducts'],
  path: '/product/v1/rank/topSelling',
  filter: ProductTopSellingFilter,
  record: ProductTopSellingRecord,
  present: presentProduct,
  tool: {
    fields: `${SELLING_ROW} product_id product.title product.region product.seller_id`,
  },
});

/** Shops by the sales of their products, of all categories together or of one. */
export const SHOP_TOP_SELLING = ranking('shopTopSelling', {
  ...ofBothChannels('shops', 'Shops', ['Only in beauty and personal care', { l1_category_id: 10000 }]),
  operations: ['rankTopSellingShops', 'exportTopSellingShops'],
  path: '/shop/v1/rank/topSelling',
  filter: ShopTopSellingFilter,
  record: ShopTopSellingRecord,
  present: presentShop,
  tool: { fields: `${SELLING_ROW} product_count seller_id shop.name` },
});

/** Level 1 categories by their sales, of the creators of all regions together or of one. */
export const CATEGORY_TOP_SELLING = ranking('categoryTopSelling', {
  ...ofBothChannels('categories', 'Level 1 product categories', ['Only by creators of the US', { region: 'US' }]),
  operations: ['rankTopSellingCategories', 'exportTopSellingCategories'],
  path: '/category/v1/rank/topSelling',
  filter: CategoryTopSellingFilter,
  record: CategoryTopSellingRecord,
  present: presentCategory,
  tool: {
    about: 'product categories.',
    fields: `${SELLING_ROW} product_count category.name`,
    ids: { product_category_id: 'category.id', l2_category_id: 'category.id', l3_category_id: 'category.id' },
  },
});

const CONTENT_ORDER: RankingOrder<'usd_gmv' | 'units_sold' | 'usd_gmv_change'> = {
  fields: ['usd_gmv', 'units_sold', 'usd_gmv_change'],
  description:
    'Descending; usd_gmv when not set. By usd_gmv_change the order is that of the IDs unless both periods are complete.',
};
const BY_CREATORS = ['By creators of the US', { region: 'US' }] as const;
const CONTENT_ROW = `${SELLING_ROW} product_count uid creator.unique_id`;

/** Videos by what they sold. */
export const VIDEO_TOP_SELLING = ranking('videoTopSelling', {
  ...bySales('videos', 'Videos', BY_CREATORS),
  orderby: CONTENT_ORDER,
  operations: ['rankTopSellingVideos', 'exportTopSellingVideos'],
  path: '/video/v1/rank/topSelling',
  filter: VideoTopSellingFilter,
  record: VideoTopSellingRecord,
  present: presentVideo,
  tool: { fields: `${CONTENT_ROW} video_id video.desc` },
});

/** Live streams by what they sold. */
export const LIVE_TOP_SELLING = ranking('liveTopSelling', {
  ...bySales('live streams', 'Live streams', BY_CREATORS),
  orderby: CONTENT_ORDER,
  operations: ['rankTopSellingLiveStreams', 'exportTopSellingLiveStreams'],
  path: '/live/v1/rank/topSelling',
  filter: LiveTopSellingFilter,
  record: LiveTopSellingRecord,
  present: presentLive,
  tool: { fields: `${CONTENT_ROW} room_id live.title` },
});

/** All rankings, in the order of the documents. */
export const RANKING_TABLE = [
  TOP_ECOMMERCE,
  TOP_GROWTH,
  PRODUCT_TOP_SELLING,
  SHOP_TOP_SELLING,
  CATEGORY_TOP_SELLING,
  VIDEO_TOP_SELLING,
  LIVE_TOP_SELLING,
];
