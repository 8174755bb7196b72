import { readRequest } from '../../test/support/read-request.js';
import type { RankingPlan, RankingRequest } from './ranking.definition.js';
import { comparesAll, compileList, figuresOf, type ListQuery, namedIds, orderOf } from './ranking.query.js';
import {
  CATEGORY_TOP_SELLING,
  CategoryTopSellingRequest,
  PRODUCT_TOP_SELLING,
  ProductTopSellingRequest,
  SHOP_TOP_SELLING,
  ShopTopSellingRequest,
  TOP_ECOMMERCE,
  TOP_GROWTH,
  TopEcommerceRequest,
  TopGrowthRequest,
  VIDEO_TOP_SELLING,
  VideoTopSellingRequest,
} from './rankings.requests.js';

const REQUESTS = new Map<unknown, new () => RankingRequest>([
  [CATEGORY_TOP_SELLING, CategoryTopSellingRequest],
  [PRODUCT_TOP_SELLING, ProductTopSellingRequest],
  [SHOP_TOP_SELLING, ShopTopSellingRequest],
  [TOP_ECOMMERCE, TopEcommerceRequest],
  [TOP_GROWTH, TopGrowthRequest],
  [VIDEO_TOP_SELLING, VideoTopSellingRequest],
]);

const read = (ranking: RankingPlan, filter: object, orderby: readonly string[] = []): Promise<RankingRequest> => {
  const date_info = { type: 'week', value: '2026-26' };
  const body = { filter: { ...filter, date_info }, orderby: orderby.map((field) => ({ field })) };
  return readRequest(REQUESTS.get(ranking) as new () => RankingRequest, body);
};
const compile = async (ranking: RankingPlan, filter: object = {}, orderby?: readonly string[], level = 1) =>
  compileList(ranking, await read(ranking, filter, orderby), level);

/** What a list without filters is read from. */
const BARE: Omit<ListQuery, 'key' | 'clauses'> = {
  facts: 'sales',
  agreed: [],
  products: undefined,
  channel: undefined,
  order: ['usd_gmv'],
  ranges: [],
  growth: undefined,
  isNew: undefined,
};
const CREATORS = { term: { creator_loaded: true } };
const PRODUCTS = { term: { product_loaded: true } };

describe('the list of a ranking', () => {
  it('without filters is that of all facts with a row, by the main figure', async () => {
    const creators = { id: 'uid', clauses: [CREATORS] };
    const videos = { id: 'content_id', groups: 'content_creator', clauses: [{ term: { channel: 'video' } }] };
    expect(await compile(TOP_ECOMMERCE)).toEqual({
      ...BARE,
      key: creators,
      clauses: [CREATORS],
      order: ['creator_usd_gmv'],
    });
    expect(await compile(TOP_GROWTH)).toEqual({
      ...BARE,
      facts: 'creator-days',
      key: creators,
      clauses: [CREATORS],
      order: ['follower_inc_count'],
    });
    expect(await compile(CATEGORY_TOP_SELLING)).toEqual({
      ...BARE,
      key: { id: 'product_category_id', clauses: [] },
      clauses: [],
    });
    expect(await compile(VIDEO_TOP_SELLING)).toEqual({ ...BARE, key: videos, clauses: videos.clauses });
  });

  it('filters the facts by their dimensions, categories at the level of their id', async () => {
    const filter = { region: 'US', creator_category_id: 7, account_type: 2, product_category_id: 601450 };
    const clausesAt = async (level: number) => (await compile(TOP_ECOMMERCE, filter, [], level)).clauses;
    const clauses = (field: string) => [
      CREATORS,
      { term: { creator_region: 'US' } },
      { term: { creator_category_id: 7 } },
      { term: { [field]: 601450 } },
      { term: { account_type: 2 } },
    ];
    expect(await clausesAt(1)).toEqual(expect.arrayContaining(clauses('product_category_id')));
    expect(await clausesAt(1)).toHaveLength(5);
    expect(await clausesAt(2)).toEqual(expect.arrayContaining(clauses('l2_category_id')));
    expect(await clausesAt(3)).toEqual(expect.arrayContaining(clauses('l3_category_id')));
    // A category that the tree does not know is held against level 1.
    expect(await clausesAt(0)).toEqual(expect.arrayContaining(clauses('product_category_id')));
  });

  it('counts of categories below level 1 the sales of the levels above, and has a row of those without one', async () => {
    expect(await compile(CATEGORY_TOP_SELLING, { level: 3, l1_category_id: [10, 20], region: 'GB' })).toEqual({
      ...BARE,
      key: { id: 'l3_category_id', missing: '', clauses: [] },
      clauses: [{ term: { creator_region: 'GB' } }, { terms: { product_category_id: [10, 20] } }],
    });
  });

  it('filters rows, not facts, by what their sales must agree on', async () => {
    const shops = await compile(SHOP_TOP_SELLING, { region: 'US', l2_category_id: 5, channel: 'live' });
    expect(shops.agreed).toEqual([{ term: { product_region: 'US' } }]);
    expect(shops.clauses).toEqual([
      { exists: { field: 'seller_id' } },
      { term: { l2_category_id: 5 } },
      { term: { channel: 'live' } },
    ]);
    const videos = await compile(VIDEO_TOP_SELLING, { region: 'US', uid: ['1', '2'], creator_category_id: 3 });
    expect(videos.clauses).toEqual([{ term: { channel: 'video' } }]);
    expect(videos.agreed).toEqual(
      expect.arrayContaining([
        { term: { creator_region: 'US' } },
        { term: { creator_category_id: 3 } },
        { terms: { uid: ['1', '2'] } },
      ]),
    );
    expect(videos.agreed).toHaveLength(3);
  });

  it('finds products by what changes often in their own index, beside the dimensions of facts', async () => {
    const filter = { region: 'US', price_range: { max: 20 }, launch_time_range: { min: 5 }, seller_id: ['s'] };
    const { clauses, products } = await compile(PRODUCT_TOP_SELLING, filter);
    expect(clauses).toEqual([PRODUCTS, { term: { product_region: 'US' } }, { terms: { seller_id: ['s'] } }]);
    expect(products).toEqual({
      bool: { filter: [{ range: { floor_price: { lte: 20 } } }, { range: { launch_time: { gte: 5 } } }] },
    });
  });

  it.each([
    [1, 'video'],
    [2, 'live'],
  ])(
    'of ecommerce_type %d needs a sale by %s, is ordered by those and has them in its range',
    async (type, channel) => {
      const filter = { ecommerce_type: type, usd_gmv_range: { min: 1 }, units_sold_range: { max: 9 } };
      const query = await compile(PRODUCT_TOP_SELLING, filter);
      const figure = `${channel}_usd_gmv`;
      expect([query.channel, query.order, query.clauses]).toEqual([channel, [figure], [PRODUCTS]]);
      expect(new Map(query.ranges)).toEqual(
        new Map<string, object>([
          [figure, { min: 1 }],
          ['units_sold', { max: 9 }],
        ]),
      );
      expect([...figuresOf(query)].sort()).toEqual(['units_sold', figure].sort());
    },
  );

  it.each([
    [{}, undefined, false],
    [{}, ['units_sold'], false],
    [{ is_new: true }, undefined, false],
    [{}, ['units_sold', 'usd_gmv_change'], true],
    [{ growth_rate_range: { min: -5 } }, undefined, true],
  ])('with %j by %j needs the figure of every row in the period before: %p', async (filter, orderby, isNeeded) => {
    const query = await compile(PRODUCT_TOP_SELLING, filter, orderby);
    expect(comparesAll(query)).toBe(isNeeded);
    expect(query.order).toEqual(orderby ?? ['usd_gmv']);
    expect([query.isNew, query.growth]).toEqual([
      'is_new' in filter ? true : undefined,
      'growth_rate_range' in filter ? { min: -5 } : undefined,
    ]);
    expect(query.clauses).toEqual([PRODUCTS]);
  });

  it('is the same whatever ids are named', async () => {
    expect(await compile(PRODUCT_TOP_SELLING, { product_id: ['1', '2'] })).toEqual(await compile(PRODUCT_TOP_SELLING));
    expect(await compile(CATEGORY_TOP_SELLING, { l1_category_id: 10 })).toEqual(await compile(CATEGORY_TOP_SELLING));
  });
});

describe('the ids that a request names', () => {
  const named = async (ranking: RankingPlan, filter: object) => namedIds(ranking, await read(ranking, filter));

  it('are texts; those of categories below level 1 name none', async () => {
    expect(await named(PRODUCT_TOP_SELLING, {})).toBeUndefined();
    expect(await named(PRODUCT_TOP_SELLING, { product_id: ['1', '2'] })).toEqual(['1', '2']);
    expect(await named(CATEGORY_TOP_SELLING, { l1_category_id: [10, 20] })).toEqual(['10', '20']);
    expect(await named(CATEGORY_TOP_SELLING, { l1_category_id: 10, level: 2 })).toBeUndefined();
  });
});

describe('the order of growth', () => {
  it('is the one asked for, in turn', async () => {
    const orderby = ['follower_inc_rate', 'follower_inc_count'];
    expect(orderOf(TOP_GROWTH, await read(TOP_GROWTH, {}, orderby))).toEqual(orderby);
  });
});
