import type { BoardKind } from '../../documents/board.document.js';
import type { Period } from '../../period/period.js';
import { allOf, range, someOf, term, terms } from '../../query/clauses.js';
import { sliceOf } from '../../query/paging.js';
import type { CompiledSearch, QueryClause, SortClause } from '../../query/types.js';
import type { RankingDefinition, RankingFilter, RankingRequest } from './ranking.definition.js';

/** The catalogue entry of a board, as a search for at most one. */
export function compileBoardLookup(ranking: BoardKind, { type, value }: Period): CompiledSearch {
  const query = { bool: { filter: [term('ranking', ranking), term('date_type', type), term('date_value', value)] } };
  return {
    index: 'periods',
    attempts: [{ query, sort: [{ board: { order: 'desc' } }], from: 0, size: 1, track_total_hits: true }],
    enough: 0,
  };
}

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

const isEqual = (field: string, figure: number | null): QueryClause =>
  figure === null ? { bool: { must_not: [{ exists: { field } }] } } : range(field, { min: figure, max: figure });

const isMore = (field: string, figure: number | null): QueryClause =>
  figure === null ? { exists: { field } } : { range: { [field]: { gt: figure } } };

const equals = (order: readonly string[], { figures }: Place): QueryClause[] =>
  order.map((field, at) => isEqual(field, figures[at] ?? null));

const counting = (query: QueryClause, filters: Readonly<Record<string, QueryClause[]>>): object => ({
  query,
  size: 0,
  track_total_hits: false,
  aggs: Object.fromEntries(Object.entries(filters).map(([name, clauses]) => [name, { filters: { filters: clauses } }])),
});

/** Counts for each place the rows of a query with more, and those with equal figures, its own row among them. */
export function compileRanks(query: QueryClause, { order }: RowOrder, places: readonly Place[]): object {
  return counting(query, {
    more: places.map((place) => {
      const equal = equals(order, place);
      return someOf(
        ...order.map((field, at) =>
          allOf(undefined, [...equal.slice(0, at), isMore(field, place.figures[at] ?? null)]),
        ),
      );
    }),
    equal: places.map((place) => allOf(undefined, equals(order, place))),
  });
}

/** Counts for each place the rows with equal figures whose id comes before: a range of ids is dear, and ties are rare. */
export function compileTies(query: QueryClause, { id, order }: RowOrder, places: readonly Place[]): object {
  return counting(query, {
    before: places.map((place) => allOf(undefined, [...equals(order, place), { range: { [id]: { lt: place.id } } }])),
  });
}
