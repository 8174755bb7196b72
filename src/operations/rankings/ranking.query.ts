import type { Ranking } from '../../documents/board.document.js';
import type { Period } from '../../period/period.js';
import { allOf, range, someOf, term, terms } from '../../query/clauses.js';
import { sliceOf } from '../../query/paging.js';
import type { CompiledSearch, QueryClause, SortClause } from '../../query/types.js';
import type { RankingDefinition, RankingFilter, RankingRequest } from './ranking.definition.js';

/** The catalogue entry of a ranking's period, as a search for at most one. */
export function compileBoardLookup(ranking: Ranking, { type, value }: Period): CompiledSearch {
  const query = { bool: { filter: [term('ranking', ranking), term('date_type', type), term('date_value', value)] } };
  return {
    index: 'periods',
    attempts: [{ query, sort: [{ board: { order: 'desc' } }], from: 0, size: 1, track_total_hits: true }],
    enough: 0,
  };
}

/** The page, or the whole, of a board that a request asks for; only rows of these creators, where they are given. */
export function compileRows<Filter extends RankingFilter, Row, Record>(
  { index, keptOrder, clauses, sort }: RankingDefinition<Filter, Row, Record>,
  request: RankingRequest<Filter>,
  board: string,
  uids?: readonly string[],
): CompiledSearch {
  const figure = sort(request.filter);
  const order: SortClause[] = [{ [figure]: { order: 'desc' } }, { uid: { order: 'asc' } }];
  if (figure === keptOrder.figure) order.unshift({ [keptOrder.list]: { order: 'asc' } });
  return {
    index,
    attempts: [
      {
        query: allOf(undefined, [
          ...clauses(board, request.filter),
          ...(uids === undefined ? [] : [terms('uid', uids)]),
        ]),
        sort: order,
        ...sliceOf(request),
        track_total_hits: true,
      },
    ],
    enough: 0,
  };
}

/** Counts for each row how many of a query's rows come before it: those with more, and of equals those whose uid does. */
export function compileRanks(
  query: QueryClause,
  sort: string,
  rows: readonly { readonly uid: string; readonly figure: number }[],
): object {
  const filters = rows.map(({ uid, figure }) => {
    const equals = { bool: { filter: [range(sort, { min: figure, max: figure }), { range: { uid: { lt: uid } } }] } };
    return someOf({ range: { [sort]: { gt: figure } } }, equals);
  });
  return { query, size: 0, track_total_hits: false, aggs: { before: { filters: { filters } } } };
}
