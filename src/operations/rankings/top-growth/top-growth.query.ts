import type { TopGrowthRowDocument } from '../../../documents/board.document.js';
import { allOf, filterClauses, term, terms } from '../../../query/clauses.js';
import { sliceOf } from '../../../query/paging.js';
import type { Paging } from '../../../query/request.js';
import type { CompiledSearch } from '../../../query/types.js';
import { TOP_GROWTH_FILTERS, TOP_GROWTH_SORT } from './top-growth.fields.js';
import type { TopGrowthFilter, TopGrowthSelection } from './top-growth.request.dto.js';

type AskedFilter = Pick<TopGrowthFilter, keyof typeof TOP_GROWTH_FILTERS>;

/** The page, or the whole, of a board that a request for follower growth asks for, of the creators named or of all. */
export function compileTopGrowth(
  request: TopGrowthSelection & Partial<Paging>,
  board: string,
  uids?: readonly string[],
): CompiledSearch {
  const asked = filterClauses<AskedFilter, TopGrowthRowDocument>(TOP_GROWTH_FILTERS, request.filter);
  return {
    index: 'top-growth-boards',
    attempts: [
      {
        query: allOf(undefined, [term('board', board), ...asked, ...(uids === undefined ? [] : [terms('uid', uids)])]),
        // The board, one and the same in all its rows, stands first: that is the order in which the index keeps them.
        sort: [{ board: { order: 'asc' } }, { [TOP_GROWTH_SORT]: { order: 'desc' } }, { uid: { order: 'asc' } }],
        ...sliceOf(request),
        track_total_hits: true,
      },
    ],
    enough: 0,
  };
}
