import { jest } from '@jest/globals';
import { Random } from '../../dev/seed/random.js';
import { RankingWindows } from '../../src/figures/ranked-list.js';
import type { SaleLoad } from '../../src/figures/facts.record.js';
import { Rates } from '../../src/money/rates.record.js';
import { SearchGateway } from '../../src/search/gateway/search-gateway.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { type ErrorData, expectError } from '../support/api-client.js';
import { drawSale, drawWorld, FactWriter, withContents } from '../support/fact-world.js';
import { daysIn } from '../support/oracle/breakdown.oracle.js';
import { hhiOf, namedIn, pageFiguresOf } from '../support/oracle/page-figures.oracle.js';
import {
  type AskedType,
  type FactWorld,
  group,
  percentOf,
  periodAt,
  sumOf,
} from '../support/oracle/rankings.oracle.js';
import { SMALL } from '../support/ranking-pages.js';

const ASKED = 200;
const FIGURES = [
  ...['creator_count', 'product_count', 'shop_count', 'video_count', 'live_count'],
  ...['largest_product', 'largest_creator', 'estimated_commission'],
];
const RATES = ['12.5%', '0.01%', '33.33%', '100%', '0%', null];

const random = new Random('page-figures', 1);
const drawn = drawWorld(random, 30, 10);
for (let at = 0; at < 3000; at += 1) {
  const date = new Date(Date.UTC(2026, 0, 1 + random.whole(0, 180))).toISOString().slice(0, 10);
  drawn.sales.set(
    `spring-${at}`,
    drawSale(`spring-${at}`, date, random.pick([...drawn.creators.keys(), 'nobody']), random),
  );
}
for (const [uid, creator] of drawn.creators) {
  drawn.creators.set(uid, { ...creator, follower_count: random.pick([999, 1000, 9999, 10_000, 5_000_000, null]) });
}
for (const [id, product] of drawn.products) {
  const floor_price = random.pick([0.5, 1.99, 2, 19.99, null]);
  drawn.products.set(id, { ...product, floor_price, commission_rate: random.pick(RATES) });
}
const world = withContents(drawn, random);
const sales = [...world.sales.values()];

const named = namedIn(world);

const PERIODS: readonly (readonly [AskedType, string])[] = [
  ...['2026-01', '2026-02', '2026-03', '2026-06'].map((value) => ['month', value] as const),
  ...['2026-01', '2026-10', '2026-22'].map((value) => ['week', value] as const),
  ...['2026-02-03~2026-03-12', '2025-12-20~2026-01-11', '2026-06-15~2026-07-05'].map(
    (value) => ['range', value] as const,
  ),
];

type Row = Readonly<Record<string, unknown>>;
interface Answer {
  readonly total: number;
  readonly list: readonly Row[];
  readonly sum: { readonly usd_gmv: number };
  readonly hhi?: number | null;
  readonly note?: string;
  readonly top1_share: number | null;
  readonly top3_share: number | null;
}

const stepOf = (steps: readonly number[], figure: number | null | undefined): number | null =>
  typeof figure === 'number' ? Math.max(...steps.filter((step) => step <= figure)) : null;
const priceOf = (id: string): number | null => {
  const { region, floor_price } = world.products.get(id) ?? {};
  return region === 'US' ? (floor_price ?? null) : null;
};
const minOf = (step: unknown): unknown => (step as { min: number } | null)?.min ?? null;

/** The keys of sales, and those of rows. A sale without one has no row. */
const KEYS: Readonly<Record<string, readonly [(sale: SaleLoad) => unknown, (row: Row) => unknown]>> = {
  creator: [({ uid }) => uid, ({ uid }) => uid],
  product: [({ product_id }) => product_id, ({ product_id }) => product_id],
  shop: [({ product_id }) => named.shopOf(product_id), ({ seller_id }) => seller_id],
  category: [({ product_category_id }) => product_category_id, ({ category }) => (category as { id: number }).id],
  video: [({ channel, content_id }) => (channel === 'video' ? content_id : undefined), ({ video_id }) => video_id],
  live: [({ channel, content_id }) => (channel === 'live' ? content_id : undefined), ({ room_id }) => room_id],
  channel: [({ channel }) => channel, ({ channel }) => channel],
  region: [({ uid }) => world.creators.get(uid)?.region ?? null, ({ region }) => region],
  day: [({ date }) => date, ({ date }) => date],
  week: [({ date }) => periodAt('week', date), ({ week }) => week],
  month: [({ date }) => periodAt('month', date), ({ month }) => month],
  follower_tier: [
    ({ uid }) => stepOf([0, 1000, 10_000, 100_000, 1_000_000], world.creators.get(uid)?.follower_count),
    ({ follower_tier }) => minOf(follower_tier),
  ],
  price_band: [
    ({ product_id }) => stepOf([0, 1, 2, 5, 10, 20, 50], priceOf(product_id)),
    ({ price_band }) => minOf(price_band),
  ],
};
/** A field of a row for each key. */
const KEY_PATHS = {
  ...{ creator: 'uid', product: 'product_id', shop: 'seller_id', category: 'category', video: 'video_id' },
  ...{ live: 'room_id', channel: 'channel', region: 'region', day: 'date', week: 'week', month: 'month' },
  ...{ follower_tier: 'follower_tier', price_band: 'price_band' },
};
const isPeriod = (by: string): boolean => ['day', 'week', 'month'].includes(by);

/** Filters of breakdowns, and the sales that they keep. */
const FILTERS: readonly (readonly [object, (sale: SaleLoad) => boolean])[] = [
  [{ seller_id: ['9', '10', 'Shop'] }, ({ product_id }) => named.shopOf(product_id) !== null],
  [{ product_id: ['p1', 'p2', 'p8'] }, ({ product_id }) => ['p1', 'p2', 'p8'].includes(product_id)],
  [{ uid: ['9', '10', 'a', 'B', 'ü', 'nobody'] }, ({ uid }) => ['9', '10', 'a', 'B', 'ü', 'nobody'].includes(uid)],
  [{ uid: '10', channel: 'video' }, ({ uid, channel }) => uid === '10' && channel === 'video'],
];

/** Rankings: their sales, the key of a sale and of a row, and filters with the sales that they count. */
const RANKINGS = {
  '/creator/v1/rank/topEcommerce': {
    isOf: ({ uid }: SaleLoad) => world.creators.has(uid),
    key: KEYS['creator'],
    figures: ['largest_product', 'estimated_commission'],
    amount: 'creator_usd_gmv',
    filters: [
      [{}, () => true],
      [{ region: 'US' }, ({ uid }: SaleLoad) => world.creators.get(uid)?.region === 'US'],
      [{ seller_id: '9' }, ({ product_id }: SaleLoad) => named.shopOf(product_id) === '9'],
    ],
  },
  '/product/v1/rank/topSelling': {
    isOf: ({ product_id }: SaleLoad) => world.products.has(product_id),
    key: KEYS['product'],
    figures: ['largest_creator'],
    amount: 'usd_gmv',
    filters: [
      [{}, () => true],
      [{ channel: 'live' }, ({ channel }: SaleLoad) => channel === 'live'],
    ],
  },
  '/shop/v1/rank/topSelling': {
    isOf: ({ product_id }: SaleLoad) => named.shopOf(product_id) !== null,
    key: KEYS['shop'],
    figures: ['largest_product', 'largest_creator'],
    amount: 'usd_gmv',
    filters: [
      [{}, () => true],
      [{ l1_category_id: 910_001 }, ({ product_category_id }: SaleLoad) => product_category_id === 910_001],
      [{ uid: ['9', '10', 'a'] }, ({ uid }: SaleLoad) => ['9', '10', 'a'].includes(uid)],
    ],
  },
} as const;

const pick = (figures: object, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(figures).filter(([name]) => names.includes(name)));

describe('figures of the rows of one page', () => {
  const apps: TestApp[] = [];
  beforeAll(async () => {
    const rates = new Rates([{ date: '2025-01-01', currency: 'USD', usd: '1' }]);
    for (const indexShards of [1, 5]) {
      const app = await startTestApp({ name: `page-figures-${indexShards}`, config: { indexShards } });
      await new FactWriter(app.elasticsearch, app.names, world, rates).writeAll();
      apps.push(app);
    }
    // The lists of this one are first pages, whose rows are counted by a search.
    const windows = await startTestApp({
      name: 'page-figures-windows',
      indices: apps[0]?.config.indexPrefix,
    });
    Object.assign(windows.app.get(RankingWindows, { strict: false }), {
      bounds: { ...SMALL, rows: 40, read: 50, places: 50_000, depths: [8192] },
    });
    apps.push(windows);
  });
  afterAll(() => Promise.all(apps.reverse().map((app) => app.close())));

  /** @param all whether all applications are asked, or the first and one more */
  const ask = async (path: string, body: object, all = true): Promise<Answer> => {
    const asked = all ? apps : apps.filter((_, at) => at === 0 || at === 1 + (JSON.stringify(body).length % 2));
    const [one, ...others] = await Promise.all(asked.map((app) => app.api.post<Answer>(path, body)));
    expect({ path, body, status: one?.status }).toEqual({ path, body, status: 200 });
    for (const other of others) expect(other.body.data).toEqual(one?.body.data);
    return one?.body.data as Answer;
  };

  it('are what the sales of each row of a breakdown say, by any keys', async () => {
    let [rows, known, steps] = [0, 0, 0];
    for (let index = 0; index < ASKED; index += 1) {
      const draw = new Random('page-figures asked', index);
      const [type, value] = draw.pick(PERIODS);
      const one = draw.pick(Object.keys(KEYS));
      const other = draw.pick(Object.keys(KEYS).filter((name) => name !== one && !(isPeriod(name) && isPeriod(one))));
      const by = draw.chance(0.6) ? [one, other] : [one];
      const [filter, keeps] = draw.pick(FILTERS);
      const compare = draw.chance(0.3);
      const body = {
        ...{ by, filter, date_info: { type, value }, fields: [...Object.values(KEY_PATHS), ...FIGURES] },
        ...{ pagesize: draw.pick([5, 100]), concentration: true, ...(compare && { compare }) },
      };
      const { list, sum, hhi, top1_share, top3_share, total, ...beside } = await ask(
        '/sales/v1/breakdown',
        body,
        false,
      );
      expect('note' in beside).toBe(false);
      const days = daysIn(type, value);
      const facts = sales.filter(
        (sale) => days.includes(sale.date) && keeps(sale) && by.every((name) => KEYS[name]?.[0](sale) !== undefined),
      );
      for (const row of list) {
        const own = facts.filter((sale) =>
          by.every((name) => KEYS[name]?.[0](sale) === (KEYS[name]?.[1](row) ?? null)),
        );
        expect({ body, row }).toEqual({ body, row: { ...row, ...pageFiguresOf(own, named) } });
        rows += 1;
        if ((row['largest_creator'] as { share: unknown } | null)?.share) known += 1;
      }
      if (by.some((name) => ['follower_tier', 'price_band'].includes(name))) steps += list.length;
      const groups = [...group(facts, (sale) => JSON.stringify(by.map((name) => KEYS[name]?.[0](sale)))).values()];
      expect({ body, hhi }).toEqual({ body, hhi: hhiOf(groups) });
      const amounts = groups.map((own) => sumOf(own, ({ usd_gmv }) => usd_gmv)).sort((a, b) => b - a);
      const shareOf = (some: readonly number[]) =>
        percentOf(
          sumOf(some.map((usd_gmv) => ({ usd_gmv })) as SaleLoad[], (sale) => sale.usd_gmv),
          sum.usd_gmv,
        );
      expect({ body, top1_share, top3_share }).toEqual({
        ...{ body, top1_share: shareOf(amounts.slice(0, 1)), top3_share: shareOf(amounts.slice(0, 3)) },
      });
      expect(total).toBeGreaterThanOrEqual(groups.length);
    }
    expect(Math.min(rows, known, steps)).toBeGreaterThan(ASKED);
  });

  it('are what the sales of each row of a ranking say, whole lists and first pages', async () => {
    let [rows, concentrated, negative] = [0, 0, 0];
    for (let index = 0; index < ASKED; index += 1) {
      const draw = new Random('page-figures ranked', index);
      const path = draw.pick(Object.keys(RANKINGS) as (keyof typeof RANKINGS)[]);
      const { isOf, key, figures, filters, amount } = RANKINGS[path];
      const [keyOf, keyIn] = key as (typeof KEYS)[string];
      const [type, value] = draw.pick(PERIODS);
      const [filter, keeps] = draw.pick<(typeof filters)[number]>(filters);
      const body = {
        ...{ filter: { ...filter, date_info: { type, value } }, concentration: true, pagesize: draw.pick([3, 40]) },
        fields: ['uid', 'product_id', 'seller_id', amount, ...figures].filter((name) =>
          path.startsWith('/creator')
            ? !['product_id', 'seller_id'].includes(name)
            : path.startsWith('/product')
              ? !['uid', 'seller_id'].includes(name)
              : !['uid', 'product_id'].includes(name),
        ),
      };
      const { list, hhi } = await ask(path, body, false);
      const days = daysIn(type, value);
      const facts = sales.filter((sale) => days.includes(sale.date) && isOf(sale) && keeps(sale));
      for (const row of list) {
        const own = facts.filter((sale) => keyOf(sale) === keyIn(row));
        expect({ body, row }).toEqual({ body, row: { ...row, ...pick(pageFiguresOf(own, named), figures) } });
        rows += 1;
      }
      expect({ body, hhi }).toEqual({ body, hhi: hhiOf([...group(facts, (sale) => String(keyOf(sale))).values()]) });
      if (hhi === null) negative += 1;
      else concentrated += 1;
    }
    expect(rows).toBeGreaterThan(ASKED);
    expect(Math.min(concentrated, negative)).toBeGreaterThan(5);
  });

  it('order products and shops by the share of their largest creator', async () => {
    let moved = 0;
    for (const path of ['/product/v1/rank/topSelling', '/shop/v1/rank/topSelling'] as const) {
      const { isOf, key, filters } = RANKINGS[path];
      for (const [type, value] of PERIODS.slice(2)) {
        for (const [filter, keeps] of filters) {
          for (const order of ['desc', 'asc'] as const) {
            const asked = { filter: { ...filter, date_info: { type, value } }, pagesize: 20 };
            const usual = await ask(path, asked, false);
            const body = { ...asked, orderby: [{ field: 'largest_creator.share', order }] };
            const { list, total } = await ask(path, body, false);
            const days = daysIn(type, value);
            const [keyOf, keyIn] = key as (typeof KEYS)[string];
            const shareIn = (row: Row) => {
              const own = sales.filter(
                (sale) => days.includes(sale.date) && isOf(sale) && keeps(sale) && keyOf(sale) === keyIn(row),
              );
              return pageFiguresOf(own, named).largest_creator?.share ?? null;
            };
            const sign = order === 'desc' ? 1 : -1;
            const expected = usual.list.map((row, at) => ({ row, share: shareIn(row), at }));
            expected.sort((one, other) => {
              if (one.share === other.share) return one.at - other.at;
              if (one.share === null || other.share === null) return one.share === null ? 1 : -1;
              return (other.share - one.share) * sign;
            });
            expect({ body, total }).toEqual({ body, total: usual.total });
            expect(
              list.map((row) => [keyIn(row), (row['largest_creator'] as { share: unknown } | null)?.share]),
            ).toEqual(expected.map(({ row, share }) => [keyIn(row), share]));
            // Rows keep their places by the default figure.
            const withoutShare = list.map((row) =>
              Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'largest_creator')),
            );
            expect(withoutShare).toEqual(expected.map(({ row }) => row));
            moved += list.filter(({ rank }, at) => rank !== at + 1).length;
          }
        }
      }
    }
    expect(moved).toBeGreaterThan(50);
  });

  it('order the first 1,000 rows only', async () => {
    const app = await startTestApp({ name: 'page-figures-many' });
    try {
      const many: FactWorld = { sales: new Map(), creatorDays: new Map(), creators: new Map(), products: new Map() };
      for (let at = 0; at < 1005; at += 1) {
        const product_id = `p${at}`;
        many.products.set(product_id, { product_id, title: product_id, shop: { seller_id: `s${at}` } });
        // Only the last rows, and the one in place 900, depend on one creator.
        for (const uid of at === 900 || at > 999 ? ['a'] : ['a', 'b']) {
          const id = `${product_id}-${uid}`;
          many.sales.set(id, { ...drawSale(id, '2026-06-30', uid, random), product_id, usd_gmv: 2000 - at });
        }
      }
      await new FactWriter(app.elasticsearch, app.names, many).writeAll();
      const filter = { date_info: { type: 'day', value: '2026-06-30' } };
      const orderby = [{ field: 'largest_creator.share' }];
      const pageOf = async (path: string, page: object) =>
        (await app.api.post<Answer>(path, { filter, orderby, ...page })).body.data;
      for (const path of ['/product/v1/rank/topSelling', '/shop/v1/rank/topSelling']) {
        const { list, total } = await pageOf(path, { pagesize: 2 });
        expect(total).toBe(1005);
        expect(list.map(({ rank, largest_creator }) => [rank, (largest_creator as Row)['share']])).toEqual([
          [1000, 100],
          [1, 50],
        ]);
        expect((await pageOf(path, { page: 10, pagesize: 100 })).list).toHaveLength(100);
      }
      const of = (seller_id: string) => pageOf('/shop/v1/rank/topSelling', { filter: { ...filter, seller_id } });
      expect((await of('s900')).list.map(({ rank }) => rank)).toEqual([1000]);
      expect((await of('s1003')).list).toEqual([]);
    } finally {
      await app.close();
    }
  });

  it('are null with a word where their pairs are too many, and refused in exports', async () => {
    const few = await startTestApp({
      name: 'page-figures-few',
      indices: apps[0]?.config.indexPrefix,
      config: { rankingMaxRows: 30 },
    });
    try {
      const days = { date_info: { type: 'month', value: '2026-03' } };
      const body = { by: 'shop', filter: { product_id: ['p1', 'p2', 'p3', 'p4'] }, ...days, fields: FIGURES };
      const { list, note } = (await few.api.post<Answer>('/sales/v1/breakdown', body)).body.data;
      const whole = (await ask('/sales/v1/breakdown', body)).list;
      const nulls = ['creator_count', 'largest_creator', 'video_count', 'live_count'];
      expect(list).toEqual(whole.map((row) => ({ ...row, ...Object.fromEntries(nulls.map((name) => [name, null])) })));
      expect(note?.split(': ')[0]?.split(', ').sort()).toEqual([...nulls].sort());
      expect(note).toMatch(
        /not read, because these rows have more than 30 pairs of a key and an ID\. Narrow the request\.$/,
      );
      const refused = await few.api.post<ErrorData>('/sales/v1/breakdown/export', {
        ...body,
        fields: ['uid', 'largest_creator.share', 'creator_count'],
      });
      const message =
        'fields[1] is "largest_creator.share", which is read for one page only and not in exports; ask the same operation without /export.';
      expectError(refused, 400, 10_001, [
        { path: 'fields[1]', rule: 'pages_only', message },
        { path: 'fields[2]', rule: 'pages_only' },
      ]);
      const ofRanking = { filter: days, fields: ['estimated_commission'] };
      expectError(await few.api.post<ErrorData>('/creator/v1/rank/topEcommerce/export', ofRanking), 400, 10_001, [
        { path: 'fields[0]', rule: 'pages_only' },
      ]);
      const orderby = [{ field: 'largest_creator.share' }];
      expectError(
        await few.api.post<ErrorData>('/shop/v1/rank/topSelling/export', { filter: days, orderby }),
        400,
        10_001,
        [{ path: 'orderby[0].field', rule: 'orderby_by_type' }],
      );
      const two = { filter: days, orderby: [...orderby, { field: 'usd_gmv' }] };
      expectError(await few.api.post<ErrorData>('/shop/v1/rank/topSelling', two), 400, 10_001, [
        { path: 'orderby[1].field', rule: 'orderby_by_type', valid: ['largest_creator.share'] },
      ]);
    } finally {
      await few.close();
    }
  });

  it('take no search of lists that do not ask for them', async () => {
    const app = apps[2] as TestApp;
    const searches = jest.spyOn(app.app.get(SearchGateway, { strict: false }), 'searchRaw');
    const bodiesOf = async (path: string, body: object): Promise<string[]> => {
      searches.mockClear();
      expect((await app.api.post(path, body)).status).toBe(200);
      return searches.mock.calls.map(([kind, asked]) => `${kind} ${JSON.stringify(asked)}`);
    };
    const filter = { date_info: { type: 'range', value: '2026-02-02~2026-03-13' } };
    const [ranking, breakdown] = ['/shop/v1/rank/topSelling', '/sales/v1/breakdown'];
    const isOfPairs = (body: string) => body.includes('composite');
    const usual = await bodiesOf(ranking, { filter, pagesize: 1 });
    expect(usual.filter((body) => isOfPairs(body) || body.includes('extended_stats'))).toEqual([]);
    const asked = await bodiesOf(ranking, { filter, pagesize: 1, fields: ['largest_product.share'] });
    expect(asked.filter(isOfPairs)).toHaveLength(1);
    const by = { by: ['region'], filter: {}, date_info: filter.date_info };
    const plain = await bodiesOf(breakdown, by);
    expect(plain.filter(isOfPairs)).toEqual([]);
    const both = await bodiesOf(breakdown, { ...by, fields: ['region', 'product_count', 'estimated_commission'] });
    expect(both.filter((body) => !isOfPairs(body) && !body.startsWith('products'))).toEqual(plain);
    expect(both.filter(isOfPairs)).toHaveLength(1);
    // The search that counts the rows of a new list tells hhi as well.
    const later = { date_info: { type: 'range', value: '2026-02-02~2026-03-14' } };
    const counted = await bodiesOf('/product/v1/rank/topSelling', { filter: later, pagesize: 1 });
    later.date_info.value = '2026-02-02~2026-03-15';
    const concentrated = await bodiesOf('/product/v1/rank/topSelling', {
      filter: later,
      pagesize: 1,
      concentration: true,
    });
    expect(concentrated).toHaveLength(counted.length);
    expect(
      await bodiesOf('/product/v1/rank/topSelling', { filter: later, pagesize: 2, concentration: true }),
    ).toHaveLength((await bodiesOf('/product/v1/rank/topSelling', { filter: later, pagesize: 3 })).length);
    searches.mockRestore();
  });
});
