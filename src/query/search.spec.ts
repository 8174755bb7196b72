import { allOf, range } from './clauses.js';
import type { QueryClause } from './types.js';
import type { KeywordOptions, KeywordPlan } from './keywords.js';
import { planKeywords } from './keywords.js';
import { hasNextPage, sliceOf } from './paging.js';
import type { SearchRequest } from './request.js';
import type { SearchPlan } from './search.js';
import { compileSearch } from './search.js';

interface Shoe {
  shoe_id: string;
  colour: string | null;
  sizes: number[];
  price: number | null;
  sold: number | null;
  record: object;
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
const compile = (request: Partial<SearchRequest<ShoeFilter, ShoeSort>>) =>
  compileSearch(PLAN, { ...plain, ...request });

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
  it('orders by relevance, then the main metric, then the id', () => {
    expect(compile({ keywords: 'red shoe' }).attempts[0].sort).toEqual([
      { _score: { order: 'desc' } },
      { sold: { order: 'desc', missing: '_last' } },
      { id_rank: { order: 'asc' } },
      { unranked_id: { order: 'asc', missing: '_first' } },
    ]);
  });

  it('with an orderby is ordered by that alone', () => {
    const orderby = [{ field: 'price', order: 'desc' }] as const;
    expect(compile({ keywords: 'red shoe', orderby }).attempts[0].sort).toEqual([
      { price: { order: 'desc', missing: '_last' } },
      { id_rank: { order: 'asc' } },
      { unranked_id: { order: 'asc', missing: '_first' } },
    ]);
  });

  it('lets popularity settle near ties of relevance alone', () => {
    for (const { query } of compile({ keywords: 'red' }).attempts) {
      expect(query).toMatchObject({
        bool: {
          must: [
            {
              function_score: {
                functions: [{ weight: 1 }, { field_value_factor: { field: 'sold', modifier: 'log1p' }, weight: 0.003 }],
                score_mode: 'sum',
                boost_mode: 'multiply',
              },
            },
          ],
        },
      });
    }
    const orderby = [{ field: 'price', order: 'desc' }] as const;
    expect(JSON.stringify(compile({ keywords: 'red', orderby }))).not.toContain('function_score');
  });

  it('keeps the filters out of the score in every attempt', () => {
    const { attempts } = compile({ keywords: 'red', filter: { colour: 'red' } });
    const filter = [{ term: { colour: 'red' } }];
    expect(attempts.length).toBeGreaterThan(1);
    for (const { query } of attempts) expect(query).toMatchObject({ bool: { filter } });
  });

  it('matches the same set on every page, for every page size and orderby field', () => {
    const variants = [
      compile({ keywords: 'red', orderby: [{ field: 'price', order: 'desc' }] }),
      compile({ keywords: 'red', orderby: [{ field: 'sold', order: 'desc' }], page: 7, pagesize: 3 }),
    ];
    const [first, second] = variants.map(({ attempts, enough }) => [attempts.map(({ query }) => query), enough]);
    expect(first).toEqual(second);
  });
});

describe('keywords', () => {
  const [byRelevance, byFigure] = [{ hasOrderby: false }, { hasOrderby: true }];
  const valuesOf = (plan: KeywordPlan, key: string): string[] =>
    [...JSON.stringify(plan).matchAll(new RegExp(`"${key}":("(?:[^"\\\\]|\\\\.)*")`, 'g'))].map(
      ([, value = '']) => JSON.parse(value) as string,
    );

  it('stay text wherever they go', () => {
    const keywords = '"red" AND (shoe OR -sock)~2 * ?';
    for (const options of [byRelevance, byFigure]) {
      const plan = planKeywords(keywords, options);
      expect(JSON.stringify(plan)).not.toMatch(/query_string|wildcard|regexp/);
      const [letters, number] = ['"red" AND (shoe OR * ?', '-sock)~2'];
      expect([...new Set(valuesOf(plan, 'query'))].sort()).toEqual([keywords, letters, number].sort());
    }
  });

  it.each([
    ['@mia.beauty', ['@mia.beauty', 'mia.beauty']],
    ['#sale', ['#sale', 'sale']],
    ['mia.beauty', ['mia.beauty']],
  ])('%s may name %j exactly, in every attempt', (keywords, names) => {
    const exact = { filter: { terms: { names } }, boost: 10_000 };
    for (const attempt of planKeywords(keywords, byFigure).attempts) {
      expect(attempt?.bool?.should).toContainEqual({ constant_score: exact });
    }
  });

  it('may equal the name of a category where documents have them', () => {
    const [first] = planKeywords('home', { ...byRelevance, categories: 'names_of_it' }).attempts;
    expect(JSON.stringify(first)).toContain('{"term":{"names_of_it":"home"}}');
    expect(JSON.stringify(planKeywords('home', byRelevance))).not.toContain('"term"');
  });

  it('need fewer of their words from attempt to attempt', () => {
    const shares = (options: KeywordOptions) =>
      planKeywords('a b c', options).attempts.map((attempt) => [
        ...new Set(valuesOf({ attempts: [attempt], enough: 0 }, 'minimum_should_match')),
      ]);
    expect(shares(byFigure)).toEqual([['100%'], ['100%'], ['75%'], ['50%'], ['1']]);
    expect(shares(byRelevance)).toEqual([['100%'], ['1']]);
  });

  it.each([
    ['lipstick', ['100%']],
    ['Größe', ['100%']],
    ['váy', ['100%']],
    ['red shoe', ['100%', '1']],
    ['red 12', ['100%', '75%', '50%', '1']],
    ['t-shirt', ['100%', '75%', '50%', '1']],
    ['a\u0301o', ['100%', '75%', '50%', '1']],
    ['手机', ['100%', '75%', '50%', '1']],
    ['เสื้อ', ['100%', '75%', '50%', '1']],
  ])('are not asked twice for as many words: %s', (keywords, shares) => {
    const [, ...loose] = planKeywords(keywords, byFigure).attempts;
    const ofText = /"text":\{"query":"[^"]*","minimum_should_match":"([^"]*)","boost":3/;
    expect(loose.map((attempt) => ofText.exec(JSON.stringify(attempt))?.[1])).toEqual(shares);
  });

  it('are taken as they are written first, and have no slips in what holds a number', () => {
    const [first, second] = planKeywords('airpods pro2 128', byRelevance).attempts;
    expect(JSON.stringify(first)).not.toContain('fuzziness');
    const fuzzy = [...JSON.stringify(second).matchAll(/"query":"([^"]*)"[^}]*"fuzziness"/g)].map(([, query]) => query);
    expect(fuzzy).toEqual(['airpods']);
  });
});

describe('two words', () => {
  const pairs = (keywords: string) => planKeywords(keywords, { hasOrderby: true }).attempts.map(hasPairs);
  const hasPairs = (attempt: QueryClause): boolean => JSON.stringify(attempt).includes('joined_pairs');

  it.each([
    ['yoga mat', [true, true, true]],
    ['t-shirt', [true, true, true, true, true]],
    ['iphone 15', [true, true, true, true, true]],
  ])('may stand as one in a text: %s', (keywords, inEachAttempt) => {
    expect(pairs(keywords)).toEqual(inEachAttempt);
  });

  it('that stand next to each other are found as one of the joined words, what is more or less plain as a phrase', () => {
    const hasPhrase = (keywords: string) =>
      planKeywords(keywords, { hasOrderby: false }).attempts.map((attempt) =>
        JSON.stringify(attempt).includes('match_phrase'),
      );
    expect(hasPhrase('phone case')).toEqual([false, false]);
    for (const keywords of ['red phone case', 'iphone 15', 't-shirt red', '手机 保护壳']) {
      expect([keywords, hasPhrase(keywords)]).toEqual([keywords, [true, true]]);
    }
  });

  it('of more words are a weak sign, for the last attempt', () => {
    expect(pairs('yoga mat red')).toEqual([false, false, false, false, true]);
  });

  it.each([
    ['mat', [false, false]],
    ['スマホ ケース', [false, false, false, false, false]],
    ['手机 壳', [false, false, false, false, false]],
    ['เสื้อ กันฝน', [false, false, false, false, false]],
  ])('are none, or written in pairs anyway: %s', (keywords, inEachAttempt) => {
    expect(pairs(keywords)).toEqual(inEachAttempt);
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
  it('of a scored clause alone has no empty filter', () => {
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
