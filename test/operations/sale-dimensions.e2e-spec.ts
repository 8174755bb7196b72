import { Random } from '../../dev/seed/random.js';
import { exportAll, recordsIn } from '../export/export-client.js';
import { type ErrorData, expectError } from '../support/api-client.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { drawListed, drawVideo, drawWorld, loadFacts, NOTABLE_DAYS, TAGS } from '../support/fact-world.js';
import { asComputed, breakdownOf, type BreakdownQuestion, dimensionsBy } from '../support/oracle/breakdown.oracle.js';
import {
  DATE_TYPES,
  type DateType,
  expectedHistory,
  expectedTopEcommerce,
  type FactWorld,
  periodAt,
  sortItem,
} from '../support/oracle/rankings.oracle.js';
import { DIMENSION_KEYS, type DimensionFilter, isKept } from '../support/oracle/sale-dimensions.oracle.js';
import { expectedSelling, SUBJECTS } from '../support/oracle/selling.oracle.js';
import { expectRanked, type RankedPage } from '../support/rankings-suite.js';

const ASKED = 200;
const BREAKDOWN = '/sales/v1/breakdown';
const WHOLE = { from: '2025-12-22', to: '2027-01-04' };

type Row = Readonly<Record<string, unknown>>;
interface Data extends RankedPage {
  readonly sum: Row;
}

/** Videos and live streams of one id, products listed before and after their sales, and sales across borders. */
function drawListedWorld(): FactWorld {
  const random = new Random('dimensions of sales', 98);
  const world = drawWorld(random, 30, 30);
  for (const id of ['p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7']) world.products.set(id, drawListed(id, random));
  const videos = [29, 59, 600, null, 15].map((duration, at) => {
    const is_ad = [0, 1, null][at % 3] ?? null;
    return { ...drawVideo(`v${at + 1}`, random), duration, is_ad };
  });
  return { ...world, videos: new Map(videos.map((video) => [video.video_id, video])) };
}

function drawFilter(random: Random): DimensionFilter {
  const [first = '', second = ''] = [random.pick(NOTABLE_DAYS), random.pick(NOTABLE_DAYS)].sort();
  const all = {
    is_ad: random.pick([true, false, 1, 0]),
    tags: random.pick([random.pick(TAGS), [`#${random.pick(TAGS)}`, random.pick(TAGS).toLowerCase(), 'none']]),
    duration_range: random.pick([{ min: 15 }, { max: 59 }, { min: 60, max: 599 }]),
    product_age_range: random.pick([{ max: 2 }, { max: 29 }, { min: 0 }, { min: -9, max: 90 }, { max: -1 }]),
    listed_range: random.pick([{ min: first }, { max: second }, { min: first, max: second }]),
  };
  const names = Object.keys(all);
  const chosen = random.pick(names);
  return Object.fromEntries(Object.entries(all).filter(([name]) => name === chosen || random.chance(0.2)));
}

const OTHERS = ['creator', 'product', 'shop', 'video', 'live', 'channel', 'day', 'month', 'region', 'follower_tier'];

function drawBreakdown(random: Random): BreakdownQuestion {
  const first = random.pick(DIMENSION_KEYS);
  const second = random.pick([...OTHERS, ...DIMENSION_KEYS].filter((name) => name !== first));
  const by = random.chance(0.4) ? first : random.chance(0.5) ? [first, second] : [second, first];
  const uid =
    random.chance(0.3) || [by].flat().some((one) => ['creator', 'product', 'shop', 'video', 'live'].includes(one));
  const [from = '', to = ''] = [random.pick(NOTABLE_DAYS.slice(7)), random.pick(NOTABLE_DAYS.slice(7))].sort();
  return {
    by,
    filter: {
      ...(uid && { product_id: ['p1', 'p2', 'p3', 'p4', 'p8'].slice(0, random.whole(1, 5)) }),
      ...(random.chance(0.5) && drawFilter(random)),
      ...(random.chance(0.2) && { region: 'US' }),
      ...(random.chance(0.2) && { average_usd_price_range: random.pick([{ min: 1 }, { max: 900_000 }]) }),
    },
    ...{ from, to },
    ...(random.chance(0.4) && { compare: true }),
    ...(random.chance(0.3) && {
      orderby: [
        {
          field: random.pick(['units_sold', 'average_usd_price'] as const),
          ...(random.chance(0.4) && { order: 'asc' as const }),
        },
      ],
    }),
  };
}

describe('the dimensions of sales', () => {
  const world = drawListedWorld();
  const dimensionsOf = dimensionsBy(world);
  const apps: TestApp[] = [];

  beforeAll(async () => {
    const load = loadFacts(world);
    for (const indexShards of [1, 5])
      apps.push(await startTestApp({ name: `sale-dimensions-${indexShards}`, load, config: { indexShards } }));
  });
  afterAll(() => Promise.all(apps.map((app) => app.close())));

  /** The answer of one shard, which is that of five; these are asked every fourth time. */
  let asked = 0;
  const ask = async (path: string, body: object): Promise<Data> => {
    const some = apps.slice(0, asked++ % 4 === 0 ? 2 : 1);
    const [one, five] = await Promise.all(some.map(({ api }) => api.ask<Data>(path, body)));
    if (five !== undefined) expect({ body, data: five }).toEqual({ body, data: one });
    return one as Data;
  };

  it('are keys of breakdowns, alone or as one of two, and filters, as sums made fact by fact', async () => {
    const seen = { rows: 0, nulls: 0, compared: 0 };
    for (let index = 0; index < ASKED; index += 1) {
      const question = drawBreakdown(new Random('breakdowns by dimensions', index));
      const { rows, ...expected } = breakdownOf(question, world);
      const { total, list, ...beside } = await ask(BREAKDOWN, { ...question, pagesize: 100 });
      const computed = list.map((row) => asComputed(question.by, row));
      expect({ question, total, ...beside, rows: computed }).toEqual({
        ...{ question, total: rows.length, ...expected, rows: rows.slice(0, 100) },
      });
      seen.rows += list.length;
      seen.nulls += computed.filter(({ key }) => [key].flat().includes(null)).length;
      seen.compared += list.filter(({ previous }) => typeof previous === 'object').length;
    }
    expect(Math.min(seen.rows, seen.nulls, seen.compared)).toBeGreaterThan(200);
  });

  it('are filters of every ranking by sales', async () => {
    let [rows, empty] = [0, 0];
    for (let index = 0; index < ASKED; index += 1) {
      const random = new Random('rankings by dimensions', index);
      const filter = drawFilter(random);
      const counted = { ...world, isCounted: (sale) => isKept(filter, dimensionsOf(sale)) } satisfies FactWorld;
      const type = random.pick(DATE_TYPES);
      const value = periodAt(type, random.pick(NOTABLE_DAYS));
      const subject = random.pick([...SUBJECTS, 'creator'] as const);
      const order = random.pick([undefined, ['units_sold'], ['usd_gmv_change'], ['average_usd_price:asc']]);
      const isOfCreators = subject === 'creator';
      const body = {
        filter: { ...filter, date_info: { type, value } },
        ...(!isOfCreators && { orderby: order?.map(sortItem) }),
      };
      const [path, expected] = isOfCreators
        ? ['/creator/v1/rank/topEcommerce', expectedTopEcommerce(counted, type, value)]
        : [`/${subject}/v1/rank/topSelling`, expectedSelling(counted, subject, type, value, {}, order)];
      const { list } = await expectRanked(ask, path, body, expected);
      rows += list.length;
      empty += Number(list.length === 0);
    }
    expect(rows).toBeGreaterThan(ASKED);
    expect(empty).toBeLessThan(ASKED / 2);
  });

  it('are filters of histories: of a creator, and the other subjects’ as their rankings', async () => {
    let sold = 0;
    const uids = [...world.creators.keys()];
    for (let index = 0; index < ASKED; index += 1) {
      const random = new Random('histories by dimensions', index);
      const filter = drawFilter(random);
      const counted = { ...world, isCounted: (sale) => isKept(filter, dimensionsOf(sale)) } satisfies FactWorld;
      const type = random.pick<DateType>(['week', 'month']);
      const periods = [...new Set(NOTABLE_DAYS.slice(7, 12).map((day) => periodAt(type, day)))];
      const span = { date_type: type, from: periods[0], to: periods.at(-1) };
      if (random.chance(0.5)) {
        const uid = random.pick(uids);
        const { list } = await ask('/creator/v1/history', { uid, ...span, ...filter });
        expect({ filter, uid, list }).toEqual({ filter, uid, list: expectedHistory(counted, uid, type, periods) });
        sold += list.filter(({ units_sold }) => units_sold !== null && units_sold !== 0).length;
        continue;
      }
      const [product_id, last = ''] = [random.pick(['p1', 'p2', 'p3', 'p4']), periods.at(-1)];
      const [row] = expectedSelling(counted, 'product', type, last).filter((one) => one['product_id'] === product_id);
      const { list } = await ask('/product/v1/history', { product_id, ...span, ...filter });
      const none = list.at(-1)?.['units_sold'] === null ? null : 0;
      const { units_sold = none, usd_gmv = none, creator_count = none } = row ?? {};
      expect({ filter, ...list.at(-1) }).toMatchObject({
        filter,
        date_value: last,
        units_sold,
        usd_gmv,
        creator_count,
      });
    }
    expect(sold).toBeGreaterThan(10);
  });

  it('by tag count each sale once in the sum, and in each row of its tags', async () => {
    const ask1 = (body: object) => ask(BREAKDOWN, { filter: {}, ...WHOLE, pagesize: 100, ...body });
    const [tags, channels] = [await ask1({ by: 'tag' }), await ask1({ by: 'channel' })];
    expect([tags.sum, tags.top10_share]).toEqual([channels.sum, null]);
    const sales = [...world.sales.values()].filter(({ date }) => WHOLE.from <= date && date <= WHOLE.to);
    const untagged = sales.filter((sale) => dimensionsOf(sale).tags.length === 0);
    expect(tags.list.find(({ tag }) => tag === null)).toMatchObject({ sales: untagged.length });
    const counted = tags.list.reduce((sum, row) => sum + Number(row['sales']), 0);
    expect(counted).toBeGreaterThan(sales.length);
    expect(tags.list.reduce((sum, row) => sum + Number(row['share']), 0)).toBeGreaterThan(100);
    const ranged = await ask1({ by: 'tag', filter: { average_usd_price_range: { min: 1e9 } }, series: 'month' });
    expect({ total: ranged.total, sum: ranged.sum }).toEqual({ total: 0, sum: tags.sum });
    expect(ranged).toMatchObject({ sum_series: expect.any(Array) as unknown[] });
  });

  it('show their steps, flags and categories as records have them', async () => {
    const rowsBy = async (by: string) => (await ask(BREAKDOWN, { by, filter: {}, ...WHOLE, pagesize: 100 })).list;
    const ages = (await rowsBy('product_age')).map((row) => row['product_age']);
    expect(ages).toContainEqual({ min: null, max: -1 });
    expect(ages).toContainEqual({ min: 365, max: null });
    expect((await rowsBy('duration')).map((row) => row['duration'])).toContainEqual({ min: 15, max: 29 });
    expect(new Set((await rowsBy('is_ad')).map((row) => row['is_ad']))).toEqual(new Set([0, 1, null]));
    expect(new Set((await rowsBy('account_type')).map((row) => row['account_type']))).toEqual(new Set([1, 2, null]));
    expect((await rowsBy('creator_category')).map((row) => row['creator_category'])).toContainEqual({
      ...{ id: 920_001, name: null },
    });
    const series = await ask(BREAKDOWN, { by: 'is_ad', filter: {}, ...WHOLE, series: 'month' });
    for (const row of series.list) {
      const points = row['series'] as { units_sold: number | null }[];
      expect(points.reduce((sum, point) => sum + (point.units_sold ?? 0), 0)).toBe(row['units_sold']);
    }
  });

  it('answer the first rows by the order where tags are too many, and refuse other keys', async () => {
    const few = await startTestApp({
      name: 'sale-dimensions-few',
      indices: apps[0]?.config.indexPrefix,
      config: { breakdownMaxRows: 3 },
    });
    try {
      for (const orderby of [[], [{ field: 'units_sold', order: 'asc' }], [{ field: 'average_usd_price' }]]) {
        const body = { by: 'tag', filter: {}, ...WHOLE, orderby, compare: true };
        const whole = await ask(BREAKDOWN, body);
        const first = await few.api.ask<Data>(BREAKDOWN, body);
        expect(whole.total).toBeGreaterThan(3);
        expect(first).toEqual({ ...whole, list: whole.list.slice(0, 3) });
        const exported = await exportAll(few, `${BREAKDOWN}/export`, body);
        expect(recordsIn(exported)).toEqual(whole.list.slice(0, 3));
        const { 'x-total-count': answered, 'x-matched-count': matched } = exported.headers;
        expect([answered, matched]).toEqual(['3', String(whole.total)]);
      }
      const refused = await few.api.post<ErrorData>(BREAKDOWN, { by: 'product_age', filter: {}, ...WHOLE });
      expectError(refused, 400, 10_001, [{ path: 'by', rule: 'too_many_rows', limit: 3 }]);
    } finally {
      await few.close();
    }
  });

  it.each([
    [
      'days in the wrong order',
      { listed_range: { min: '2026-02-01', max: '2026-01-31' } },
      'listed_range',
      'min_above_max',
    ],
    ['no such day', { listed_range: { min: '2026-02-30' } }, 'listed_range.min', 'period'],
    ['a time', { listed_range: { min: 1_781_234_567 } }, 'listed_range.min', 'type'],
    ['no bound', { listed_range: {} }, 'listed_range', 'empty'],
    ['an empty list of tags', { tags: [] }, 'tags', 'empty'],
    ['a negative length', { duration_range: { min: -1 } }, 'duration_range.min', 'min'],
    ['a word', { is_ad: 'yes' }, 'is_ad', 'one_of'],
    ['ages in the wrong order', { product_age_range: { min: 3, max: -3 } }, 'product_age_range', 'min_above_max'],
  ])('refuse %s', async (_, filter, path, rule) => {
    const [app] = apps as [TestApp];
    const date_info = { type: 'month', value: '2026-01' };
    const ranked = await app.api.post<ErrorData>('/product/v1/rank/topSelling', { filter: { ...filter, date_info } });
    expectError(ranked, 400, 10_001, [{ path: `filter.${path}`, rule }]);
    const span = { product_id: 'p1', date_type: 'month', from: '2026-01', to: '2026-01' };
    const history = await app.api.post<ErrorData>('/product/v1/history', { ...span, ...filter });
    expectError(history, 400, 10_001, [{ path, rule }]);
  });
});
