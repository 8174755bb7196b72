/** The lists, as the navigation groups them. */
export const PLACES = {
  rankings: ['sales', 'growth', 'topProducts', 'topShops', 'topCategories', 'topVideos', 'topLives'],
  search: ['videos', 'products', 'lives', 'creators'],
} as const;
export type ListId = (typeof PLACES)[keyof typeof PLACES][number];

/** The kinds of records that have a page. */
export const ENTITY_IDS = ['creator', 'product', 'shop', 'category', 'video', 'live'] as const;
export type EntityId = (typeof ENTITY_IDS)[number];
export type ViewId = ListId | EntityId | 'home' | 'compare';

/** The kinds of data whose newest moment (Unix seconds) or day the service tells. */
export type NewestKind = 'videos' | 'products' | 'lives' | 'sales' | 'creator_days';

/** The names of a row: paths of fields in its record. */
export interface RowNames {
  readonly id: string;
  readonly title: string;
  /** Empty when the row has none. */
  readonly subtitle: string;
  readonly picture: string;
  /** The kind of the row, whose page the title links to; absent where it has none. */
  readonly entity?: EntityId;
}

/** A view: the operation that lists its records, and the fields shown by default. */
export interface View {
  readonly path: string;
  readonly names: RowNames;
  /** Default columns. */
  readonly columns: readonly string[];
  /** Facets drawn above the list, if the service has them; the first is the largest. */
  readonly charts: readonly string[];
  /** The figures of a row that are drawn above the list, stacked. */
  readonly bars: readonly string[];
  /** The filters that it shares with other lists, as it names them. */
  readonly shared: readonly string[];
  /** The name of a ranking in the operation that lists periods. */
  readonly ranking?: Ranking;
  /** The figure that a ranking is ordered by. */
  readonly main?: string;
  /** Its growth, where that is not beside it in the row. */
  readonly growth?: string;
  /** The name in `newest` of the periods with the newest moment of its records. */
  readonly newest?: NewestKind;
}

const namesOf = (entity: EntityId, id: string, title: string, picture = '', subtitle = ''): RowNames => {
  return { id, title, subtitle, picture, entity };
};

/** The names in the rows of rankings and breakdowns. */
export const ROW_NAMES = {
  creator: namesOf('creator', 'uid', 'creator.nickname', 'creator.avatar', 'creator.unique_id'),
  product: namesOf('product', 'product_id', 'product.title', 'product.cover', 'product.category.name'),
  shop: namesOf('shop', 'seller_id', 'shop.name', 'shop.avatar'),
  category: namesOf('category', 'category.id', 'category.name'),
  video: namesOf('video', 'video_id', 'video.desc', 'video.cover', 'creator.nickname'),
  live: namesOf('live', 'room_id', 'live.title', 'live.cover', 'creator.nickname'),
} satisfies Record<EntityId, RowNames>;

/** What a ranking by sales is of. */
type Subject = keyof typeof ROW_NAMES;
/** The name of a ranking in the operation that lists periods. */
export type Ranking = 'topEcommerce' | 'topGrowth' | `${Exclude<Subject, 'creator'>}TopSelling`;

const DATED = ['region', 'date_info'];
const CATEGORIES = ['creator_category_id', 'product_category_id'];

/** A ranking by sales. */
const selling = (subject: Exclude<Subject, 'creator'>, columns: readonly string[], ...shared: readonly string[]) => ({
  path: `/${subject}/v1/rank/topSelling`,
  names: ROW_NAMES[subject],
  columns: ['rank', 'previous_rank', ...columns],
  charts: [],
  bars: ['video_usd_gmv', 'live_usd_gmv'],
  shared: [...DATED, ...shared],
  ranking: `${subject}TopSelling` as const,
  main: 'usd_gmv',
  newest: 'sales' as const,
});

const OF_CREATORS = ['creator.region', 'usd_gmv', 'share', 'usd_gmv_growth_rate_info.rate', 'units_sold'];
const COUNTS = ['creator_count', 'video_count', 'live_count'];
const MOVED = ['usd_gmv', 'share', 'usd_gmv_growth_rate_info.rate', 'units_sold', ...COUNTS];
const SELLER = [
  ...['rank', 'previous_rank', 'creator.region', 'creator.category.name', 'creator_usd_gmv', 'share'],
  'creator_usd_gmv_growth_rate_info.rate',
  ...['video_usd_gmv', 'live_usd_gmv', 'product_count', 'follower_count'],
];
const GROWING = [
  ...['rank', 'previous_rank', 'creator.region', 'creator.category.name', 'follower_inc_count'],
  ...['follower_inc_rate_info.rate', 'follower_count_at_period_end', 'creator.video_count'],
];
const ON_SALE = ['region', 'usd_price', 'day7_units_sold', 'day7_usd_gmv', 'total_units_sold', 'total_usd_gmv'];

export const VIEWS: Readonly<Record<ListId, View>> = {
  sales: {
    path: '/creator/v1/rank/topEcommerce',
    shared: [...DATED, ...CATEGORIES],
    names: ROW_NAMES.creator,
    columns: SELLER,
    charts: [],
    bars: ['video_usd_gmv', 'live_usd_gmv'],
    ranking: 'topEcommerce',
    newest: 'sales',
    main: 'creator_usd_gmv',
  },
  growth: {
    path: '/creator/v1/rank/topGrowth',
    shared: [...DATED, 'category_id'],
    names: ROW_NAMES.creator,
    columns: GROWING,
    charts: [],
    bars: ['follower_inc_count'],
    ranking: 'topGrowth',
    newest: 'creator_days',
    main: 'follower_inc_count',
    growth: 'follower_inc_rate_info.rate',
  },
  topProducts: selling('product', ['product.region', ...MOVED], 'l1_category_id'),
  topShops: selling('shop', ['shop.region', ...MOVED, 'product_count'], 'l1_category_id'),
  topCategories: selling('category', [...MOVED, 'product_count']),
  topVideos: {
    ...selling('video', [...OF_CREATORS, 'video.publish_time', 'product_count'], ...CATEGORIES),
    bars: ['usd_gmv'],
  },
  topLives: {
    ...selling('live', [...OF_CREATORS, 'live.start_time', 'product_count'], ...CATEGORIES),
    bars: ['usd_gmv'],
  },
  videos: {
    path: '/video/v1/search',
    shared: ['region', ...CATEGORIES],
    newest: 'videos',
    names: namesOf('video', 'video_id', 'desc', 'cover', 'creator.nickname'),
    columns: ['region', 'publish_time', 'play_count', 'digg_count', 'interact_rate_info.rate', 'units_sold', 'usd_gmv'],
    charts: ['create_time_range', 'play_count_range', 'product_category_id'],
    bars: [],
  },
  products: {
    path: '/product/v1/search',
    shared: ['region', 'l1_category_id'],
    newest: 'products',
    names: namesOf('product', 'product_id', 'title', 'cover', 'shop.name'),
    columns: [...ON_SALE, 'creator_count'],
    charts: ['launch_time_range', 'price_range', 'l1_category_id'],
    bars: [],
  },
  lives: {
    path: '/live/v1/search',
    shared: ['region', 'creator_category', 'product_category'],
    newest: 'lives',
    names: namesOf('live', 'room_id', 'title', 'cover', 'nickname'),
    columns: ['creator_region', 'start_time', 'duration', 'total_viewer_count', 'total_units_sold', 'total_usd_gmv'],
    charts: ['start_time', 'viewer_range', 'product_category'],
    bars: [],
  },
  creators: {
    path: '/creator/v1/search',
    shared: ['region', 'creator_category_id'],
    names: namesOf('creator', 'uid', 'nickname', 'avatar', 'unique_id'),
    columns: ['region', 'category.name', 'account_type', 'follower_count', 'video_count'],
    charts: ['region', 'follower_count_range', 'creator_category_id'],
    bars: [],
  },
};

export const isList = (view: string): view is ListId => Object.hasOwn(VIEWS, view);
export const isEntity = (view: string): view is EntityId => ENTITY_IDS.some((id) => id === view);

const MEANINGS = [
  ['date_info', /^date_info$/],
  ['region', /^region$/],
  ['creator_category_id', /^(?:creator_)?category(?:_id)?$/],
  ['product_category_id', /^(?:product|l1)_category(?:_id)?$/],
] as const;

/** What a filter means that several lists share, whatever its name in each; undefined for others. */
export const meaningOf = (name: string): string | undefined => MEANINGS.find(([, names]) => names.test(name))?.[0];
