import { PageWindowError } from './errors.js';

/** A page of a search or ranking; live streams have `has_more` in the place of `total`. */
export interface Page<Row> {
  readonly list: readonly Row[];
  readonly total?: number;
  readonly has_more?: 0 | 1;
}

const MOST_PER_PAGE = 100;

/**
 * Every record of a search, page by page.
 * @param window most records that the pages of the operation reach
 * @param limit most records that are wanted; all when undefined
 * @throws PageWindowError when more are wanted than the pages reach: at the first page, or, without a total, at the last
 */
export async function* walkPages<Row>(
  window: number,
  limit: number | undefined,
  ask: (page: number, pagesize: number) => Promise<Page<Row>>,
): AsyncGenerator<Row, void, undefined> {
  const most = limit ?? Infinity;
  const pagesize = Math.min(MOST_PER_PAGE, most);
  for (let page = 1, listed = 0; listed < most; page += 1) {
    const { list, total, has_more } = await ask(page, pagesize);
    if (total !== undefined && Math.min(total, most) > window) throw new PageWindowError(window, total);
    yield* list.slice(0, most - listed);
    listed += list.length;
    if (list.length < pagesize || (total !== undefined && listed >= total)) return;
    if (page * pagesize >= window && listed < most) throw new PageWindowError(window, total);
    if (has_more === 0) return;
  }
}
