import { allOf, someOf, term, terms } from '../search/compiler/clauses.js';
import { sliceOf } from '../search/compiler/paging.js';
import type { CompiledSearch, QueryClause, SortClause } from '../search/compiler/types.js';
import type { RankingDefinition, RankingFilter, RankingRequest } from './ranking.definition.js';

/** The rows of a board that a request asks for. */
export interface AskedRows {
  /** Only rows with these ids; all where they are not given. */
  readonly ids?: readonly string[] | undefined;
  /** The figures that order the rows, where they are not those of the request. */
  readonly order?: readonly string[];
}

/** The page, or the whole, of a board that a request asks for. */
export function compileRows<Filter extends RankingFilter, Row, Record>(
  definition: RankingDefinition<Filter, Row, Record>,
  request: RankingRequest<Filter>,
  board: string,
  { ids, order: figures = definition.order(request) }: AskedRows = {},
): CompiledSearch {
  const { index, id, keptOrder, clauses } = definition;
  const sort: SortClause[] = [
    ...figures.map((figure): SortClause => ({ [figure]: { order: 'desc' } })),
    { [id]: { order: 'asc' } },
  ];
  if (figures.length === 1 && figures[0] === keptOrder.figure) sort.unshift({ [keptOrder.list]: { order: 'asc' } });
  return {
    index,
    attempts: [
      {
        query: allOf(undefined, [...clauses(board, request.filter), ...(ids === undefined ? [] : [terms(id, ids)])]),
        sort,
        ...sliceOf(request),
        track_total_hits: true,
      },
    ],
    enough: 0,
  };
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
