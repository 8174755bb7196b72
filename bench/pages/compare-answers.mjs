const SEARCH_WINDOW = 5000;

/**
 * What is wrong with an answer of the API, in words; undefined for nothing.
 * @param what `operation`, and `id`: the field that tells records apart
 * @param answer of the API
 * @param raw what Elasticsearch answered to the same compiled body
 */
export function compareAnswers({ operation, id }, { page = 1, pagesize = 10 }, answer, raw) {
  const { code, data } = answer;
  const { hits } = raw;
  if (code !== 0) return `code ${code}`;
  const ids = data.list.map((item) => item[id]).join();
  const expected = hits.hits.map(({ _source: source }) => source[id]).join();
  if (ids !== expected) return `ids ${ids} instead of ${expected}`;
  const total = hits.total.value;
  if (operation !== 'live') return data.total === total ? undefined : `total ${data.total} instead of ${total}`;
  const more = total > page * pagesize && (page + 1) * pagesize <= SEARCH_WINDOW ? 1 : 0;
  return data.has_more === more ? undefined : `has_more ${data.has_more} instead of ${more}`;
}
