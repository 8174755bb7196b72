import type { SearchGateway } from '../search/gateway/search-gateway.js';
import { type FactGroups, MOST_GROUPS } from './fact-groups.js';
import { RowFigures, rowsOfIds } from './row-figures.js';
import { factKey } from './subjects.js';

/** The rows that each search asks for. */
function figuresOf() {
  const searches: string[][] = [];
  const alone: { readonly field: string; readonly clauses: readonly object[] }[] = [];
  const searchText = (_kind: string, body: { readonly query: object }) => {
    const { filter } = (body.query as { bool: { filter: { terms?: { product_id: string[] } }[] } }).bool;
    const ids = filter.flatMap(({ terms }) => terms?.product_id ?? []);
    searches.push(ids);
    const buckets = ids.map((key) => ({
      key,
      creator_count_number: { count: 3 },
      live_count: { number: { count: 2 } },
    }));
    return Promise.resolve({ aggregations: { rows: { buckets } } });
  };
  const read = (grouped: { readonly field: string; readonly clauses: readonly object[] }) => {
    alone.push(grouped);
    return Promise.resolve(Array(grouped.field === 'uid' ? 70_001 : 80_002).fill({}));
  };
  const figures = new RowFigures({ searchText } as unknown as SearchGateway, { read } as unknown as FactGroups);
  return { figures, searches, alone };
}

const countsOf = async (facts: Readonly<Record<string, number>>) => {
  const { figures, searches, alone } = figuresOf();
  const rows = rowsOfIds(factKey('product'), Object.keys(facts));
  const counts = await figures.counts([], rows, ['creator_count', 'live_count'], (id) => facts[id] ?? 0);
  return { counts, searches, alone };
};

describe('distinct counts of rows', () => {
  it('share searches whose groups together are never more than one may have', async () => {
    // A row of f facts has at most f creators, f live streams and 4 groups of its own.
    const facts = { a: 20_000, b: 10_000, none: 0, c: 2498, d: 1, e: (MOST_GROUPS - 4) / 2 };
    const { counts, searches, alone } = await countsOf(facts);
    expect(searches).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
    expect(alone).toEqual([]);
    expect([...counts]).toEqual(['a', 'b', 'c', 'd', 'e'].map((id) => [id, { creator_count: 3, live_count: 2 }]));
  });

  it('of a row with more facts than one search can count are read by themselves, in full', async () => {
    const { counts, searches, alone } = await countsOf({ small: 5, large: (MOST_GROUPS - 4) / 2 + 1 });
    expect(searches).toEqual([['small']]);
    const row = { terms: { product_id: ['large'] } };
    expect(alone).toEqual([
      { facts: 'sales', field: 'uid', clauses: [row] },
      { facts: 'sales', field: 'content_id', clauses: [row, { term: { channel: 'live' } }] },
    ]);
    expect(counts.get('large')).toEqual({ creator_count: 70_001, live_count: 80_002 });
    expect(counts.get('small')).toEqual({ creator_count: 3, live_count: 2 });
  });

  it('of no row are not searched for', async () => {
    const { figures, searches } = figuresOf();
    expect(await figures.counts([], rowsOfIds(factKey('product'), []), ['creator_count'], () => 1)).toEqual(new Map());
    expect(searches).toEqual([]);
  });
});
