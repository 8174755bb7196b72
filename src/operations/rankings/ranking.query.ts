import type { TopEcommerceRowDocument } from '../../documents/board.document.js';
import { rowList } from '../../documents/board.document.js';
import { allOf, filterClauses, term, terms } from '../../query/clauses.js';
import { sliceOf } from '../../query/paging.js';
import type { Paging } from '../../query/request.js';
import type { CompiledSearch, SortClause } from '../../query/types.js';
import { ECOMMERCE_TYPES, KEPT_ORDER, TOP_ECOMMERCE_FILTERS } from './ranking.definition.js';
import type { TopEcommerceFilter, TopEcommerceSelection } from './creator-rankings.dto.js';

type AskedFilter = Pick<TopEcommerceFilter, keyof typeof TOP_ECOMMERCE_FILTERS>;

/** The page, or the whole, of a board that a request for the top e-commerce creators asks for, of the creators named or of all. */
export function compileTopEcommerce(
  request: TopEcommerceSelection & Partial<Paging>,
  board: string,
  uids?: readonly string[],
): CompiledSearch {
  const { filter } = request;
  const { sort, keeps } = ECOMMERCE_TYPES[filter.ecommerce_type ?? 'all'];
  const asked = filterClauses<AskedFilter, TopEcommerceRowDocument>(TOP_ECOMMERCE_FILTERS, filter);
  const list = term('list', rowList(board, filter.product_category_id));
  const order: SortClause[] = [{ [sort]: { order: 'desc' } }, { uid: { order: 'asc' } }];
  if (sort === KEPT_ORDER) order.unshift({ list: { order: 'asc' } });
  return {
    index: 'top-ecommerce-boards',
    attempts: [
      {
        query: allOf(undefined, [
          list,
          ...asked,
          ...(keeps === undefined ? [] : [term(keeps, true)]),
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
