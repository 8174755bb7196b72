import type { IndexKind } from '../common/index-kind.js';
import type { PeriodType } from '../common/period/period.js';
import type { CreatorDocument } from '../creator/creator.document.js';

/** Kinds of boards, in the order in which they are built: `topSelling` has rows of each selling subject. */
export const BOARD_KINDS = ['topEcommerce', 'topGrowth', 'topSelling'] as const;
export type BoardKind = (typeof BOARD_KINDS)[number];

/** Subjects of the rows of a `topSelling` board. */
export const SELLING_SUBJECTS = ['product', 'shop', 'category', 'video', 'live'] as const;
export type SellingSubject = (typeof SELLING_SUBJECTS)[number];

/** Subjects of the rows of any board. */
export const ROW_SUBJECTS = ['creator', ...SELLING_SUBJECTS] as const;
export type RowSubject = (typeof ROW_SUBJECTS)[number];

/** Those whose rows belong to a creator. */
export type ContentSubject = 'video' | 'live';
export const isContent = (subject: RowSubject): subject is ContentSubject => subject === 'video' || subject === 'live';

/** The rows of a board that a ranking is read from. */
export interface RankedRows {
  readonly board: BoardKind;
  readonly index: IndexKind;
  readonly subject: RowSubject;
  /** The field of a row that has the id of its subject. */
  readonly id: 'uid' | 'id';
  /** The figure that orders the rows, and whose growth is shown. */
  readonly figure: string;
  readonly unit: string;
  /** The fields of a row that are also known of its row of the period before. */
  readonly before: readonly string[];
  /** The field that has one value in all rows of a list, and this value for a board and a part of its rows. */
  readonly list: readonly ['list' | 'board', (board: string, part?: string | number) => string];
}

const FOLLOWERS = ['follower_inc_count', 'follower_inc_rate', 'follower_count_at_period_end'] as const;
const OF_CREATORS = { subject: 'creator', id: 'uid' } as const;
const CHANNELS = ['has_video_sales', 'has_live_sales', 'video_usd_gmv', 'live_usd_gmv', 'units_sold'] as const;
const OF_SELLERS = [...CHANNELS, 'creator_usd_gmv', 'follower_count'] as const;
const OF_GOODS = [...CHANNELS, 'usd_gmv', 'region'] as const;
const OF_CONTENTS = ['usd_gmv', 'units_sold', 'uid', 'region', 'creator_category_id'] as const;
const bySales = <Subject extends SellingSubject>(subject: Subject) =>
  ({
    board: 'topSelling',
    index: 'top-selling-boards',
    subject,
    id: 'id',
    figure: 'usd_gmv',
    unit: 'USD',
    before: OF_GOODS,
    list: ['list', (board: string, part?: string | number) => sellingList(board, subject, part)],
  }) as const;

/** Where the rows of each ranking are. */
export const RANKED = {
  topEcommerce: {
    board: 'topEcommerce',
    index: 'top-ecommerce-boards',
    ...OF_CREATORS,
    figure: 'creator_usd_gmv',
    unit: 'USD',
    before: OF_SELLERS,
    list: ['list', rowList],
  },
  topGrowth: {
    board: 'topGrowth',
    index: 'top-growth-boards',
    ...OF_CREATORS,
    figure: 'follower_inc_count',
    unit: 'followers',
    before: FOLLOWERS,
    list: ['board', (board: string) => board],
  },
  productTopSelling: bySales('product'),
  shopTopSelling: bySales('shop'),
  categoryTopSelling: bySales('category'),
  videoTopSelling: { ...bySales('video'), before: OF_CONTENTS },
  liveTopSelling: { ...bySales('live'), before: OF_CONTENTS },
} as const satisfies Record<string, RankedRows>;

export type Ranking = keyof typeof RANKED;
export const RANKINGS = Object.keys(RANKED) as Ranking[];

/** The indices of rows. */
export const ROW_KINDS = [...new Set(RANKINGS.map((ranking) => RANKED[ranking].index))];
export type RowKind = (typeof ROW_KINDS)[number];

/** The boards that a ranking is read from. */
export const boardKindOf = (ranking: Ranking): BoardKind => RANKED[ranking].board;

/** Growth of the ranking's figure since the period before, in percent; null unless the figure before is above 0. */
type GrowthRate = number | null;

interface BoardRowDocument {
  /** The board build of the row. `PeriodDocument.board` names the build that readers use. */
  board: string;
  uid: string;
  region: string | null;
  creator_category_id: number | null;
  /** The fields of the creator that the board depends on, in one text. When they change, the board is stale. */
  creator_state: string;
  /** The creator as recorded when the board was built. */
  creator: CreatorDocument;
  growth_rate: GrowthRate;
}

/** A row of the top e-commerce creators board: one per creator for all categories, and one per level 1 category. */
export interface TopEcommerceRowDocument extends BoardRowDocument {
  /** The board and the product category, or all of them, in one text (`rowList`). A page reads one list. */
  list: string;
  account_type: number | null;
  has_video_sales: boolean;
  has_live_sales: boolean;
  /** USD as shown, rounded to 2 decimals; the order follows it. */
  creator_usd_gmv: number;
  video_usd_gmv: number;
  live_usd_gmv: number;
  units_sold: number;
  /** Followers on the latest day of the period that is known. */
  follower_count: number | null;
  figures: TopEcommerceFigures;
  /** The same creator's row of the period before, in the same list; null when there is none. */
  before: TopEcommerceRowBefore | null;
}

/** The fields of a row that the next period's row of the same subject is compared with. */
export type TopEcommerceRowBefore = Pick<TopEcommerceRowDocument, (typeof OF_SELLERS)[number]>;

/** Distinct counts, and GMV in the currency of the creator's region, rounded to 2 decimals. */
type TopEcommerceFigures = Record<
  `${'product' | 'video' | 'live'}_count` | `${'creator' | 'video' | 'live'}_gmv`,
  number
>;

/** A row of the follower growth board. */
export interface TopGrowthRowDocument extends BoardRowDocument {
  follower_inc_count: number;
  /** Percent, two decimals; null when there were no followers before. */
  follower_inc_rate: number | null;
  /** Followers on the latest creator-day inside the period. */
  follower_count_at_period_end: number;
  before: TopGrowthRowBefore | null;
}

export type TopGrowthRowBefore = Pick<TopGrowthRowDocument, (typeof FOLLOWERS)[number]>;

/** A row of a board of products, shops and categories by their sales. */
export interface TopSellingRowDocument {
  board: string;
  /** The board, the subject and its part in one text (`sellingList`). A page reads one list. */
  list: string;
  /** Product ID, shop ID or category ID. */
  id: string;
  /** Level 1 category and shop of a product as loaded when the board was built; null of others. */
  l1_category_id: number | null;
  seller_id: string | null;
  /** Of a product, or of a shop whose products with sales agree on it; null of others. */
  region: string | null;
  has_video_sales: boolean;
  has_live_sales: boolean;
  /** USD as shown, rounded to 2 decimals; the order follows it. */
  usd_gmv: number;
  video_usd_gmv: number;
  live_usd_gmv: number;
  units_sold: number;
  /** The fields of a product that the board depends on, in one text: when they change, the board is stale. */
  product_state?: string;
  /** USD GMV less that of the period before, both as shown. */
  usd_gmv_change: number;
  growth_rate: GrowthRate;
  figures: TopSellingFigures;
  /** The row of the period before, in the same list; null when there is none. */
  before: TopSellingRowBefore | null;
}

export type TopSellingRowBefore = Pick<TopSellingRowDocument, (typeof OF_GOODS)[number]>;

/** Distinct counts of a row. */
type TopSellingFigures = Record<`${'creator' | 'video' | 'live' | 'product'}_count`, number>;

/** A row of a board of videos and live streams by their sales. */
export interface ContentRowDocument extends Pick<
  TopSellingRowDocument,
  'board' | 'id' | 'usd_gmv' | 'units_sold' | 'usd_gmv_change' | 'growth_rate'
> {
  /** Two where the row of all categories is also that of its only category. */
  list: string | string[];
  /** The creator of its sales in the period; null where they do not agree. */
  uid: string | null;
  /** Of the creator as loaded when the board was built. */
  region: string | null;
  creator_category_id: number | null;
  figures: Pick<TopSellingFigures, 'product_count'>;
  before: ContentRowBefore | null;
}

export type ContentRowBefore = Pick<ContentRowDocument, (typeof OF_CONTENTS)[number]>;

/** Stands for all parts together in the name of a list. It sorts before every part, and so do rows of two lists. */
const ALL_PARTS = '*';

/** The list of a `topSelling` board: of categories a `part` is a region, of others a level 1 category. */
export function sellingList(board: string, subject: SellingSubject, part?: string | number): string {
  return rowList(`${board}/${subject}`, part);
}

/** The rows of a top e-commerce board that a page is read from: those of one product category, or of all together. */
export function rowList(board: string, productCategoryId?: string | number): string {
  return `${board}/${productCategoryId ?? ALL_PARTS}`;
}

/**
 * Where a row waits for each creator and product that has facts for a board and is not loaded: its id and state. A build
 * finds it when they are loaded. No request reads it, because no catalogue entry names this board.
 */
export const waitingBoard = (board: string): string => `${board}/waiting`;

/** A document of the `periods` index: the catalogue entry of one board. */
export interface PeriodDocument {
  ranking: BoardKind;
  date_type: PeriodType;
  /** Canonical: YYYY-MM-DD, YYYY-WW or YYYY-MM. */
  date_value: string;
  /** The build that readers use: the value of its rows' `board`. */
  board: string;
  /** Creators on the board; of `topSelling`, those whose sales it counts. */
  creators: number;
  /** Of `topSelling`, the number of rows of each subject; null of others. */
  listed: Readonly<Record<SellingSubject, number>> | null;
  /** Whether the ranking's facts reach from the period's first day or before to its last day or after. */
  complete: boolean;
  /** Rows of the board, those of `waitingBoard` included. */
  rows: number;
  /** Creators or products that have facts and are not loaded. They join the board when they are loaded. */
  waiting: number;
  /** A digest of the facts the board was built from: when it is no longer that of the facts, the board is stale. */
  facts: string;
  /** The build that computed the board's own figures; a later one may have compared them with the period before again. */
  own: string;
  /** The `own` of the board that this one was compared with, of the period before; null when there was none. */
  before: string | null;
  /** Of `topSelling`, the `own` of the period's `topEcommerce`, which is renewed when a creator changes; null of others. */
  creators_from: string | null;
}

/** The number of rows of a ranking on a board, of all categories and regions together. */
export function rowsListed(ranking: Ranking, { creators, listed }: PeriodDocument): number {
  const { subject } = RANKED[ranking];
  return subject === 'creator' ? creators : (listed?.[subject] ?? 0);
}
