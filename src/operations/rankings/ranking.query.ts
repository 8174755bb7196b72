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

/** Counts for each place the rows of a query that come before it. */
export function compileRanks(
  query: QueryClause,
  { id, order }: { readonly id: string; readonly order: readonly string[] },
  places: readonly Place[],
): object {
  const filters = places.map((place) => comesBefore(order, id, place));
  return { query, size: 0, track_total_hits: false, aggs: { before: { filters: { filters } } } };
}

function comesBefore(order: readonly string[], idField: string, { id, figures }: Place): QueryClause {
  const equal: QueryClause[] = [];
  const either = order.map((field, at) => {
    const figure = figures[at] ?? null;
    const exists = { exists: { field } };
    const more = figure === null ? exists : { range: { [field]: { gt: figure } } };
    const before = allOf(undefined, [...equal, more]);
    equal.push(figure === null ? { bool: { must_not: [exists] } } : range(field, { min: figure, max: figure }));
    return before;
  });
  return someOf(...either, allOf(undefined, [...equal, { range: { [idField]: { lt: id } } }]));
}
