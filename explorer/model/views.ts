import type { NewestKind } from './periods.js';

export const VIEW_IDS = ['sales', 'growth', 'videos', 'products', 'lives', 'creator'] as const;
export type ViewId = (typeof VIEW_IDS)[number];

/** The names of a row: paths of fields in its record. */
export interface RowNames {
  readonly id: string;
  readonly title: string;
  readonly subtitle: string;
  readonly picture: string;
  /** The creator of the row, whose page the row links to. */
  readonly uid?: string;
}

/** A view: the operation that lists its records, and the fields shown by default. */
export interface View {
  readonly path: string;
  /** The operation that counts the values of its fields. */
  readonly facets?: string;
  readonly names: RowNames;
  /** Default columns. */
  readonly columns: readonly string[];
  /** Facets drawn above the list, if the service has them; the first is the largest. */
  readonly charts: readonly string[];
  /** The figures of a row that are drawn above the list, stacked. */
  readonly bars: readonly string[];
  /** The name of a board in the operation that lists periods. */
  readonly board?: 'topEcommerce' | 'topGrowth';
  /** The name in `newest` of the periods with the newest moment of its records. */
  readonly newest?: NewestKind;
  /** The operation that completes keywords. */
  readonly suggest?: string;
}

const CREATOR: RowNames = {
  id: 'uid',
  title: 'creator.nickname',
  subtitle: 'creator.unique_id',
  picture: 'creator.avatar',
  uid: 'uid',
};

export const VIEWS: Readonly<Record<Exclude<ViewId, 'creator'>, View>> = {
  sales: {
    path: '/creator/v1/rank/topEcommerce',
    names: CREATOR,
    columns: [
      'rank',
      'creator.region',
      'creator.category.name',
      'creator_usd_gmv',
      'video_usd_gmv',
      'live_usd_gmv',
      'product_count',
      'follower_count',
    ],
    charts: [],
    bars: ['video_usd_gmv', 'live_usd_gmv'],
    board: 'topEcommerce',
    suggest: '/creator/v1/suggest',
  },
  growth: {
    path: '/creator/v1/rank/topGrowth',
    names: CREATOR,
    columns: [
      'rank',
      'creator.region',
      'creator.category.name',
      'follower_inc_count',
      'follower_inc_rate',
      'creator.follower_count',
      'creator.video_count',
    ],
    charts: [],
    bars: ['follower_inc_count'],
    board: 'topGrowth',
    suggest: '/creator/v1/suggest',
  },
  videos: {
    path: '/video/v1/search',
    facets: '/video/v1/facets',
    newest: 'videos',
    names: { id: 'video_id', title: 'desc', subtitle: 'creator.nickname', picture: 'cover', uid: 'creator.uid' },
    columns: ['region', 'publish_time', 'play_count', 'digg_count', 'interact_rate_info.rate', 'units_sold', 'gmv'],
    charts: ['create_time_range', 'play_count_range', 'product_category_id'],
    bars: [],
    suggest: '/creator/v1/suggest',
  },
  products: {
    path: '/product/v1/search',
    facets: '/product/v1/facets',
    newest: 'products',
    names: { id: 'product_id', title: 'title', subtitle: 'shop.name', picture: 'cover' },
    columns: ['region', 'floor_price', 'day7_units_sold', 'day7_gmv', 'total_units_sold', 'total_gmv', 'creator_count'],
    charts: ['launch_time_range', 'price_range', 'l1_category_id'],
    bars: [],
    suggest: '/product/v1/suggest',
  },
  lives: {
    path: '/live/v1/search',
    facets: '/live/v1/facets',
    newest: 'lives',
    names: { id: 'room_id', title: 'title', subtitle: 'nickname', picture: 'cover', uid: 'uid' },
    columns: ['creator_region', 'start_time', 'duration', 'total_viewer_count', 'total_units_sold', 'total_gmv'],
    charts: ['start_time', 'viewer_range', 'product_category'],
    bars: [],
    suggest: '/creator/v1/suggest',
  },
};

export const isView = (text: string | null): text is ViewId => VIEW_IDS.some((id) => id === text);
