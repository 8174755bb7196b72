import type { SellingSubject, TopSellingRowDocument } from '../../boards/board.document.js';
import { sellingList } from '../../boards/board.document.js';
import { filterClauses, term } from '../../search/compiler/clauses.js';
import type { QueryClause } from '../../search/compiler/types.js';
import {
  CategoryTopSellingRecord,
  ProductTopSellingRecord,
  ShopTopSellingRecord,
  toCategoryTopSelling,
  toProductTopSelling,
  toShopTopSelling,
} from '../records/top-selling.record.js';
import type { Region } from '../../common/regions.js';
import type { EcommerceType, RankingDefinition, RankingFilter } from '../ranking.definition.js';

type Row = TopSellingRowDocument;

/** page * pagesize is at most this. */
export const TOP_SELLING_WINDOW = 1000;

/** `ecommerce_type` selects the rows that stay and the figure that orders them unless `orderby` is given. */
const SELLING_TYPES = {
  all: { sort: 'usd_gmv', keeps: undefined },
  1: { sort: 'video_usd_gmv', keeps: 'has_video_sales' },
  2: { sort: 'live_usd_gmv', keeps: 'has_live_sales' },
} as const;

export const TOP_SELLING_SORTS = [
  'units_sold',
  'usd_gmv_change',
  'usd_gmv',
  'video_usd_gmv',
  'live_usd_gmv',
] as const satisfies readonly (keyof Row)[];
export type TopSellingSort = (typeof TOP_SELLING_SORTS)[number];

/** The fields that `orderby` may name with each `ecommerce_type`. */
export const SORTS_BY_TYPE: Readonly<Record<EcommerceType | 'all', readonly TopSellingSort[]>> = {
  all: ['usd_gmv', 'units_sold', 'usd_gmv_change'],
  1: ['video_usd_gmv', 'units_sold', 'usd_gmv_change'],
  2: ['live_usd_gmv', 'units_sold', 'usd_gmv_change'],
};

interface SellingFilter extends RankingFilter {
  readonly region?: Region;
  readonly l1_category_id?: number;
  readonly ecommerce_type?: EcommerceType;
}

const typeOf = ({ ecommerce_type }: SellingFilter) => SELLING_TYPES[ecommerce_type ?? 'all'];

/** The common part of the rankings of products, shops and categories. */
function topSelling<Filter extends SellingFilter, Record>(
  subject: SellingSubject,
  {
    named,
    part,
    clauses = () => [],
    record,
    toRecord,
  }: Pick<RankingDefinition<Filter, Row, Record>, 'named' | 'record' | 'toRecord'> & {
    /** The part of the rows that a request reads; all together without it. */
    readonly part?: (filter: Filter) => string | number | undefined;
    readonly clauses?: (filter: Filter) => QueryClause[];
  },
): RankingDefinition<Filter, Row, Record> {
  return {
    board: 'topSelling',
    index: 'top-selling-boards',
    subject,
    id: 'id',
    window: TOP_SELLING_WINDOW,
    keptOrder: { list: 'list', figure: 'usd_gmv' },
    named,
    clauses: (board, filter) => {
      const { keeps } = typeOf(filter);
      const list = term('list', sellingList(board, subject, part?.(filter)));
      return [list, ...clauses(filter), ...(keeps === undefined ? [] : [term(keeps, true)])];
    },
    order: ({ filter, orderby }) =>
      orderby.length === 0 ? [typeOf(filter).sort] : orderby.map(({ field }) => field as TopSellingSort),
    mainFigure: 'usd_gmv',
    wasListed: (before, filter) => {
      const { keeps } = typeOf(filter);
      const isInRegion = subject !== 'shop' || filter.region === undefined || before.region === filter.region;
      return isInRegion && (keeps === undefined || before[keeps]);
    },
    record,
    toRecord,
  };
}

/** Products by their sales. */
export const PRODUCT_TOP_SELLING = topSelling('product', {
  named: ({
    product_id,
  }: SellingFilter & { readonly product_id?: readonly string[]; readonly seller_id?: readonly string[] }) => product_id,
  clauses: ({ region, l1_category_id, seller_id }) => {
    const asked = { region, l1_category_id, seller_id };
    const table = { region: 'region', l1_category_id: 'l1_category_id', seller_id: 'seller_id' } as const;
    return filterClauses<typeof asked, Row>(table, asked);
  },
  record: ProductTopSellingRecord,
  toRecord: toProductTopSelling,
});

/** Shops by the sales of their products, of all categories together or of one. */
export const SHOP_TOP_SELLING = topSelling('shop', {
  named: ({ seller_id }: SellingFilter & { readonly seller_id?: readonly string[] }) => seller_id,
  part: ({ l1_category_id }) => l1_category_id,
  clauses: ({ region }) => (region === undefined ? [] : [term('region', region)]),
  record: ShopTopSellingRecord,
  toRecord: toShopTopSelling,
});

/** Level 1 categories by their sales, of the creators of all regions together or of one. */
export const CATEGORY_TOP_SELLING = topSelling('category', {
  named: ({ l1_category_id: id }: SellingFilter) => (id === undefined ? undefined : [String(id)]),
  part: ({ region }) => region,
  record: CategoryTopSellingRecord,
  toRecord: toCategoryTopSelling,
});
