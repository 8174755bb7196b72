import type { IndexKind } from '../common/index-kind.js';
import { readIndexDefinition } from '../elastic/indices/index-definition.js';
import type { PeriodDocument } from '../boards/board.document.js';
import { readRequest } from '../../test/support/read-request.js';
import { PeriodsRequest } from './periods.requests.js';
import { byPeriodType, compilePeriods } from './periods.service.js';
import { SHOP_TOP_SELLING, TOP_ECOMMERCE, TOP_GROWTH } from './rankings.table.js';
import type { QueryClause } from '../search/compiler/types.js';
import { type Comparison, compileRows } from './ranking.query.js';

const date_info = { type: 'week', value: '2026-26' };
const topEcommerce = async (filter: object, rest: object = {}) =>
  compileRows(
    TOP_ECOMMERCE,
    await readRequest(TOP_ECOMMERCE.request, { filter: { ...filter, date_info }, ...rest }),
    'b1',
  );

describe('a page of the top e-commerce creators', () => {
  it('is that of all categories, by USD sales and uid, without filters', async () => {
    expect(await topEcommerce({}, { page: 3, pagesize: 20 })).toEqual({
      index: 'top-ecommerce-boards',
      enough: 0,
      attempts: [
        {
          query: { bool: { filter: [{ term: { list: 'b1/*' } }] } },
          sort: [{ list: { order: 'asc' } }, { creator_usd_gmv: { order: 'desc' } }, { uid: { order: 'asc' } }],
          from: 40,
          size: 20,
          track_total_hits: true,
        },
      ],
    });
  });

  it('is narrowed by every filter', async () => {
    const filter = {
      region: 'US',
      creator_category_id: 7,
      product_category_id: 601450,
      account_type: 2,
      ecommerce_type: 1,
    };
    expect((await topEcommerce(filter)).attempts[0].query).toEqual({
      bool: {
        filter: [
          { term: { list: 'b1/601450' } },
          { term: { region: 'US' } },
          { term: { creator_category_id: 7 } },
          { term: { account_type: 2 } },
          { term: { has_video_sales: true } },
        ],
      },
    });
  });

  it.each([
    [1, 'has_video_sales', 'video_usd_gmv'],
    [2, 'has_live_sales', 'live_usd_gmv'],
  ])('keeps and orders with ecommerce_type %d by %s and %s', async (ecommerce_type, keeps, sort) => {
    const [body] = (await topEcommerce({ ecommerce_type })).attempts;
    expect(body.query?.bool?.filter).toContainEqual({ term: { [keeps]: true } });
    expect(body.sort).toEqual([{ [sort]: { order: 'desc' } }, { uid: { order: 'asc' } }]);
  });

  it('is never that of all categories for a category whose id looks odd', async () => {
    for (const product_category_id of [0, -1]) {
      expect((await topEcommerce({ product_category_id })).attempts[0].query).toEqual({
        bool: { filter: [{ term: { list: `b1/${product_category_id}` } }] },
      });
    }
  });
});

describe('a page of follower growth', () => {
  it('is narrowed by every filter', async () => {
    const request = await readRequest(TOP_GROWTH.request, {
      filter: { date_info, region: 'SG', category_id: 9 },
      pagesize: 5,
    });
    expect(compileRows(TOP_GROWTH, request, 'b2')).toEqual({
      index: 'top-growth-boards',
      enough: 0,
      attempts: [
        {
          query: {
            bool: {
              filter: [{ term: { board: 'b2' } }, { term: { region: 'SG' } }, { term: { creator_category_id: 9 } }],
            },
          },
          sort: [{ board: { order: 'asc' } }, { follower_inc_count: { order: 'desc' } }, { uid: { order: 'asc' } }],
          from: 0,
          size: 5,
          track_total_hits: true,
        },
      ],
    });
  });
});

describe('filters by what has changed', () => {
  const before = {} as PeriodDocument;
  const clauses = async (filter: object, changes: Comparison) => {
    const request = await readRequest(SHOP_TOP_SELLING.request, { filter: { ...filter, date_info } });
    const { query } = compileRows(SHOP_TOP_SELLING, request, 'b3', { changes }).attempts[0];
    return (query?.bool?.filter as QueryClause[]).slice(1);
  };

  it('keep rows that were there under the same filters, or were not', async () => {
    const filter = { region: 'US', ecommerce_type: 2, usd_gmv_range: { min: 10, max: 20 } };
    const own = [
      { range: { live_usd_gmv: { gte: 10, lte: 20 } } },
      { term: { has_live_sales: true } },
      { term: { region: 'US' } },
    ];
    const there = {
      bool: {
        filter: [
          { exists: { field: 'before.usd_gmv' } },
          { range: { 'before.live_usd_gmv': { gte: 10, lte: 20 } } },
          { term: { 'before.has_live_sales': true } },
          { term: { 'before.region': 'US' } },
        ],
      },
    };
    const changes = { before, isComparable: true };
    expect(await clauses({ ...filter, is_new: false }, changes)).toEqual([...own, there]);
    expect(await clauses({ ...filter, is_new: 1 }, changes)).toEqual([...own, { bool: { must_not: [there] } }]);
  });

  it('keep no row where there is nothing to compare with', async () => {
    const filter = { growth_rate_range: { min: 10.5 } };
    const growth = { range: { growth_rate: { gte: 10.5 } } };
    expect(await clauses(filter, { before, isComparable: true })).toEqual([growth]);
    expect(await clauses(filter, { before, isComparable: false })).toEqual([{ match_none: {} }]);
    expect(await clauses({ is_new: true }, { before: undefined, isComparable: false })).toEqual([{ match_none: {} }]);
  });
});

describe('the order in which the index keeps rows', () => {
  const keptOrder = (kind: IndexKind): unknown => {
    const { 'sort.field': fields, 'sort.order': orders } = readIndexDefinition(kind).settings.index as unknown as {
      'sort.field': string[];
      'sort.order': string[];
    };
    return fields.map((field, at) => ({ [field]: { order: orders[at] } }));
  };

  it('is that of the default page, so that the page is read off', async () => {
    const growth = compileRows(TOP_GROWTH, await readRequest(TOP_GROWTH.request, { filter: { date_info } }), 'b2');
    expect((await topEcommerce({})).attempts[0].sort).toEqual(keptOrder('top-ecommerce-boards'));
    expect(growth.attempts[0].sort).toEqual(keptOrder('top-growth-boards'));
  });
});

describe('the catalogue', () => {
  it('is listed whole, but for boards without creators', async () => {
    const compiled = compilePeriods(
      await readRequest(PeriodsRequest, { filter: { ranking: 'topGrowth', date_type: 'week' } }),
    );
    expect(compiled).toEqual({
      index: 'periods',
      enough: 0,
      attempts: [
        {
          query: {
            bool: {
              filter: [
                { range: { creators: { gte: 1 } } },
                { term: { ranking: 'topGrowth' } },
                { term: { date_type: 'week' } },
              ],
            },
          },
          sort: [{ date_value: { order: 'desc' } }, { ranking: { order: 'asc' } }],
          from: 0,
          size: 100_000,
          track_total_hits: true,
        },
      ],
    });
    expect(compilePeriods(await readRequest(PeriodsRequest, {})).attempts[0].query).toEqual({
      bool: {
        filter: [{ range: { creators: { gte: 1 } } }, { terms: { ranking: ['topEcommerce', 'topGrowth'] } }],
      },
    });
  });

  it('is in the order day, week, month and for the rest as it came', () => {
    const entries = ['month', 'day', 'week', 'day'].map((date_type, at) => ({ date_type, rows: at }) as PeriodDocument);
    expect(byPeriodType(entries).map(({ date_type, rows }) => [date_type, rows])).toEqual([
      ['day', 1],
      ['day', 3],
      ['week', 2],
      ['month', 0],
    ]);
  });
});
