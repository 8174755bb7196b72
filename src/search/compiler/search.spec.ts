import fc from 'fast-check';
import { errorsOf, readAsWritten, readRequest } from '../../../test/support/requests.js';
import { allOf, hasNextPage, range, sliceOf } from './clauses.js';
import type { CompiledSearch, Paging, ReadKeywords, Selection } from './types.js';
import { compileSearch, type SearchPlan } from './search.js';
import { RequestFailure } from '../../common/errors/failure.js';
import { fieldsOf } from '../../http/validation/request-field.js';
import type { FieldsClass } from '../../fields/schema.js';
import { LiveFilter, LiveSearchRequest } from '../../live/live.requests.js';
import { LIVE_PLAN } from '../../live/live.service.js';
import { ProductFilter, ProductSearchRequest } from '../../product/product.requests.js';
import { PRODUCT_PLAN } from '../../product/product.service.js';
import { VideoFilter, VideoSearchRequest } from '../../video/video.requests.js';
import { VIDEO_PLAN } from '../../video/video.service.js';

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

const json = fc.jsonValue({ maxDepth: 3 });
const bound = fc.oneof(fc.double(), fc.integer(), fc.bigInt(), fc.constant(null), json);
const sortField = fc.oneof(fc.constantFrom('play_count', 'total_gmv', 'start_time'), json);
/** Values that are often right for some field, and often nearly so. */
const value = fc.oneof(
  fc.constantFrom('US', 'UK', 'ZH_CN', true, 0, 1, 2, 10, '10', null, 'play_count', 'total_gmv'),
  fc.integer(),
  fc.bigInt(),
  fc.string({ unit: 'binary' }),
  fc.record({ min: bound, max: bound }, { requiredKeys: [] }),
  fc.array(fc.record({ field: sortField, order: fc.constantFrom('desc', 'asc', null) }, { requiredKeys: [] })),
  json,
);

const bodyOf = (type: FieldsClass, filter: FieldsClass) =>
  fc.oneof(
    json,
    fc.record(
      {
        ...Object.fromEntries([...fieldsOf(type).keys()].map((name) => [name, value])),
        filter: fc.oneof(
          json,
          fc.record(Object.fromEntries([...fieldsOf(filter).keys()].map((name) => [name, value])), {
            requiredKeys: [],
          }),
        ),
      },
      { requiredKeys: [] },
    ),
  );

describe.each([
  [
    'video',
    VideoSearchRequest,
    VideoFilter,
    (request: never, read: ReadKeywords): CompiledSearch => compileSearch(VIDEO_PLAN, request, read),
  ],
  [
    'product',
    ProductSearchRequest,
    ProductFilter,
    (request: never, read: ReadKeywords): CompiledSearch => compileSearch(PRODUCT_PLAN, request, read),
  ],
  [
    'live',
    LiveSearchRequest,
    LiveFilter,
    (request: never, read: ReadKeywords): CompiledSearch => compileSearch(LIVE_PLAN, request, read),
  ],
])('any JSON sent to %s search', (_, type, filter, compile) => {
  it('is compiled to a query, or refused with faults that say where and what', async () => {
    await fc.assert(
      fc.asyncProperty(bodyOf(type as FieldsClass, filter), async (body) => {
        try {
          const request = (await readRequest(type as new () => object, body)) as { keywords: string };
          const compiled = compile(request as never, readAsWritten(request.keywords));
          expect(JSON.parse(JSON.stringify(compiled))).toEqual(compiled);
        } catch (error) {
          if (!(error instanceof RequestFailure)) throw error;
          const errors = await errorsOf(type, body);
          expect(errors.length).toBeGreaterThan(0);
          for (const { path, rule, message } of errors) {
            expect([path, rule, message]).not.toContain('');
            expect(message).not.toMatch(/undefined|\[object|NaN/);
          }
        }
      }),
      { seed: 20260630, numRuns: 1000 },
    );
  });
});

describe('a filter of another operation', () => {
  it.each([
    [VideoSearchRequest, 'l1_category_id', 'product_category_id'],
    [ProductSearchRequest, 'product_category_id', 'l1_category_id'],
    [ProductSearchRequest, 'creator_category_id', undefined],
    [ProductSearchRequest, 'create_time_range', 'launch_time_range'],
    [ProductSearchRequest, 'usd_gmv_range', 'total_usd_gmv_range'],
    [VideoSearchRequest, 'start_time', 'create_time_range'],
    [VideoSearchRequest, 'viewer_range', 'play_count_range'],
    [VideoSearchRequest, 'total_units_sold_range', 'units_sold_range'],
    [LiveSearchRequest, 'play_count_range', 'viewer_range'],
    [LiveSearchRequest, 'followers', 'follower_count_range'],
    [LiveSearchRequest, 'shop_id', 'seller_id'],
  ])('is refused by %p with the filter that has its meaning: %s', async (type, name, suggestion) => {
    const body = { filter: { create_time_range: { min: 1 }, [name]: 10000 } };
    const faults = await errorsOf(type, body);
    const fault = faults.find(({ path }) => path === `filter.${name}`);
    expect([fault?.rule, fault?.did_you_mean]).toEqual(['unknown', suggestion]);
  });
});
