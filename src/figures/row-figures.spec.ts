import type { SearchGateway } from '../search/gateway/search-gateway.js';
import { FactGroups, factKey, MOST_GROUPS } from './fact-groups.js';
import { RowFigures } from './row-figures.js';

const DAY = { type: 'day', value: '2026-06-30' } as const;

/** The rows that each search asks for. */
function figuresOf() {
  const searches: string[][] = [];
  const alone: { readonly field: string; readonly clauses: readonly object[] }[] = [];
  const searchRaw = (_kind: string, body: { readonly query: object }) => {
    const { filter } = (body.query as { bool: { filter: { terms?: { product_id: string[] } }[] } }).bool;
    const ids = filter.flatMap(({ terms }) => terms?.product_id ?? []);
    searches.push(ids);
    const isCounted = JSON.stringify(body).includes('stats_bucket');
    const counts = { creator_count_number: { count: 3 }, live: { live_count_number: { count: 2 } } };
    const row = { key: DAY.value, doc_count: 1, ...(isCounted && counts) };
    const buckets = ids.map((key) => ({ key, periods: { buckets: [row] } }));
    return Promise.resolve({ aggregations: { ids: { buckets } } });
  };
  const each = (
    grouped: { readonly field: string; readonly clauses: readonly object[] },
    _most: number,
    take: () => void,
  ) => {
    alone.push(grouped);
    for (let left = grouped.field === 'uid' ? 70_001 : 80_002; left > 0; left -= 1) take();
    return Promise.resolve(true);
  };
  const groups = new FactGroups({ searchRaw } as unknown as SearchGateway);
  const figures = new RowFigures(Object.assign(groups, { each }));
  return { figures, searches, alone };
}

const countsOf = async (facts: Readonly<Record<string, number>>) => {
  const { figures, searches, alone } = figuresOf();
  const ids = Object.keys(facts);
  const query = { key: factKey('product'), ids, periods: [DAY], clauses: [], moneys: [] } as const;
  const counts = ['creator_count', 'live_count'] as const;
  const found = await figures.read({ ...query, counts, factsOf: (id) => facts[id] ?? 0 });
  const rows = ids.map((id) => found(id, DAY));
  return { counts: rows.map((row, at) => [ids[at], row.creator_count, row.live_count]), searches, alone };
};

describe('distinct counts of rows', () => {
  it('share searches whose groups together are never more than one may have', async () => {
    // A row of f facts has at most f creators, f live streams and 8 groups of its own.
    const facts = { a: 20_000, b: 10_000, c: 2489, d: 1, e: (MOST_GROUPS - 8) / 2 };
    const { counts, searches, alone } = await countsOf(facts);
    expect(searches).toEqual([['a', 'b'], ['c'], ['d'], ['e']]);
    expect(alone).toEqual([]);
    expect(counts).toEqual(['a', 'b', 'c', 'd', 'e'].map((id) => [id, 3, 2]));
  });

  it('of a row with more facts than one search can count are read by themselves, in full', async () => {
    const { counts, searches, alone } = await countsOf({ small: 5, large: (MOST_GROUPS - 8) / 2 + 1 });
    expect(searches).toEqual([['small'], ['large']]);
    const row = [{ range: { date: { gte: DAY.value, lte: DAY.value } } }, { terms: { product_id: ['large'] } }];
    expect(alone).toEqual([
      { facts: 'sales', field: 'uid', clauses: row },
      { facts: 'sales', field: 'content_id', clauses: [...row, { term: { channel: 'live' } }] },
    ]);
    expect(counts).toEqual([
      ['small', 3, 2],
      ['large', 70_001, 80_002],
    ]);
  });

  it('of no row are not searched for', async () => {
    const { figures, searches } = figuresOf();
    const rows = { key: factKey('product'), ids: [], periods: [DAY] };
    const found = await figures.read({ ...rows, clauses: [], moneys: ['usd_gmv'], counts: ['creator_count'] });
    expect(found('1', DAY)).toMatchObject({ facts: 0, units_sold: 0, usd_gmv: 0, creator_count: 0 });
    expect(searches).toEqual([]);
  });
});
