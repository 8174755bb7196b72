import type { SaleLoad } from '../../src/figures/facts.record.js';
import { daysBetween, shiftDay } from '../../src/common/period/period.js';
import { Random } from '../../dev/seed/random.js';
import { exportAll, recordsIn } from '../export/export-client.js';
import { startTestApp, testApp } from '../support/app.js';
import { type ErrorData, expectError } from '../support/api-client.js';
import { loadFacts, USD_RATE } from '../support/fact-world.js';
import { asComputed, breakdownOf, type BreakdownQuestion, KEY_FIELDS } from '../support/oracle/breakdown.oracle.js';
import type { FactWorld } from '../support/oracle/rankings.oracle.js';

const PATH = '/sales/v1/breakdown';
const ASKED = 300;
const NEEDS_AN_ID = 'filter must have at least one id: uid, product_id, seller_id, video_id, room_id.';
const DAYS = ['2025-12-28', '2025-12-29', '2025-12-31', '2026-01-01', '2026-01-02', '2026-01-31', '2026-02-01'];
const PERIODS = ['day', 'week', 'month'];
const SHORT = ['category', 'channel', 'region', 'follower_tier', 'price_band', ...PERIODS];
/** At both ends of steps; undefined is not known. */
const FOLLOWERS = [999, 1000, 9999, 10_000, 5_000_000, undefined, 0];
const PRICES = [5, 0.5, 1.99, 10, 19.99, 20, undefined];
const CATEGORIES = [10_000, 20_000, 999_999];
const USD = [0.0049, 0.0051, 0.005, -0.005, 10, -10, 10.0049, 2.5, 123_456_789.9999, 0];

const creators = Array.from({ length: 12 }, (_, at) => ({
  uid: `90071992547409930${at}`,
  nickname: `Creator ${at}`,
  region: ['US', 'JP', 'TH', null][at % 4] ?? null,
  follower_count: FOLLOWERS[at % 7] ?? null,
}));
const products = Array.from({ length: 30 }, (_, at) => ({
  product_id: `p${at}`,
  title: `Product ${at}`,
  region: 'US',
  floor_price: PRICES[at % 7] ?? null,
  // Some have another level 1 than their sales.
  category: {
    l1: { id: at % 5 === 0 ? 20_000 : 10_000, name: null },
    l2: { id: at % 3 === 0 ? 10_100 : 10_200, name: null },
    l3: { id: at % 4 === 0 ? 10_101 : null, name: null },
  },
  // Some products name no shop.
  shop: { seller_id: at % 7 === 0 ? null : `s${at % 5}`, name: `Shop ${at % 5}` },
}));
const videos = Array.from({ length: 20 }, (_, at) => ({
  video_id: `v${at}`,
  publish_time: 1_770_000_000 + at,
  uid: '1',
}));
const lives = Array.from({ length: 10 }, (_, at) => ({ room_id: `l${at}`, title: `Stream ${at}` }));

/** Facts of records that are loaded and of some that are not. */
function drawSales(count: number): SaleLoad[] {
  const random = new Random('breakdown-facts', 1);
  return Array.from({ length: count }, (_, at) => {
    const channel = random.pick(['video', 'live'] as const);
    return {
      id: `sale-${at}`,
      date: random.pick(DAYS),
      uid: `90071992547409930${random.whole(0, 13)}`,
      channel,
      // A video and a live stream may have the same id.
      content_id: random.pick(channel === 'video' ? ['v', 'x'] : ['l', 'x']) + String(random.whole(0, 21)),
      product_id: `p${random.whole(0, 33)}`,
      product_category_id: random.pick(CATEGORIES),
      units_sold: random.whole(-2, 9),
      gmv: random.whole(-1_000_000, 90_000_000) / 10_000,
      usd_gmv: random.chance(0.5) ? random.pick(USD) : random.whole(-50_000, 5_000_000) / 10_000,
    };
  });
}

const byId = <Load extends object>(loads: readonly Load[], id: keyof Load) =>
  new Map(loads.map((load) => [String(load[id]), load]));
const world: FactWorld = {
  sales: byId(drawSales(4000), 'id'),
  creatorDays: new Map(),
  creators: byId(creators, 'uid'),
  products: byId(products, 'product_id'),
  videos: byId(videos, 'video_id'),
  lives: byId(lives, 'room_id'),
};
const load = loadFacts(world, USD_RATE);

const PERIODS_ASKED = [
  ...(['2025-12', '2026-01', '2026-02'] as const).map((value) => ({ type: 'month' as const, value })),
  ...(['2025-52', '2026-01', '2026-05'] as const).map((value) => ({ type: 'week' as const, value })),
  ...[
    { type: 'day' as const, value: '2026-01-01' },
    { type: 'range' as const, value: '2025-12-29~2026-01-31' },
  ],
];

/** Days or a period, compared with the days before, or with as many, more or fewer others. */
function drawDays(random: Random): Pick<BreakdownQuestion, 'date_info' | 'from' | 'to' | 'compare_to'> {
  const [from = '', to = ''] = [random.pick(DAYS), random.pick(DAYS)].sort();
  const [first, more] = [random.pick(DAYS), random.pick([daysBetween(from, to), 0, 6, 30])];
  const date_info = random.chance(0.4) ? random.pick(PERIODS_ASKED) : undefined;
  const isMonth = date_info?.type === 'month' && random.chance(0.4);
  const compare_to = isMonth ? random.pick(['2025-12', '2026-01']) : `${first}~${shiftDay(first, more)}`;
  return { ...(date_info ? { date_info } : { from, to }), ...(random.chance(0.25) && { compare_to }) };
}

/** One request of the thousand: any `by`, any filters of which one is an id, any days. */
function drawQuestion(index: number): BreakdownQuestion {
  const random = new Random('breakdown-questions', index);
  const ids = (draw: () => string): string | string[] =>
    random.chance(0.5) ? draw() : [...new Set(Array.from({ length: random.whole(1, 5) }, draw))];
  const drawn: Record<string, () => string | string[]> = {
    uid: () => ids(() => `90071992547409930${random.whole(0, 14)}`),
    product_id: () => ids(() => `p${random.whole(0, 35)}`),
    seller_id: () => ids(() => `s${random.whole(0, 5)}`),
    video_id: () => ids(() => random.pick(['v', 'x']) + String(random.whole(0, 22))),
    room_id: () => ids(() => random.pick(['l', 'x']) + String(random.whole(0, 22))),
  };
  const first = random.pick(Object.keys(drawn));
  const one = random.pick(Object.keys(KEY_FIELDS));
  const another = random.pick(
    Object.keys(KEY_FIELDS).filter((name) => !(PERIODS.includes(one) && PERIODS.includes(name))),
  );
  const bys = one !== another && random.chance(0.5) ? [one, another] : [one];
  const by = bys.length > 1 || random.chance(0.1) ? bys : one;
  const isFree = bys.every((name) => SHORT.includes(name)) && random.chance(0.5);
  const chosen = isFree ? [] : Object.keys(drawn).filter((name) => name === first || random.chance(0.15));
  return {
    by,
    ...(bys.includes('category') && random.chance(0.7) && { level: random.pick([1, 2, 3]) }),
    filter: {
      ...Object.fromEntries(chosen.map((name) => [name, drawn[name]?.()])),
      ...(random.chance(0.2) && { l1_category_id: random.pick([...CATEGORIES, [10_000, 999_999]]) }),
      ...(random.chance(0.2) && { channel: random.pick(['video', 'live']) }),
      ...(random.chance(0.15) && { l2_category_id: random.pick([10_100, 10_200, 1, [10_100, 10_200]]) }),
      ...(random.chance(0.1) && { l3_category_id: random.pick([10_101, [10_101, 1]]) }),
      ...(random.chance(0.2) && { region: random.pick(['US', 'JP', 'GB']) }),
      ...(random.chance(0.2) && {
        average_usd_price_range: random.pick([{ min: 20 }, { max: 60.5 }, { min: -9, max: 45 }]),
      }),
    },
    ...drawDays(random),
    ...(random.chance(0.4) && { compare: true }),
    ...(random.chance(0.4) && {
      orderby: random.pick([
        [{ field: 'units_sold' as const }],
        [{ field: 'usd_gmv' as const }],
        [{ field: 'usd_gmv' as const, order: 'asc' as const }],
        [{ field: 'units_sold' as const, order: 'asc' as const }, { field: 'usd_gmv' as const }],
        [{ field: 'average_usd_price' as const }],
        [{ field: 'average_usd_price' as const, order: 'asc' as const }],
        [{ field: 'usd_gmv_change' as const }],
        [{ field: 'usd_gmv_change' as const, order: 'asc' as const }, { field: 'units_sold' as const }],
      ]),
    }),
  };
}

type Row = Readonly<Record<string, unknown>>;

interface BreakdownData {
  readonly total: number;
  readonly complete: boolean;
  readonly previous_complete: boolean;
  readonly sum: object;
  readonly top1_share: number | null;
  readonly top3_share: number | null;
  readonly top10_share: number | null;
  readonly list: readonly Readonly<Record<string, unknown>>[];
}

describe('breakdowns of sales', () => {
  const one = testApp(() => ({ name: 'breakdown', load }));
  const five = testApp(() => ({ name: 'breakdown-five', load, config: { indexShards: 5 } }));

  it('are equal to the cent to sums made fact by fact, in one shard and in five', async () => {
    let [rows, compared] = [0, 0];
    for (let index = 0; index < ASKED; index += 1) {
      const question = drawQuestion(index);
      const expected = breakdownOf(question, world);
      const { status, body } = await one.api.post<BreakdownData>(PATH, { ...question, pagesize: 100 });
      expect({ question, status }).toEqual({ question, status: 200 });
      const { total, list, ...beside } = body.data;
      const { rows: all, ...sums } = expected;
      expect({ question, total, ...beside, rows: list.map((row) => asComputed(question.by, row)) }).toEqual({
        ...{ question, total: all.length, ...sums, rows: all.slice(0, 100) },
      });
      rows += list.length;
      if (typeof (beside.sum as Row)['usd_gmv_change'] === 'number') compared += 1;
      if (index % 5 > 0) continue;
      expect(await five.api.ask<BreakdownData>(PATH, { ...question, pagesize: 100 })).toEqual(body.data);
    }
    expect(rows).toBeGreaterThan(ASKED);
    expect(compared).toBeGreaterThan(10);
  });

  it.each(Object.keys(KEY_FIELDS))('by %s: every page of a walk, and the export, are parts of one list', async (by) => {
    const question = { by, filter: { seller_id: ['s1', 's2'] }, from: '2025-12-01', to: '2026-02-28' };
    const walked: unknown[] = [];
    for (let page = 1; ; page += 1) {
      const { body } = await one.api.post<BreakdownData>(PATH, { ...question, page, pagesize: 7 });
      walked.push(...body.data.list);
      if (walked.length >= body.data.total) break;
    }
    const expected = breakdownOf(question, world);
    expect(walked.map((row) => asComputed(by, row as never))).toEqual(expected.rows);
    expect(recordsIn(await exportAll(one, `${PATH}/export`, question))).toEqual(walked);
  });

  it('shows the record behind each row, and null where nobody loaded it', async () => {
    const first = async (by: string, filter: object): Promise<unknown> => {
      const request = { by, filter, from: '2025-12-01', to: '2026-02-28', pagesize: 1 };
      return (await one.api.ask<BreakdownData>(PATH, request)).list[0];
    };
    expect(await first('creator', { uid: creators[1]?.uid })).toMatchObject({
      creator: { uid: creators[1]?.uid, nickname: 'Creator 1', unique_id: null, avatar: null, region: 'JP' },
      currency: 'JPY',
    });
    expect(await first('creator', { uid: '9007199254740993013' })).toMatchObject({ creator: null, currency: null });
    expect(await first('product', { product_id: 'p3' })).toMatchObject({
      product: { product_id: 'p3', title: 'Product 3', cover: null, region: 'US', price: '$10.00', seller_id: 's3' },
    });
    expect(await first('product', { product_id: 'p33' })).toMatchObject({ product_id: 'p33', product: null });
    expect(await first('shop', { product_id: 'p3' })).toMatchObject({
      seller_id: 's3',
      shop: { seller_id: 's3', name: 'Shop 3', avatar: null },
    });
    expect(await first('shop', { product_id: 'p33' })).toMatchObject({ seller_id: null, shop: null });
    expect(await first('video', { video_id: 'v3' })).toMatchObject({
      video: { video_id: 'v3', desc: null, cover: null, publish_time: 1_770_000_003, uid: '1' },
    });
    expect(await first('live', { room_id: 'l3' })).toMatchObject({
      live: { room_id: 'l3', title: 'Stream 3', cover: null, start_time: null, uid: null },
    });
    expect(await first('category', { uid: creators[1]?.uid, l1_category_id: 10_000 })).toMatchObject({
      category: { id: 10_000, name: 'Beauty & Personal Care' },
    });
    expect(await first('category', { uid: creators[1]?.uid, l1_category_id: 999_999 })).toMatchObject({
      category: { id: 999_999, name: null },
    });
  });

  it.each([
    ['no id', { filter: { channel: 'video' } }, [{ path: 'filter', rule: 'needs_an_id', message: NEEDS_AN_ID }]],
    ['no filter', { filter: undefined }, [{ path: 'filter', rule: 'needs_an_id', message: NEEDS_AN_ID }]],
    ['101 ids', { filter: { uid: Array.from({ length: 101 }, String) } }, [{ path: 'filter.uid', rule: 'max_items' }]],
    ['to before from', { to: '2025-12-31' }, [{ path: 'to', rule: 'period' }]],
    ['no category', { filter: { uid: '1', l1_category_id: [] } }, [{ path: 'filter.l1_category_id', rule: 'empty' }]],
    ['401 days', { to: '2027-02-05' }, [{ path: 'to', rule: 'period', limit: 400 }]],
    ['no such day', { from: '2026-02-30' }, [{ path: 'from', rule: 'period' }]],
    [
      'a comparison that is none',
      { compare: false, compare_to: '2025-01-01~2025-01-31' },
      [{ path: 'compare', rule: 'one_of', valid: [true, 1] }],
    ],
    ['a comparison that ends first', { compare_to: '2025-01-31~2025-01-30' }, [{ path: 'compare_to', rule: 'period' }]],
    ['a month of days compared', { compare_to: '2025-01' }, [{ path: 'compare_to', rule: 'period' }]],
    [
      'a period and days',
      { date_info: { type: 'month', value: '2026-01' } },
      [{ path: 'date_info', rule: 'alone', message: 'date_info excludes from or to: send one of the two.' }],
    ],
    [
      'neither a period nor days',
      { from: null, to: undefined },
      [
        { path: 'from', rule: 'required' },
        { path: 'to', rule: 'required' },
      ],
    ],
    ['no key', { by: [] }, [{ path: 'by', rule: 'empty' }]],
    ['three keys', { by: ['day', 'shop', 'region'] }, [{ path: 'by', rule: 'max_items', limit: 2 }]],
    ['a key that is none', { by: ['day', 'sellers'] }, [{ path: 'by[1]', rule: 'one_of' }]],
    ['two periods', { by: ['day', 'week'] }, [{ path: 'by[1]', rule: 'one_of' }]],
    ['one key twice', { by: ['shop', 'shop'] }, [{ path: 'by[1]', rule: 'one_of' }]],
    [
      'no id by two keys of which one needs it',
      { by: ['region', 'product'], filter: {} },
      [{ path: 'filter', rule: 'needs_an_id', message: NEEDS_AN_ID }],
    ],
    ['no such by', { by: 'sellers' }, [{ path: 'by', rule: 'one_of' }]],
    ['no such level', { by: 'category', level: 4 }, [{ path: 'level', rule: 'one_of' }]],
    ['a level of another key', { by: 'day', level: 2 }, [{ path: 'level', rule: 'one_of' }]],
    [
      'a filter of another operation',
      { filter: { product_category_id: 1, uid: '1' } },
      [{ path: 'filter.product_category_id', rule: 'unknown' }],
    ],
    ['too deep a page', { page: 11, pagesize: 100 }, [{ path: 'page', rule: 'page_window', limit: 1000 }]],
  ])('refuses %s', async (_, changes, errors) => {
    const request = { by: 'product', filter: { uid: '1' }, from: '2026-01-01', to: '2026-01-31', ...changes };
    const answer = await one.api.post<ErrorData>(PATH, request);
    expectError(answer, 400, 10_001, errors);
  });

  it('keeps null in the fields that are named, and counts an id that is named twice once', async () => {
    const days = { from: '2025-12-01', to: '2026-02-28' };
    const some = { by: 'product', filter: { product_id: 'p33' }, ...days, fields: ['product_id', 'product.title'] };
    expect((await one.api.ask<BreakdownData>(PATH, some)).list).toEqual([{ product_id: 'p33', product: null }]);
    expect(recordsIn(await exportAll(one, `${PATH}/export`, some))).toEqual([{ product_id: 'p33', product: null }]);
    const uid = String(creators[0]?.uid);
    const sumOf = async (named: unknown) =>
      (await one.api.ask<BreakdownData>(PATH, { by: 'day', filter: { uid: named }, ...days })).sum;
    const sum = await sumOf(uid);
    expect(sum).toMatchObject({ currency: 'USD', gmv: expect.any(Number) as number });
    expect(await sumOf([uid, ` ${uid}`])).toEqual(sum);
  });

  it('shows steps with both ends, as ranges take them', async () => {
    const rowsBy = async (by: unknown) =>
      (await one.api.ask<BreakdownData>(PATH, { by, filter: {}, from: '2025-12-01', to: '2026-02-28' })).list;
    const tiers = (await rowsBy('follower_tier')).map((row) => row['follower_tier'] as { min: number } | null);
    expect(tiers.filter((tier) => tier !== null).sort((a, b) => a.min - b.min)).toEqual([
      { min: 0, max: 999 },
      { min: 1000, max: 9999 },
      { min: 10_000, max: 99_999 },
      { min: 1_000_000, max: null },
    ]);
    expect(tiers).toContain(null);
    const bands = (await rowsBy('price_band')).map((row) => row['price_band']);
    expect(bands).toContainEqual({ min: 1, max: 1.9999 });
    expect(bands).toContainEqual({ min: 20, max: 49.9999 });
    const [pair = {}] = await rowsBy(['price_band', 'week']);
    expect([pair['week'], pair['price_band']]).toEqual([
      expect.stringMatching(/^\d{4}-\d{2}$/),
      { min: 0, max: 0.9999 },
    ]);
  });

  it('compares with the days before: what sold only then has a row without sales, and days stand side by side', async () => {
    const ask = (question: object) => one.api.ask<BreakdownData>(PATH, question);
    const filter = { uid: creators[0]?.uid };
    const february = { filter, from: '2026-02-01', to: '2026-02-28', compare: true };
    const products = await ask({ ...february, by: 'product', pagesize: 100 });
    const gone = products.list.filter(({ sales: facts }) => facts === 0);
    expect(gone.length).toBeGreaterThan(0);
    for (const { first_date, last_date, units_sold, usd_gmv } of gone) {
      expect([first_date, last_date, units_sold, usd_gmv]).toEqual([null, null, 0, 0]);
    }
    const before = await ask({ by: 'product', filter, from: '2026-01-04', to: '2026-01-31' });
    const { units_sold, usd_gmv } = before.sum as Record<string, number>;
    expect(products.sum).toMatchObject({ previous: { units_sold, usd_gmv } });
    const days = await ask({ by: 'day', filter, from: '2026-01-01', to: '2026-01-02', compare: true });
    expect(days.list.map(({ date }) => date)).toEqual(['2026-01-01', '2026-01-02']);
    const then = await ask({ by: 'day', filter, from: '2025-12-31', to: '2025-12-31' });
    const { units_sold: units, usd_gmv: usd } = then.sum as Record<string, number>;
    expect(days.list[1]).toMatchObject({ previous: { units_sold: units, usd_gmv: usd } });
    const first = await ask({ by: 'day', filter, from: '0001-01-01', to: '0002-02-04', compare: true });
    expect(first).toMatchObject({ total: 0, sum: { previous: null, usd_gmv_change: null } });
  });

  it.each([
    ['creator', { seller_id: ['s1', 's2'] }, undefined],
    ['product', { seller_id: ['s1', 's2', 's3'] }, 'asc' as const],
    ['shop', { l1_category_id: 10_000, uid: creators.map(({ uid }) => uid) }, undefined],
  ])('by %s in the order of the change: of all rows, whatever page shows them', async (by, filter, order) => {
    const orderby = [{ field: 'usd_gmv_change' as const, ...(order && { order }) }];
    const question = { by, filter, orderby, from: '2026-01-01', to: '2026-01-31', compare_to: '2025-12-28~2025-12-31' };
    const { rows } = breakdownOf(question, world);
    const walked: Row[] = [];
    for (let page = 1; walked.length < rows.length; page += 1) {
      const { body } = await one.api.post<BreakdownData>(PATH, { ...question, page, pagesize: 3 });
      expect(body.data.total).toBe(rows.length);
      walked.push(...body.data.list);
    }
    expect(rows.length).toBeGreaterThan(3);
    expect(walked.map((row) => asComputed(by, row))).toEqual(rows);
    expect(recordsIn(await exportAll(one, `${PATH}/export`, question))).toEqual(walked);
  });

  it('in the order of the change compares with the days before, where no others are named', async () => {
    const question = { by: 'product', filter: { uid: creators[0]?.uid }, from: '2026-01-31', to: '2026-02-01' };
    const orderby = [{ field: 'usd_gmv_change' }];
    const asked = await one.api.post(PATH, { ...question, orderby, compare: true });
    expect((await one.api.post(PATH, { ...question, orderby })).body.data).toEqual(asked.body.data);
    const refused = await one.api.post<ErrorData>(PATH, { ...question, orderby, compare: false });
    expectError(refused, 400, 10_001, [{ path: 'compare', rule: 'one_of', valid: [true, 1] }]);
  });

  it.each([
    ['no facts', '2024-01-01~2024-01-31', false],
    ['facts on some of the days', '2025-12-02~2026-01-01', false],
    ['facts on the first day and before', '2025-12-28~2026-01-27', true],
  ])(
    'knows nothing of days with %s: previous and change are null in rows, sums and exports',
    async (_, days, isKnown) => {
      const january = { from: '2026-01-01', to: '2026-01-31', filter: { l1_category_id: 10_000 }, compare_to: days };
      for (const by of ['channel', 'day', ['region', 'week']]) {
        const question = { ...january, by };
        const { data } = (await one.api.post<BreakdownData>(PATH, { ...question, pagesize: 100 })).body;
        const rows = [data.sum, ...data.list, ...recordsIn(await exportAll(one, `${PATH}/export`, question))] as Row[];
        expect([data.complete, data.previous_complete]).toEqual([true, isKnown]);
        expect(rows.length).toBeGreaterThan(4);
        expect(rows.filter(({ previous }) => (previous === null) === isKnown)).toEqual([]);
        expect(rows.filter(({ usd_gmv_change: change }) => (change === null) === isKnown)).toEqual([]);
        expect(data.list.filter(({ sales: facts }) => facts === 0 && !isKnown)).toEqual([]);
      }
      // The days themselves are covered only in part: what was before is known, the change is not.
      const partial = { by: 'channel', filter: {}, from: '2026-01-31', to: '2026-02-02', compare: true };
      const { data } = (await one.api.post<BreakdownData>(PATH, partial)).body;
      expect(data).toMatchObject({ complete: false, previous_complete: true, sum: { usd_gmv_change: null } });
      expect((data.sum as Row)['previous']).toMatchObject({ units_sold: expect.any(Number) as number });
    },
  );

  it('takes 400 days, and finds nothing of ids that are nobody’s', async () => {
    const request = { by: 'product', filter: { uid: 'nobody' }, from: '2026-01-01', to: '2027-02-04' };
    const { body } = await one.api.post(PATH, request);
    const sum = { units_sold: 0, usd_gmv: 0, gmv: 0, currency: null };
    const covered = { complete: false, previous_complete: false };
    const days = { from: '2026-01-01', to: '2027-02-04' };
    const before = { ...days, previous_from: '2024-11-27', previous_to: '2025-12-31' };
    const shares = { top1_share: null, top3_share: null, top10_share: null };
    expect(body.data).toEqual({ total: 0, sum, ...shares, ...before, ...covered, list: [] });
    const shops = await one.api.post(PATH, { ...request, filter: { seller_id: 'nobody' } });
    expect(shops.body.data).toMatchObject({ total: 0, list: [] });
  });

  it('refuses a list that is too long, naming what would narrow it', async () => {
    const short = await startTestApp({ name: 'breakdown-short', load, config: { breakdownMaxRows: 3 } });
    try {
      const request = { by: 'product', filter: { uid: creators[0]?.uid }, from: '2025-12-01', to: '2026-02-28' };
      const answer = await short.api.post<ErrorData>(PATH, request);
      expectError(answer, 400, 10_001, [{ path: 'by', rule: 'too_many_rows', limit: 3 }]);
      expect((await short.api.post(PATH, { ...request, by: 'channel' })).status).toBe(200);
      const shops = await short.api.post<ErrorData>(PATH, { ...request, by: 'shop' });
      expect(shops.body.data.errors).toMatchObject([{ path: 'by', rule: 'too_many_rows', limit: 3 }]);
    } finally {
      await short.close();
    }
  });
});
