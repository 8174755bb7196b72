import type { Ranking, TopEcommerceRowDocument, TopGrowthRowDocument } from '../../documents/board.document.js';
import { rowList } from '../../documents/board.document.js';
import type { IndexKind } from '../../documents/index-kind.js';
import type { Period } from '../../period/period.js';
import type { FieldOf } from '../../query/clauses.js';
import { filterClauses, term } from '../../query/clauses.js';
import type { Paging, SortItem } from '../../query/request.js';
import type { QueryClause } from '../../query/types.js';
import type { TopEcommerceRecord } from '../../records/top-ecommerce.record.js';
import { toTopEcommerceRecord } from '../../records/top-ecommerce.record.js';
import type { TopGrowthRecord } from '../../records/top-growth.record.js';
import { toTopGrowthRecord } from '../../records/top-growth.record.js';
import type { Region } from '../../reference/regions.js';

/** The filters that every ranking has. */
export interface RankingFilter {
  readonly uid?: readonly string[];
  readonly date_info: Period;
}

/** A page of a ranking, or the whole of it for an export. */
export interface RankingRequest<Filter> extends Partial<Paging> {
  readonly filter: Filter;
  readonly orderby: readonly SortItem[];
}

/** How a ranking is read: the rows of a board that a request asks for, their order, and the records they become. */
export interface RankingDefinition<Filter extends RankingFilter, Row, Record> {
  readonly ranking: Ranking;
  readonly index: IndexKind;
  /** page * pagesize is at most this (docs/api.md, "Operations"). */
  readonly window: number;
  /**
   * The index keeps the rows of a list, which have one value in `list`, in the order of `figure`. A page in this order
   * is read without sorting: measured at 200,000 rows, 1.0 ms instead of 4.9.
   */
  readonly keptOrder: { readonly list: FieldOf<Row>; readonly figure: FieldOf<Row> };
  /** The rows of a board that the filters keep, whatever their creators. */
  readonly clauses: (board: string, filter: Filter) => QueryClause[];
  /** The figure that orders the rows, descending; equal ones follow by uid. */
  readonly sort: (filter: Filter) => FieldOf<Row>;
  readonly toRecord: (row: Row, rank: number) => Record;
}

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

interface TopEcommerceFilter extends RankingFilter {
  readonly region?: Region;
  readonly creator_category_id?: number;
  readonly product_category_id?: number;
  readonly account_type?: number;
  readonly ecommerce_type?: EcommerceType;
}

/** Creators by their sales. A board has a list of rows for all product categories and one for each level 1 category. */
export const TOP_ECOMMERCE: RankingDefinition<TopEcommerceFilter, TopEcommerceRowDocument, TopEcommerceRecord> = {
  ranking: 'topEcommerce',
  index: 'top-ecommerce-boards',
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
  sort: ({ ecommerce_type }) => ECOMMERCE_TYPES[ecommerce_type ?? 'all'].sort,
  toRecord: toTopEcommerceRecord,
};

interface TopGrowthFilter extends RankingFilter {
  readonly region?: Region;
  readonly category_id?: number;
}

/** The one `orderby` value of follower growth, which is the default as well. */
export const TOP_GROWTH_SORT = 'follower_inc_count' as const satisfies FieldOf<TopGrowthRowDocument>;

/** Creators by the followers they gained. */
export const TOP_GROWTH: RankingDefinition<TopGrowthFilter, TopGrowthRowDocument, TopGrowthRecord> = {
  ranking: 'topGrowth',
  index: 'top-growth-boards',
  window: 500,
  keptOrder: { list: 'board', figure: TOP_GROWTH_SORT },
  clauses: (board, { region, category_id }) => {
    const asked = { region, category_id };
    const table = { region: 'region', category_id: 'creator_category_id' } as const;
    return [term('board', board), ...filterClauses<typeof asked, TopGrowthRowDocument>(table, asked)];
  },
  sort: () => TOP_GROWTH_SORT,
  toRecord: toTopGrowthRecord,
};
