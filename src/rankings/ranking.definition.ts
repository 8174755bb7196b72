import type {
  BoardKind,
  SellingSubject,
  TopEcommerceRowDocument,
  TopGrowthRowDocument,
} from '../boards/board.document.js';
import { rowList } from '../boards/board.document.js';
import type { IndexKind } from '../common/index-kind.js';
import type { Period } from '../common/period/period.js';
import type { FieldOf } from '../search/compiler/clauses.js';
import { filterClauses, term } from '../search/compiler/clauses.js';
import type { FieldChoice, Paging, Range, SortItem } from '../search/compiler/request.js';
import type { QueryClause } from '../search/compiler/types.js';
import type { Moved, RowNames } from './records/ranked.js';
import { localizeRanked } from './records/ranked.js';
import {
  TopEcommerceRecord,
  toTopEcommerceRecord,
  TopGrowthRecord,
  toTopGrowthRecord,
} from './records/creator-rankings.record.js';
import type { Lang } from '../common/lang.js';
import type { Region } from '../common/regions.js';

/** The filter that every ranking has. */
export interface RankingFilter {
  readonly date_info: Period;
}

/** A page of a ranking, or the whole of it for an export. */
export interface RankingRequest<Filter> extends Partial<Paging & FieldChoice> {
  readonly filter: Filter;
  readonly orderby: readonly SortItem[];
  readonly lang?: Lang;
}

/** How a ranking is read: the rows of a board that a request asks for, their order, and the records they become. */
export interface RankingDefinition<Filter extends RankingFilter, Row, Record> {
  readonly board: BoardKind;
  readonly index: IndexKind;
  readonly subject: 'creator' | SellingSubject;
  /** The field of a row that has the id of its subject. */
  readonly id: FieldOf<Row>;
  /** The ids that a request names; undefined for all. */
  readonly named: (filter: Filter) => readonly string[] | undefined;
  /** page * pagesize is at most this (docs/api.md, "Operations"). */
  readonly window: number;
  /**
   * The index keeps the rows of a list, which have one value in `list`, in the order of `figure`. A page in this order
   * is read without sorting: measured at 200,000 rows, 1.0 ms instead of 4.9.
   */
  readonly keptOrder: { readonly list: FieldOf<Row>; readonly figure: FieldOf<Row> };
  /** The rows of a board that the filters keep, those that the request names or not. */
  readonly clauses: (board: string, filter: Filter) => QueryClause[];
  /** The figures that order the rows in turn, descending; equal rows follow by id. */
  readonly order: (request: RankingRequest<Filter>) => readonly FieldOf<Row>[];
  /** The figure whose growth is shown. */
  readonly mainFigure: FieldOf<Row>;
  /** Whether the filters kept the row that is compared with, of the period before. */
  readonly wasListed: (before: Comparable<Row>, filter: Filter) => boolean;
  /** The class of the records. */
  readonly record: new () => Record;
  readonly toRecord: (row: Row, rank: number, moved: Moved, names: RowNames) => Record;
}

/** The fields of a row that the next period's row is compared with. */
export type Comparable<Row> = Row extends { before: infer Before } ? NonNullable<Before> : never;

/** `ecommerce_type` selects the rows that stay, and the one field that orders them and that `orderby` may name. */
export const ECOMMERCE_TYPES = {
  all: { sort: 'creator_usd_gmv', keeps: undefined },
  1: { sort: 'video_usd_gmv', keeps: 'has_video_sales' },
  2: { sort: 'live_usd_gmv', keeps: 'has_live_sales' },
} as const satisfies Record<
  string,
  { sort: FieldOf<TopEcommerceRowDocument>; keeps: FieldOf<TopEcommerceRowDocument> | undefined }
>;

export type EcommerceType = Exclude<keyof typeof ECOMMERCE_TYPES, 'all'>;
export type TopEcommerceSort = (typeof ECOMMERCE_TYPES)[keyof typeof ECOMMERCE_TYPES]['sort'];

export const ECOMMERCE_TYPE_VALUES: readonly EcommerceType[] = [1, 2];
export const TOP_ECOMMERCE_SORTS: readonly TopEcommerceSort[] = Object.values(ECOMMERCE_TYPES).map(({ sort }) => sort);

interface CreatorFilter extends RankingFilter {
  readonly uid?: readonly string[];
}

const OF_CREATORS = {
  subject: 'creator',
  id: 'uid',
  named: ({ uid }: CreatorFilter) => uid,
} as const;

interface TopEcommerceFilter extends CreatorFilter {
  readonly region?: Region;
  readonly creator_category_id?: number;
  readonly product_category_id?: number;
  readonly account_type?: number;
  readonly ecommerce_type?: EcommerceType;
}

/** Creators by their sales. A board has a list of rows for all product categories and one for each level 1 category. */
export const TOP_ECOMMERCE: RankingDefinition<TopEcommerceFilter, TopEcommerceRowDocument, TopEcommerceRecord> = {
  board: 'topEcommerce',
  index: 'top-ecommerce-boards',
  ...OF_CREATORS,
  window: 1000,
  keptOrder: { list: 'list', figure: 'creator_usd_gmv' },
  clauses: (board, { product_category_id, ecommerce_type, region, creator_category_id, account_type }) => {
    const table = {
      region: 'region',
      creator_category_id: 'creator_category_id',
      account_type: 'account_type',
    } as const;
    const asked = { region, creator_category_id, account_type };
    const { keeps } = ECOMMERCE_TYPES[ecommerce_type ?? 'all'];
    return [
      term('list', rowList(board, product_category_id)),
      ...filterClauses<typeof asked, TopEcommerceRowDocument>(table, asked),
      ...(keeps === undefined ? [] : [term(keeps, true)]),
    ];
  },
  order: ({ filter: { ecommerce_type } }) => [ECOMMERCE_TYPES[ecommerce_type ?? 'all'].sort],
  mainFigure: 'creator_usd_gmv',
  wasListed: (before, { ecommerce_type }) => {
    const { keeps } = ECOMMERCE_TYPES[ecommerce_type ?? 'all'];
    return keeps === undefined || before[keeps];
  },
  record: TopEcommerceRecord,
  toRecord: (row, rank, moved, names) => localizeRanked(toTopEcommerceRecord(row, rank, moved), names),
};

interface TopGrowthFilter extends CreatorFilter {
  readonly region?: Region;
  readonly category_id?: number;
  readonly follower_count_at_period_end_range?: Range;
}

/** The `orderby` values of follower growth; the first is the default. */
export const TOP_GROWTH_SORTS = [
  'follower_inc_count',
  'follower_inc_rate',
] as const satisfies readonly FieldOf<TopGrowthRowDocument>[];
export type TopGrowthSort = (typeof TOP_GROWTH_SORTS)[number];

/** Creators by the followers they gained. */
export const TOP_GROWTH: RankingDefinition<TopGrowthFilter, TopGrowthRowDocument, TopGrowthRecord> = {
  board: 'topGrowth',
  index: 'top-growth-boards',
  ...OF_CREATORS,
  window: 500,
  keptOrder: { list: 'board', figure: TOP_GROWTH_SORTS[0] },
  clauses: (board, { region, category_id, follower_count_at_period_end_range: followers }) => {
    const asked = { region, category_id, followers };
    const table = {
      region: 'region',
      category_id: 'creator_category_id',
      followers: 'follower_count_at_period_end',
    } as const;
    return [term('board', board), ...filterClauses<typeof asked, TopGrowthRowDocument>(table, asked)];
  },
  order: ({ orderby: [first, ...others] }) =>
    first === undefined ? [TOP_GROWTH_SORTS[0]] : [first, ...others].map(({ field }) => field as TopGrowthSort),
  mainFigure: 'follower_inc_count',
  wasListed: ({ follower_count_at_period_end: followers }, { follower_count_at_period_end_range: range }) =>
    followers >= (range?.min ?? -Infinity) && followers <= (range?.max ?? Infinity),
  record: TopGrowthRecord,
  toRecord: (row, rank, moved, names) => localizeRanked(toTopGrowthRecord(row, rank, moved), names),
};
