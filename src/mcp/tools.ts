import { type Ranking, RANKING_NAMES, RANKINGS } from '../rankings/rankings.requests.js';
import type { NewestMoments } from '../common/record-kind.js';
import type { HistorySubject } from '../rankings/histories/histories.service.js';
import type { PEERS } from '../rankings/peers/peers.service.js';
import type { Subject } from '../subjects/subjects.js';
import { keyFields, OTHER_NAMES } from '../sales/sales.definition.js';

/** What a tool asks of an operation, and what it adds to the answer. */
export interface Asked {
  readonly path: string;
  /** The list of the explorer that shows the same; facets stand next to the list of their search. */
  readonly view?: string;
  /** Its subject, for assistants; absent where `of` tells it. */
  readonly about?: string;
  /** The paths of the fields that rows have unless the request chooses some, with blanks between; all without any. */
  readonly fields?: string;
  /** Ids under the names that other tools take, by their paths. */
  readonly ids?: Readonly<Record<string, string>>;
  /** The kinds of data that determine the answer's freshness. */
  readonly freshAs: readonly (keyof NewestMoments)[];
  /** The calls that may follow. */
  readonly next: string;
  /** The ranking whose periods tell whether the answer is complete. */
  readonly ranking?: Ranking;
  /** What every answer omits. */
  readonly omits?: string;
}

/** A tool and its questions by the value of `of` that asks them; a tool of one question takes no `of`. */
export interface ToolEntry {
  readonly name: string;
  readonly about: string;
  readonly questions: Readonly<Record<string, Asked>>;
}

/** Calls that go on from the rows of an answer. */
const NEXT: Readonly<Record<Subject | 'periods', string>> = {
  creator: 'history of creator with a uid; break_down_sales by product with the uids for what they sell.',
  product:
    'history of product with a product_id; rank of topEcommerce, videoTopSelling or liveTopSelling with it for who sells it.',
  shop: 'history of shop with a seller_id; break_down_sales by product or creator with it.',
  category: 'history of category with a product_category_id; rank of productTopSelling in it.',
  video: 'break_down_sales by product with a video_id for what it sells; history of creator with its uid.',
  live: 'break_down_sales by product with a room_id for what it sells; history of creator with its uid.',
  periods: 'break_down_sales with the id and the days of a period for what made it.',
};

const tool = (name: string, about: string, asked: Asked): ToolEntry => ({ name, about, questions: { '': asked } });

/** The fields of rows of creators, and of all others. */
const CREATOR_ROW = 'rank previous_rank uid creator.unique_id creator.nickname creator.region';
const SELLING_ROW = 'rank previous_rank is_new units_sold usd_gmv usd_gmv_growth_rate_info.rate usd_gmv_change';

/** A ranking by sales. */
const selling = (subject: Subject, view: string, fields: string) => ({
  path: `/${subject}/v1/rank/topSelling`,
  view,
  fields: `${SELLING_ROW} ${fields}`,
});

const RANKS: Readonly<Record<Ranking, Pick<Asked, 'path' | 'about' | 'fields' | 'ids'> & { readonly view: string }>> = {
  topEcommerce: {
    path: '/creator/v1/rank/topEcommerce',
    view: 'sales',
    about: 'creators by sales.',
    fields: `${CREATOR_ROW} follower_count creator_usd_gmv creator_usd_gmv_growth_rate_info.rate video_usd_gmv live_usd_gmv`,
  },
  topGrowth: {
    path: '/creator/v1/rank/topGrowth',
    view: 'growth',
    about: 'creators by new followers.',
    fields: `${CREATOR_ROW} follower_inc_count follower_inc_rate follower_count_at_period_end`,
  },
  productTopSelling: selling('product', 'topProducts', 'product_id product.title product.region product.seller_id'),
  shopTopSelling: selling('shop', 'topShops', 'product_count seller_id shop.name'),
  categoryTopSelling: {
    ...selling('category', 'topCategories', 'product_count category.name'),
    about: 'product categories.',
    ids: { product_category_id: 'category.id', l2_category_id: 'category.id', l3_category_id: 'category.id' },
  },
  videoTopSelling: selling('video', 'topVideos', 'product_count uid creator.unique_id video_id video.desc'),
  liveTopSelling: selling('live', 'topLives', 'product_count uid creator.unique_id room_id live.title'),
};

const rankQuestion = (ranking: Ranking): Asked => ({
  ...RANKS[ranking],
  ranking,
  freshAs: [RANKINGS[ranking].facts === 'sales' ? 'sales' : 'creator_days'],
  next: NEXT[RANKINGS[ranking].subject],
});

/** The fields of periods of products, shops and categories. */
const SALES_FIELDS = 'previous usd_gmv_change date_value units_sold usd_gmv video_usd_gmv live_usd_gmv creator_count';

const historyQuestion = (subject: HistorySubject, ranking: Ranking, fields: string): Asked => ({
  path: `/${subject}/v1/history`,
  ranking,
  fields,
  freshAs: subject === 'creator' ? ['sales', 'creator_days'] : ['sales'],
  next: NEXT.periods,
});

const peersQuestion = (subject: keyof typeof PEERS): Asked => ({
  path: `/${subject}/v1/peers`,
  omits: 'The rows of the peers.',
  freshAs: ['sales'],
  next: 'rank with filter of the answer for the peers.',
});

const counts = (path: string, kind: string, freshAs: keyof NewestMoments): Asked => ({
  path,
  view: kind,
  freshAs: [freshAs],
  next: `search_${kind} with a value in the filter of its name.`,
  omits: 'Counts are exact. other_count counts the records of values that are not listed; size lists more.',
});

/** Ids by the beginning of a name. */
const ids = (path: string, about: string): Asked => ({
  path,
  about,
  freshAs: [],
  next: 'Put the ids of filter into the filter or the arguments of another tool.',
  omits: 'At most 10, the best known first; more letters find others.',
});

/** The tools of assistants. Requests, answers and scopes are those of the operations. */
export const TOOLS: readonly ToolEntry[] = [
  tool('search_videos', 'Videos by keywords and filters.', {
    path: '/video/v1/search',
    view: 'videos',
    fields:
      'video_id desc region publish_time play_count interact_rate_info.rate units_sold gmv usd_gmv uid creator.unique_id creator.follower_count',
    freshAs: ['videos'],
    next: NEXT.video,
  }),
  tool('search_products', 'Products by keywords and filters.', {
    path: '/product/v1/search',
    view: 'products',
    fields:
      'product_id title region category.l1.name price commission_rate day7_units_sold day7_gmv total_units_sold total_gmv total_usd_gmv creator_count shop.seller_id shop.name',
    ids: { product_category_id: 'category.l1.id' },
    freshAs: ['products'],
    next: NEXT.product,
  }),
  tool('search_lives', 'Live streams by creator or title, and filters.', {
    path: '/live/v1/search',
    view: 'lives',
    fields:
      'room_id title uid unique_id creator_region start_time duration total_viewer_count total_units_sold total_gmv total_usd_gmv',
    freshAs: ['lives'],
    next: NEXT.live,
  }),
  tool('search_creators', 'Creators by handle or nickname, and filters.', {
    path: '/creator/v1/search',
    view: 'creators',
    fields: 'uid unique_id nickname region category.name follower_count account_type',
    ids: { creator_category_id: 'category.id' },
    freshAs: ['creator_days'],
    next: NEXT.creator,
  }),
  {
    name: 'rank',
    about:
      'Rankings of a period, and changes since the one before. With a row’s own id: only that row, with its rank among all.',
    questions: Object.fromEntries(RANKING_NAMES.map((ranking) => [ranking, rankQuestion(ranking)])),
  },
  {
    name: 'history',
    about: 'Sales period by period, of a creator followers too.',
    questions: {
      creator: historyQuestion(
        'creator',
        'topEcommerce',
        'uid previous usd_gmv_change date_value follower_count follower_inc_count creator_usd_gmv video_usd_gmv live_usd_gmv units_sold',
      ),
      product: historyQuestion('product', 'productTopSelling', `product_id ${SALES_FIELDS}`),
      shop: historyQuestion('shop', 'shopTopSelling', `seller_id ${SALES_FIELDS} product_count`),
      category: {
        ...historyQuestion('category', 'categoryTopSelling', `${SALES_FIELDS} product_count`),
        ids: { product_category_id: 'l1_category_id' },
      },
    } satisfies Record<HistorySubject, Asked>,
  },
  {
    name: 'compare_with_peers',
    about: 'Whether the figures of one id are large or small among the other rows of its ranking.',
    questions: {
      creator: peersQuestion('creator'),
      product: peersQuestion('product'),
      shop: peersQuestion('shop'),
    } satisfies Record<keyof typeof PEERS, Asked>,
  },
  tool('break_down_sales', 'What sells with whom, through what: the sales of ids between two days.', {
    path: '/sales/v1/breakdown',
    fields: `uid creator.unique_id creator.nickname creator.region product_id product.title seller_id shop.name category.name video_id video.desc room_id live.title units_sold usd_gmv share usd_gmv_change ${OTHER_NAMES.flatMap(keyFields).join(' ')}`,
    ids: { product_category_id: 'category.id', l2_category_id: 'category.id', l3_category_id: 'category.id' },
    freshAs: ['sales'],
    next: 'history with the id of a row; break_down_sales by something else with it.',
  }),
  {
    name: 'count_by_facet',
    about: 'Counts of a search by the values of a filter, exact.',
    questions: {
      videos: counts('/video/v1/facets', 'videos', 'videos'),
      products: counts('/product/v1/facets', 'products', 'products'),
      lives: counts('/live/v1/facets', 'lives', 'lives'),
      creators: counts('/creator/v1/facets', 'creators', 'creator_days'),
    },
  },
  {
    name: 'find_ids',
    about: 'Ids for filters and arguments, by the beginning of a name.',
    questions: {
      products: ids('/product/v1/suggest', 'product categories and shops.'),
      creators: ids('/creator/v1/suggest', 'creators and creator categories.'),
    },
  },
];
