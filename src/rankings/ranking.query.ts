import type { CategoryIds } from '../http/validation/id.field.js';
import { allOf, filterClauses, type FilterField, range, someOf, term, terms } from '../search/compiler/clauses.js';
import { sliceOf } from '../search/compiler/paging.js';
import type { Range } from '../search/compiler/request.js';
import { compileFiltered } from '../search/compiler/search.js';
import type { CompiledSearch, QueryClause, SortClause } from '../search/compiler/types.js';
import { isContent, type PeriodDocument } from '../boards/board.document.js';
import type { RankingPlan, RankingRequest } from './ranking.definition.js';
import type { EcommerceType, RankingOrder } from './rankings.requests.js';

/** What is known of the period before. */
export interface Comparison {
  /** Its board. */
  readonly before: PeriodDocument | undefined;
  /** Whether both periods are complete. */
  readonly isComparable: boolean;
}

/** The rows of a board that a request asks for. */
export interface AskedRows {
  /** Only rows with these ids; all where they are not given. */
  readonly ids?: readonly string[] | undefined;
  /** The figures that order the rows, where they are not those of the request. */
  readonly order?: readonly string[];
  /** Applies the filters by what has changed since the period before; they do not narrow the list of that period. */
  readonly changes?: Comparison | undefined;
}

/** The values of filters by name; a ranking has some of them. */
type Filters = Readonly<Record<string, string | number | Range | readonly (string | number)[] | undefined>> & {
  readonly growth_rate_range?: Range;
  readonly is_new?: boolean;
};

/** The filters of a request, by name. */
export const filtersOf = ({ filter }: RankingRequest): Filters => filter as object as Filters;

/** The ids that a request names; undefined for all. */
export function namedIds({ named = '' }: RankingPlan, request: RankingRequest): string[] | undefined {
  const ids = filtersOf(request)[named] as CategoryIds | string[] | undefined;
  return ids === undefined ? undefined : [ids].flat().map(String);
}

/** The figures that order the rows in turn, descending; equal rows follow by id. */
export function orderOf({ orderby: { fields, byType } }: RankingPlan, request: RankingRequest): readonly string[] {
  if (request.orderby.length > 0) return request.orderby.map(({ field }) => field);
  return [selectedFigure(byType, request) ?? fields[0] ?? ''];
}

/** The figure that `ecommerce_type` selects. */
function selectedFigure(byType: RankingOrder['byType'], request: RankingRequest): string | undefined {
  const { ecommerce_type: type = 'all' } = filtersOf(request);
  return byType?.figures[type as EcommerceType | 'all'];
}

/** The fields that the filters look at; one by the main figure looks at the figure that `ecommerce_type` selects. */
function filterTable({ filters, figure, orderby }: RankingPlan, request: RankingRequest): Record<string, FilterField> {
  const selected = selectedFigure(orderby.byType, request) ?? figure;
  return Object.fromEntries(
    Object.entries(filters).map(([name, field]) => [name, field === figure ? selected : field]),
  );
}

/** Whether a figure is known and lies in a range. */
export const liesIn = (figure: number | null, { min = -Infinity, max = Infinity }: Range): boolean =>
  figure !== null && figure >= min && figure <= max;

/** Whether the filters keep a row, as far as it has their fields. */
export function keepsRow(plan: RankingPlan, kept: object, request: RankingRequest): boolean {
  const row = kept as Readonly<Record<string, unknown>>;
  return Object.entries(filterTable(plan, request)).every(([name, field]) => {
    const value = filtersOf(request)[name];
    if (value === undefined) return true;
    if (typeof field === 'object') return row[field[value as number] ?? ''] === true;
    if (!(field in row)) return true;
    if (typeof value !== 'object') return row[field] === value;
    if (Array.isArray(value)) return value.includes(row[field]);
    return liesIn(row[field] as number | null, value as Range);
  });
}

const NO_ROW: QueryClause = { match_none: {} };

/** The filters by what has changed since the period before; without a figure to compare with they keep no row. */
function changeClauses(plan: RankingPlan, request: RankingRequest, { before, isComparable }: Comparison) {
  const asked = filtersOf(request);
  const { growth_rate_range: growth, is_new } = asked;
  const clauses: QueryClause[] = [];
  if (growth !== undefined) clauses.push(isComparable ? range('growth_rate', growth) : NO_ROW);
  if (is_new === undefined) return clauses;
  const of = (field: string) => `before.${field}`;
  const table = Object.entries(filterTable(plan, request)).flatMap(([name, field]): [string, FilterField][] => {
    if (typeof field === 'string') return plan.before.includes(field) ? [[name, of(field)]] : [];
    return [[name, Object.fromEntries(Object.entries(field).map(([value, flag]) => [value, of(flag)]))]];
  });
  const wasThere = [{ exists: { field: of(plan.figure) } }, ...filterClauses(Object.fromEntries(table), asked)];
  const isKept = is_new ? { bool: { must_not: [allOf(undefined, wasThere)] } } : allOf(undefined, wasThere);
  return [...clauses, before === undefined ? NO_ROW : isKept];
}

/** The page, or the whole, of a board that a request asks for. */
export function compileRows(
  plan: RankingPlan,
  request: RankingRequest,
  board: string,
  { ids, order: figures = orderOf(plan, request), changes }: AskedRows = {},
): CompiledSearch {
  const [list, listOf] = plan.list;
  const asked = filtersOf(request);
  const part = asked[plan.parts[0] ?? ''] as string | number | undefined;
  const sort: SortClause[] = [
    ...figures.map((figure): SortClause => ({ [figure]: { order: 'desc' } })),
    { [plan.id]: { order: 'asc' } },
  ];
  // The index keeps the rows of a list in the order of the main figure. A page in this order is read without sorting:
  // measured at 200,000 rows, 1.0 ms instead of 4.9. Rows of two lists stand in the first.
  const isInOneOrder = part === undefined || !isContent(plan.subject);
  if (figures.length === 1 && figures[0] === plan.figure && isInOneOrder) sort.unshift({ [list]: { order: 'asc' } });
  const filters = [
    term(list, listOf(board, part)),
    ...filterClauses(filterTable(plan, request), asked),
    ...(changes === undefined ? [] : changeClauses(plan, request, changes)),
    ...(ids === undefined ? [] : [terms(plan.id, ids)]),
  ];
  return compileFiltered(plan.index, filters, sort, sliceOf(request));
}

/** A row's place in an order: by these figures in turn, descending and null last, then by id. */
export interface Place {
  readonly id: string;
  readonly figures: readonly (number | null)[];
}

/** The order of rows: figures in turn, and the field of their id. */
interface RowOrder {
  readonly id: string;
  readonly order: readonly string[];
}

/** Stands for a missing figure: below every figure. */
const NO_FIGURE = -1e300;

/**
 * Counts for each place the rows of a query that reach its first figure, and those with this figure that come after it.
 * Measured at 60,000 rows, ten places: 3 ms, and 17 where `range` instead of `term` matches the equal figures.
 */
export function compileRanks(query: QueryClause, { id, order }: RowOrder, places: readonly Place[]): object {
  // With no figure in the order, no row has the field, and all reach each other.
  const [field = 'no_figure'] = order;
  const ranges = places.map(({ figures: [figure] }, at) => ({ key: String(at), from: figure ?? NO_FIGURE }));
  return {
    query,
    size: 0,
    track_total_hits: false,
    aggs: {
      reached: { range: { field, missing: NO_FIGURE, keyed: true, ranges } },
      after: { filters: { filters: places.map((place) => isAfter(place, id, order)) } },
    },
  };
}

/** Matches rows that have the first figure of a place and come after it. */
function isAfter({ id: placed, figures }: Place, id: string, order: readonly string[]): QueryClause {
  return order.reduceRight<QueryClause>(
    (after, field, at) => {
      const figure = figures[at] ?? null;
      const isEqual = figure === null ? lacks(field) : term(field, figure);
      const equal = allOf(undefined, [isEqual, after]);
      return at === 0 || figure === null ? equal : someOf({ range: { [field]: { lt: figure } } }, lacks(field), equal);
    },
    { range: { [`${id}.order`]: { gt: placed } } },
  );
}

const lacks = (field: string): QueryClause => ({ bool: { must_not: [{ exists: { field } }] } });
