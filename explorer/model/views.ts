import { RANKINGS, SUBJECTS } from './subjects.js';

const namesIn = <Table extends object>(table: Table) => Object.keys(table) as (keyof Table)[];

/** The lists, as the navigation groups them. */
export const PLACES = {
  rankings: namesIn(RANKINGS),
  search: ['videos', 'products', 'lives', 'creators', 'shops'],
} as const;
export type ListId = (typeof PLACES)[keyof typeof PLACES][number];

/** What sales are of. */
export type Subject = keyof typeof SUBJECTS;
type WithoutPage = { [Own in Subject]: (typeof SUBJECTS)[Own] extends { readonly has_no_page: true } ? Own : never };
/** The kinds of records that have a page. */
export type EntityId = Exclude<Subject, WithoutPage[Subject]>;
const hasPage = (subject: Subject): subject is EntityId => !('has_no_page' in SUBJECTS[subject]);
export const ENTITY_IDS: readonly EntityId[] = namesIn(SUBJECTS).filter(hasPage);
export type ViewId = ListId | EntityId | 'home' | 'compare' | 'list';

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
  /** Of categories. */
  readonly level?: number;
}

/** A view: the operation that lists its records, and the fields shown by default. */
export interface View {
  readonly path: string;
  readonly names: RowNames;
  readonly columns: readonly string[];
  /** Facets drawn above the list, if the service has them; the first is the largest. */
  readonly charts: readonly string[];
  /** The figures of a row that are drawn above the list, stacked. */
  readonly bars: readonly string[];
  /** The filters that it shares with other lists, as it names them. */
  readonly shared: readonly string[];
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
export const ROW_NAMES = Object.fromEntries(
  namesIn(SUBJECTS).map((subject) => {
    const { picture = '', subtitle = '', ...names }: Partial<RowNames> = SUBJECTS[subject].shown;
    return [subject, { ...names, subtitle, picture, ...(hasPage(subject) && { entity: subject }) }];
  }),
) as Readonly<Record<Subject, RowNames>>;

/** The name of a ranking in the operation that lists periods. */
export type Ranking = (typeof RANKINGS)[keyof typeof RANKINGS]['ranking'];

const CATEGORIES = ['creator_category_id', 'product_category_id'];

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

/** What most rankings have. */
const USUAL = { bars: ['video_usd_gmv', 'live_usd_gmv'], main: 'usd_gmv', newest: 'sales' };

/** What rankings show otherwise. */
const OWN_PARTS: Readonly<Partial<Record<ListId, Partial<View>>>> = {
  sales: { columns: SELLER },
  topProducts: { columns: [...RANKINGS.topProducts.columns, 'shop.name'] },
  growth: { columns: GROWING, growth: 'follower_inc_rate_info.rate' },
};

const rankingViews = Object.fromEntries(
  namesIn(RANKINGS).map((list) => {
    const { subject, ...view } = RANKINGS[list];
    return [list, { ...USUAL, ...view, names: ROW_NAMES[subject], charts: [], ...OWN_PARTS[list] }];
  }),
) as unknown as Readonly<Record<keyof typeof RANKINGS, View>>;

export const VIEWS: Readonly<Record<ListId, View>> = {
  ...rankingViews,
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
    charts: ['create_time_range', 'viewer_range', 'product_category'],
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
  shops: {
    path: '/shop/v1/search',
    shared: ['region', 'l1_category_id'],
    newest: 'products',
    names: namesOf('shop', 'seller_id', 'name'),
    columns: ['region', 'product_count', 'total_units_sold', 'total_usd_gmv', 'day7_usd_gmv', 'average_rating'],
    charts: [],
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
