import { readAsWritten } from '../../../test/support/read-request.js';
import { allOf, hasNextPage, range, sliceOf } from './clauses.js';
import type { Paging, Selection } from './types.js';
import { compileSearch, type SearchPlan } from './search.js';

interface Shoe {
  shoe_id: string;
  colour: string | null;
  sizes: number[];
  price: number | null;
  sold: number | null;
  record: string;
}
interface ShoeFilter {
  colour?: string;
  ids?: string[];
  price_range?: { min?: number; max?: number };
}
type ShoeSort = 'price' | 'sold';

const PLAN: SearchPlan<ShoeFilter, ShoeSort, Shoe> = {
  index: 'products',
  filters: { colour: 'colour', ids: 'shoe_id', price_range: 'price' },
  sorts: { price: 'price', sold: 'sold' },
  mainMetric: 'sold',
  popularity: 'sold',
};
const plain = { keywords: '', filter: {}, orderby: [], page: 1, pagesize: 10 };
const compile = (request: Partial<Selection<ShoeFilter, ShoeSort> & Paging>) =>
  compileSearch(PLAN, { ...plain, ...request }, readAsWritten(request.keywords ?? ''));

describe('a search without keywords', () => {
  it('is one body: everything, by the main metric, then by id', () => {
    expect(compile({})).toEqual({
      index: 'products',
      enough: 0,
      attempts: [
        {
          query: { match_all: {} },
          sort: [
            { sold: { order: 'desc', missing: '_last' } },
            { id_rank: { order: 'asc' } },
            { unranked_id: { order: 'asc', missing: '_first' } },
          ],
          from: 0,
          size: 10,
          track_total_hits: true,
          _source: ['record', 'id_rank'],
        },
      ],
    });
  });

  it('has a clause for each filter that is set, in the order of the table', () => {
    const filter = { price_range: { min: 1, max: 2 }, ids: ['a', 'b'], colour: 'red' };
    expect(compile({ filter }).attempts[0].query).toEqual({
      bool: {
        filter: [
          { term: { colour: 'red' } },
          { terms: { shoe_id: ['a', 'b'] } },
          { range: { price: { gte: 1, lte: 2 } } },
        ],
      },
    });
  });

  it('is sorted by its items in turn, then by id', () => {
    const orderby = [
      { field: 'price', order: 'desc' },
      { field: 'sold', order: 'desc' },
    ] as const;
    expect(compile({ orderby }).attempts[0].sort).toEqual([
      { price: { order: 'desc', missing: '_last' } },
      { sold: { order: 'desc', missing: '_last' } },
      { id_rank: { order: 'asc' } },
      { unranked_id: { order: 'asc', missing: '_first' } },
    ]);
  });
});

describe('a search with keywords', () => {
  it('keeps the filters out of the score in every attempt', () => {
    const { attempts } = compile({ keywords: 'red', filter: { colour: 'red' } });
    const filter = [{ term: { colour: 'red' } }];
    expect(attempts.length).toBeGreaterThan(1);
    for (const { query } of attempts) expect(query).toMatchObject({ bool: { filter } });
  });
});

describe('ranges', () => {
  it.each([
    [{ min: 0 }, { gte: 0 }],
    [{ max: 0 }, { lte: 0 }],
    [
      { min: -1.5, max: 2.5 },
      { gte: -1.5, lte: 2.5 },
    ],
    [
      { min: -1e300, max: 1e300 },
      { gte: -9e18, lte: 9e18 },
    ],
  ])('%j become %j', (given, bounds) => {
    expect(range('price', given)).toEqual({ range: { price: bounds } });
  });
});

describe('allOf', () => {
  it('of only a scored clause has no empty filter', () => {
    expect(allOf({ match_all: {} }, [])).toEqual({ bool: { must: [{ match_all: {} }] } });
  });
});

describe('paging', () => {
  it.each([
    [1, 10, 0],
    [2, 10, 10],
    [50, 100, 4900],
    [5000, 1, 4999],
  ])('page %d of %d begins at %d', (page, pagesize, from) => {
    expect(sliceOf({ page, pagesize })).toEqual({ from, size: pagesize });
  });

  it.each([
    [1, 10, 10, false],
    [1, 10, 11, true],
    [2, 10, 11, false],
    [49, 100, 9000, true],
    [50, 100, 9000, false],
    [166, 30, 9000, false],
    [165, 30, 9000, true],
    [5000, 1, 9000, false],
    [1, 10, 0, false],
  ])('page %d of %d has a next one among %d: %s', (page, pagesize, total, expected) => {
    expect(hasNextPage({ page, pagesize }, total, 5000)).toBe(expected);
  });
});
