// Made from docs/openapi.json by `npm run clients`.

/** What sales are of: its id, its names, the fields that name it in rows, and the operation that has its history. */
export const SUBJECTS = {
  creator: {
    id: 'uid',
    name: { EN_US: 'Creator', ZH_CN: '达人' },
    plural: 'creators',
    shown: { id: 'uid', title: 'creator.nickname', subtitle: 'creator.unique_id', picture: 'creator.avatar' },
    history: '/creator/v1/history',
  },
  product: {
    id: 'product_id',
    name: { EN_US: 'Product', ZH_CN: '商品' },
    plural: 'products',
    shown: { id: 'product_id', title: 'product.title', subtitle: 'product.category.name', picture: 'product.cover' },
    history: '/product/v1/history',
  },
  shop: {
    id: 'seller_id',
    name: { EN_US: 'Shop', ZH_CN: '店铺' },
    plural: 'shops',
    shown: { id: 'seller_id', title: 'shop.name', picture: 'shop.avatar' },
    history: '/shop/v1/history',
  },
  category: {
    id: 'l1_category_id',
    name: { EN_US: 'Category', ZH_CN: '类目' },
    plural: 'categories',
    shown: { id: 'category.id', title: 'category.name' },
    history: '/category/v1/history',
  },
  video: {
    id: 'video_id',
    name: { EN_US: 'Video', ZH_CN: '视频' },
    plural: 'videos',
    shown: { id: 'video_id', title: 'video.desc', subtitle: 'creator.nickname', picture: 'video.cover' },
    channel: 'video',
  },
  live: {
    id: 'room_id',
    name: { EN_US: 'Live stream', ZH_CN: '直播' },
    plural: 'live streams',
    shown: { id: 'room_id', title: 'live.title', subtitle: 'creator.nickname', picture: 'live.cover' },
    channel: 'live',
  },
} as const;

/** Columns of rankings by sales. */
const SOLD = ['usd_gmv', 'share', 'usd_gmv_growth_rate_info.rate', 'units_sold'] as const;
const SOLD_BY = ['creator_count', 'video_count', 'live_count'] as const;

/** The rankings by the names of their lists. */
export const RANKINGS = {
  sales: {
    subject: 'creator',
    ranking: 'topEcommerce',
    path: '/creator/v1/rank/topEcommerce',
    shared: ['region', 'date_info', 'creator_category_id', 'product_category_id'],
    main: 'creator_usd_gmv',
  },
  growth: {
    subject: 'creator',
    ranking: 'topGrowth',
    path: '/creator/v1/rank/topGrowth',
    bars: ['follower_inc_count'],
    shared: ['region', 'date_info', 'category_id'],
    main: 'follower_inc_count',
    newest: 'creator_days',
  },
  topProducts: {
    subject: 'product',
    ranking: 'productTopSelling',
    path: '/product/v1/rank/topSelling',
    columns: ['rank', 'previous_rank', 'product.region', ...SOLD, ...SOLD_BY],
    shared: ['region', 'date_info', 'l1_category_id'],
  },
  topShops: {
    subject: 'shop',
    ranking: 'shopTopSelling',
    path: '/shop/v1/rank/topSelling',
    columns: ['rank', 'previous_rank', 'shop.region', ...SOLD, ...SOLD_BY, 'product_count'],
    shared: ['region', 'date_info', 'l1_category_id'],
  },
  topCategories: {
    subject: 'category',
    ranking: 'categoryTopSelling',
    path: '/category/v1/rank/topSelling',
    columns: ['rank', 'previous_rank', ...SOLD, ...SOLD_BY, 'product_count'],
    shared: ['region', 'date_info'],
  },
  topVideos: {
    subject: 'video',
    ranking: 'videoTopSelling',
    path: '/video/v1/rank/topSelling',
    columns: ['rank', 'previous_rank', 'creator.region', ...SOLD, 'video.publish_time', 'product_count'],
    bars: ['usd_gmv'],
    shared: ['region', 'date_info', 'creator_category_id', 'product_category_id'],
  },
  topLives: {
    subject: 'live',
    ranking: 'liveTopSelling',
    path: '/live/v1/rank/topSelling',
    columns: ['rank', 'previous_rank', 'creator.region', ...SOLD, 'live.start_time', 'product_count'],
    bars: ['usd_gmv'],
    shared: ['region', 'date_info', 'creator_category_id', 'product_category_id'],
  },
} as const;
