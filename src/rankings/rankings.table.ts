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
import EXAMPLES from './rankings.examples.json' with { type: 'json' };
import { ranking } from './ranking.definition.js';
import {
  CategoryTopSellingFilter,
  LiveTopSellingFilter,
  ProductTopSellingFilter,
  type RankingOrder,
  ShopTopSellingFilter,
  TopEcommerceFilter,
  TopGrowthFilter,
  VideoTopSellingFilter,
} from './rankings.requests.js';

/** The fields that assistants get of rows of creators, and of rows of products, shops and categories. */
const CREATOR_ROW = 'rank previous_rank uid creator.unique_id creator.nickname creator.region';
const SELLING_ROW = 'rank previous_rank is_new units_sold usd_gmv usd_gmv_growth_rate_info.rate usd_gmv_change';

/** Creators by their sales. */
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
  examples: EXAMPLES.topEcommerce.page,
  exportExamples: EXAMPLES.topEcommerce.export,
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
  examples: EXAMPLES.topGrowth.page,
  exportExamples: EXAMPLES.topGrowth.export,
});

const SELLING_ORDER: RankingOrder = {
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

const IN_JUNE = { filter: { date_info: { type: 'month', value: '2026-06' } } };

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
    month: { summary: `The ${subjects} that sold most in June 2026`, value: IN_JUNE },
    narrowed: {
      summary: `${narrowed}, in week 26 of 2026`,
      value: { filter: { ...filter, date_info: { type: 'week', value: '2026-26' } }, pagesize: 5 },
    },
    ...EXAMPLES.bySales.page,
  },
  exportExamples: {
    month_as_ndjson: { summary: `All ${subjects} of June 2026, one a line`, value: IN_JUNE },
    ...EXAMPLES.bySales.export,
  },
});

/** The common part of those whose sales are of both channels. */
const ofBothChannels = (...texts: Parameters<typeof bySales>) => {
  const entry = bySales(...texts);
  const examples = { ...entry.examples, ...EXAMPLES.bySales.both_channels };
  return { ...entry, inLanguages: true, orderby: SELLING_ORDER, examples };
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

const CONTENT_ORDER: RankingOrder = {
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
