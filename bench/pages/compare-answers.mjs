import { idOf } from './plans.mjs';

const SEARCH_WINDOW = 5000;

/** What is wrong with an answer of the API, in words; undefined for nothing. */
export function compareAnswers(shape, { page = 1, pagesize = 10 }, { code, data }, { hits }) {
  const id = idOf(shape.operation);
  const ids = data.list.map((item) => item[id]).join();
  const expected = hits.hits.map(({ _source: source }) => source[id]).join();
  if (code !== 0) return `code ${code}`;
  if (ids !== expected) return `ids ${ids} instead of ${expected}`;
  const total = hits.total.value;
  if (shape.operation !== 'live') return data.total === total ? undefined : `total ${data.total} instead of ${total}`;
  const more = total > page * pagesize && (page + 1) * pagesize <= SEARCH_WINDOW ? 1 : 0;
  return data.has_more === more ? undefined : `has_more ${data.has_more} instead of ${more}`;
}
