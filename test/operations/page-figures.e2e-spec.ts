import { jest } from '@jest/globals';
import { Random } from '../../dev/seed/random.js';
import { RankingWindows } from '../../src/figures/ranked-list.js';
import { SearchGateway } from '../../src/search/gateway/search-gateway.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { type ErrorData, expectError } from '../support/api-client.js';
import { drawSale, drawWorld, emptyWorld, loadFacts, USD_RATE, withContents } from '../support/fact-world.js';
import { asComputed, breakdownOf, type BreakdownQuestion, KEY_FIELDS } from '../support/oracle/breakdown.oracle.js';
import { hhiOf, namedIn, pageFiguresOf } from '../support/oracle/page-figures.oracle.js';
import { type AskedType, expectedTopEcommerce, inOrder, salesOf } from '../support/oracle/rankings.oracle.js';
import { expectedSelling, type SellingFilter, type Subject } from '../support/oracle/selling.oracle.js';
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
const named = namedIn(world);
const figuresOf = (row: object) => pageFiguresOf(salesOf.get(row) ?? [], named);

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
  readonly hhi?: number | null;
  readonly note?: string;
  readonly top1_share: number | null;
  readonly top3_share: number | null;
}

const BYS = Object.keys(KEY_FIELDS);
const isPeriod = (by: string): boolean => ['day', 'week', 'month'].includes(by);
const FILTERS: readonly BreakdownQuestion['filter'][] = [
  { seller_id: ['9', '10', 'Shop'] },
  { product_id: ['p1', 'p2', 'p8'] },
  { uid: ['9', '10', 'a', 'B', 'ü', 'nobody'] },
  { uid: '10', channel: 'video' },
];

interface Ranking {
  readonly path: string;
  readonly id: string;
  readonly amount: string;
  readonly figures: readonly string[];
  readonly filters: readonly SellingFilter[];
  readonly rows: (type: AskedType, value: string, filter: SellingFilter) => readonly Row[];
}
const selling = (subject: Subject) => (type: AskedType, value: string, filter: SellingFilter) =>
  expectedSelling(world, subject, type, value, filter);
const PRODUCTS: Ranking = {
  ...{ path: '/product/v1/rank/topSelling', id: 'product_id', amount: 'usd_gmv', figures: ['largest_creator'] },
  filters: [{}, { channel: 'live' }],
  rows: selling('product'),
};
const SHOPS: Ranking = {
  ...{ path: '/shop/v1/rank/topSelling', id: 'seller_id', amount: 'usd_gmv' },
  figures: ['largest_product', 'largest_creator'],
  filters: [{}, { l1_category_id: 910_001 }, { uid: ['9', '10', 'a'] }],
  rows: selling('shop'),
};
const CREATORS: Ranking = {
  ...{ path: '/creator/v1/rank/topEcommerce', id: 'uid', amount: 'creator_usd_gmv' },
  figures: ['largest_product', 'estimated_commission'],
  filters: [{}, { region: 'US' }, { seller_id: ['9'] }],
  rows: (type, value, filter) => expectedTopEcommerce(world, type, value, filter),
};

const pick = (row: object, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)));

describe('figures of the rows of one page', () => {
  const apps: TestApp[] = [];
  beforeAll(async () => {
    const load = loadFacts(world, USD_RATE);
    for (const indexShards of [1, 5])
      apps.push(await startTestApp({ name: `page-figures-${indexShards}`, load, config: { indexShards } }));
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
    const [one, ...others] = await Promise.all(asked.map(({ api }) => api.ask<Answer>(path, body)));
    for (const other of others) expect(other).toEqual(one);
    return one as Answer;
  };

  it('are what the sales of each row of a breakdown say, by any keys', async () => {
    let [rows, withShare, steps] = [0, 0, 0];
    for (let index = 0; index < ASKED; index += 1) {
      const draw = new Random('page-figures asked', index);
      const [type, value] = draw.pick(PERIODS);
      const one = draw.pick(BYS);
      const other = draw.pick(BYS.filter((name) => name !== one && !(isPeriod(name) && isPeriod(one))));
      const by = draw.chance(0.6) ? [one, other] : [one];
      const compare = draw.chance(0.3);
      const question = { by, filter: draw.pick(FILTERS), date_info: { type, value }, ...(compare && { compare }) };
      const [pagesize, fields] = [draw.pick([5, 100]), [...Object.values(KEY_FIELDS), 'usd_gmv', ...FIGURES]];
      const body = { ...question, fields, pagesize, concentration: true };
      const { list, hhi, total, top1_share, top3_share, ...beside } = await ask('/sales/v1/breakdown', body, false);
      expect('note' in beside).toBe(false);
      const expected = breakdownOf(question, world);
      const shown = list.map((row) => ({ key: asComputed(by, row).key, ...pick(row, ['usd_gmv', ...FIGURES]) }));
      expect({ body, hhi, total, top1_share, top3_share, list: shown }).toEqual({
        ...{ body, total: expected.rows.length, top1_share: expected.top1_share, top3_share: expected.top3_share },
        hhi: hhiOf(expected.rows.map((row) => salesOf.get(row) ?? []).filter((own) => own.length > 0)),
        list: expected.rows
          .slice(0, pagesize)
          .map((row) => ({ key: row.key, usd_gmv: row.usd_gmv, ...figuresOf(row) })),
      });
      rows += list.length;
      withShare += list.filter((row) => (row['largest_creator'] as { share: unknown } | null)?.share).length;
      if (by.some((name) => ['follower_tier', 'price_band'].includes(name))) steps += list.length;
    }
    expect(Math.min(rows, withShare, steps)).toBeGreaterThan(ASKED);
  });

  it('are what the sales of each row of a ranking say, whole lists and first pages', async () => {
    let [rows, concentrated, negative] = [0, 0, 0];
    for (let index = 0; index < ASKED; index += 1) {
      const draw = new Random('page-figures ranked', index);
      const { path, id, amount, figures, filters, rows: rowsOf } = draw.pick([CREATORS, PRODUCTS, SHOPS]);
      const [type, value] = draw.pick(PERIODS);
      const [filter, pagesize] = [draw.pick(filters), draw.pick([3, 40])];
      const fields = [id, amount, ...figures];
      const body = { filter: { ...filter, date_info: { type, value } }, concentration: true, pagesize, fields };
      const { list, hhi } = await ask(path, body, false);
      const expected = rowsOf(type, value, filter);
      expect({ body, list, hhi }).toEqual({
        ...{ body, hhi: hhiOf(expected.map((row) => salesOf.get(row) ?? [])) },
        list: expected.slice(0, pagesize).map((row) => pick({ ...row, ...figuresOf(row) }, fields)),
      });
      rows += list.length;
      if (hhi === null) negative += 1;
      else concentrated += 1;
    }
    expect(rows).toBeGreaterThan(ASKED);
    expect(Math.min(concentrated, negative)).toBeGreaterThan(5);
  });

  it('order products and shops by the share of their largest creator', async () => {
    let moved = 0;
    for (const { path, id, filters, rows } of [PRODUCTS, SHOPS])
      for (const [type, value] of PERIODS.slice(2))
        for (const filter of filters)
          for (const order of ['desc', 'asc'] as const) {
            const asked = { filter: { ...filter, date_info: { type, value } }, pagesize: 20 };
            const usual = await ask(path, asked, false);
            const body = { ...asked, orderby: [{ field: 'largest_creator.share', order }] };
            const { list, total } = await ask(path, body, false);
            const largest = new Map(rows(type, value, filter).map((row) => [row[id], figuresOf(row).largest_creator]));
            const shareOf = (row: Row) => largest.get(row[id])?.share ?? null;
            // Equal ones, and all places by the default figure, are those of the usual list.
            const expected = usual.list
              .toSorted((a, b) => (shareOf(a) === shareOf(b) ? 0 : inOrder(shareOf(a), shareOf(b), order)))
              .map((row) => ({ ...row, largest_creator: largest.get(row[id]) }));
            expect({ body, total, list }).toEqual({ body, total: usual.total, list: expected });
            moved += list.filter(({ rank }, at) => rank !== at + 1).length;
          }
    expect(moved).toBeGreaterThan(50);
  });

  it('order the first 1,000 rows only', async () => {
    const many = emptyWorld();
    for (let at = 0; at < 1005; at += 1) {
      const product_id = `p${at}`;
      many.products.set(product_id, { product_id, title: product_id, shop: { seller_id: `s${at}` } });
      // Only the last rows, and the one in place 900, depend on one creator.
      for (const uid of at === 900 || at > 999 ? ['a'] : ['a', 'b']) {
        const id = `${product_id}-${uid}`;
        many.sales.set(id, { ...drawSale(id, '2026-06-30', uid, random), product_id, usd_gmv: 2000 - at });
      }
    }
    const app = await startTestApp({ name: 'page-figures-many', load: loadFacts(many) });
    try {
      const filter = { date_info: { type: 'day', value: '2026-06-30' } };
      const orderby = [{ field: 'largest_creator.share' }];
      const pageOf = (path: string, page: object) => app.api.ask<Answer>(path, { filter, orderby, ...page });
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
      const { list, note } = await few.api.ask<Answer>('/sales/v1/breakdown', body);
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
      const unordered = await few.api.post<ErrorData>('/shop/v1/rank/topSelling', {
        filter: days,
        orderby,
        pagesize: 1,
      });
      expectError(unordered, 400, 10_001, [{ path: 'orderby[0].field', rule: 'too_many_rows', limit: 30 }]);
      const tiers = await few.api.post<ErrorData>('/sales/v1/breakdown', {
        by: ['follower_tier', 'day'],
        filter: {},
        ...days,
      });
      expectError(tiers, 400, 10_001, [{ path: 'by', rule: 'too_many_rows', limit: 30 }]);
      const converting = { ...body, by: 'creator', fields: ['period_plays'] };
      const text =
        'date_info is {"type":"month","value":"2026-03"}, which gives more than 30 rows here; narrow the request by fewer days.';
      expectError(await few.api.post<ErrorData>('/sales/v1/breakdown', converting), 400, 10_001, [
        { path: 'date_info', rule: 'too_many_rows', limit: 30, message: text },
      ]);
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
