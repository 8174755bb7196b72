import { Random } from '../../dev/seed/random.js';
import { exportAll, recordsIn } from '../export/export-client.js';
import { expectError } from '../support/api-client.js';
import { startTestApp, testApp } from '../support/app.js';
import { emptyWorld, FactWriter } from '../support/fact-world.js';
import { daysIn } from '../support/oracle/breakdown.oracle.js';
import { DATE_TYPES, type DateType, isComplete, periodAt } from '../support/oracle/rankings.oracle.js';
import { announce } from '../support/rankings-suite.js';
import { emptyIndices, seededIndices, sharedSeed } from '../support/shared-indices.js';

const ASKED = 200;

type Data = Readonly<Record<string, unknown>> & { readonly list: readonly Readonly<Record<string, unknown>>[] };

interface Dated {
  readonly date: string;
}

const earlier = (day: string, days: number): string => {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, 10);
};

/** The period of a type that `last` or `last-Nd` stands for, found by walking from the newest fact back. */
function periodOfLast(facts: ReadonlyMap<string, Dated>, type: DateType, days: number): string {
  let day = [...facts.values()].map(({ date }) => date).reduce((one, other) => (one > other ? one : other));
  while (!isComplete(facts, type, periodAt(type, day))) day = earlier(day, 1);
  return periodAt(type, earlier(daysIn(type, periodAt(type, day)).at(-1) ?? '', days));
}

const last = (days: number): string => (days === 0 ? 'last' : `last-${days}d`);

/** A request with days that follow the data, and the same with those of the calendar. */
function drawPair(index: number, facts: ReadonlyMap<string, Dated>) {
  const random = new Random('following', index);
  const [more, less] = [random.whole(0, 60), random.whole(0, 20)];
  const day = (days: number): string => periodOfLast(facts, 'day', days);
  const range = { type: 'range', value: `${last(less + more)}~${last(less)}` };
  const type = random.pick(DATE_TYPES);
  const [asked, meant] = random.pick([
    [range, { type: 'range', value: `${day(less + more)}~${day(less)}` }] as const,
    [
      { type, value: last(more) },
      { type, value: periodOfLast(facts, type, more) },
    ] as const,
    [
      { type: 'range', value: `${day(less + more)}~${last(less)}` },
      { type: 'range', value: `${day(less + more)}~${day(less)}` },
    ] as const,
  ]);
  const breakdown = {
    by: random.pick(['day', 'region', 'channel', 'week']),
    filter: {},
    ...(random.chance(0.5) && { compare: true }),
  };
  const ranking = random.pick([
    'creator/v1/rank/topEcommerce',
    'product/v1/rank/topSelling',
    'shop/v1/rank/topSelling',
  ]);
  const history = { l1_category_id: [10_000, 20_000], date_type: type };
  return random.pick([
    ['/sales/v1/breakdown', { ...breakdown, date_info: asked }, { ...breakdown, date_info: meant }] as const,
    [
      '/sales/v1/breakdown',
      { ...breakdown, from: last(less + more), to: last(less) },
      { ...breakdown, from: day(less + more), to: day(less) },
    ] as const,
    [`/${ranking}`, { filter: { date_info: asked } }, { filter: { date_info: meant } }] as const,
    [
      '/category/v1/history',
      { ...history, from: last(less + more), to: last(less) },
      {
        ...history,
        from: periodOfLast(facts, type, less + more),
        to: periodOfLast(facts, type, less),
      },
    ] as const,
  ]);
}

describe('days that follow the data', () => {
  const seed = sharedSeed();
  const sales = new Map([...seed.sales()].map((sale) => [sale.id, { date: sale.date }]));
  const app = testApp(() => ({ name: 'following', indices: seededIndices() }));

  const dataOf = (path: string, body: object) => app.api.ask<Data>(path, body);

  it('are those of the calendar, in every kind of request', async () => {
    let rows = 0;
    for (let index = 0; index < ASKED; index += 1) {
      const [path, asked, meant] = drawPair(index, sales);
      const [found, expected] = [await dataOf(path, asked), await dataOf(path, meant)];
      expect({ asked, found }).toEqual({ asked, found: expected });
      rows += found.list.length;
    }
    expect(rows).toBeGreaterThan(ASKED);
  });

  it.each([
    ['/video/v1/search', 'create_time_range', 'publish_time'],
    ['/live/v1/search', 'start_time', 'start_time'],
    ['/live/v1/search', 'create_time_range', 'start_time'],
  ])('of %s end with the newest sales, in UTC, and the answer names them', async (path, name, field) => {
    const found = await dataOf(path, { filter: { [name]: { last: '28d' } }, pagesize: 100 });
    const bounds = { min: Date.UTC(2026, 5, 3) / 1000, max: Date.UTC(2026, 6, 1) / 1000 - 1 };
    const expected = await dataOf(path, { filter: { [name]: bounds }, pagesize: 100 });
    expect(found).toEqual({ ...expected, time_from: '2026-06-03', time_to: '2026-06-30' });
    expect(found.list.length).toBeGreaterThan(3);
    expect(found.list.filter((row) => Number(row[field]) < bounds.min || Number(row[field]) > bounds.max)).toEqual([]);
    const [exported, counted] = [path.replace('/search', '/export'), path.replace('/search', '/facets')];
    const asked = { filter: { [name]: { last: '28d' } } };
    expect(recordsIn(await exportAll(app, exported, { ...asked, limit: 3 }))).toEqual(found.list.slice(0, 3));
    const facets = [{ field: 'region' }];
    const counts = await dataOf(counted, { ...asked, facets });
    expect(counts).toEqual({
      ...(await dataOf(counted, { filter: { [name]: bounds }, facets })),
      ...{ time_from: '2026-06-03', time_to: '2026-06-30' },
    });
  });

  it('of the listing time of ranked products are named too', async () => {
    const date_info = { type: 'month', value: 'last' };
    const path = '/product/v1/rank/topSelling';
    const found = await dataOf(path, { filter: { date_info, launch_time_range: { last: '300d' } } });
    const bounds = { min: Date.UTC(2025, 8, 4) / 1000, max: Date.UTC(2026, 6, 1) / 1000 - 1 };
    const expected = await dataOf(path, { filter: { date_info, launch_time_range: bounds } });
    expect(found).toEqual({ ...expected, time_from: '2025-09-04', time_to: '2026-06-30' });
  });

  it.each([
    ['/sales/v1/breakdown', { by: 'day', filter: {}, from: 'last', to: 'last-1d' }, [{ path: 'to', rule: 'period' }]],
    ['/sales/v1/breakdown', { by: 'day', filter: {}, from: 'last-400d', to: 'last' }, [{ path: 'to', limit: 400 }]],
    [
      '/sales/v1/breakdown',
      { by: 'day', filter: {}, from: '2026-07-01', to: 'last' },
      [{ path: 'to', rule: 'period' }],
    ],
    ['/sales/v1/breakdown', { by: 'day', filter: {}, from: 'last-1w', to: 'last' }, [{ path: 'from', rule: 'period' }]],
    [
      '/shop/v1/rank/topSelling',
      { filter: { date_info: { type: 'range', value: 'last-92d~last' } } },
      [{ path: 'filter.date_info.value', rule: 'period' }],
    ],
    [
      '/shop/v1/rank/topSelling',
      { filter: { date_info: { type: 'range', value: 'last' } } },
      [{ path: 'filter.date_info.value', rule: 'period' }],
    ],
    [
      '/live/v1/search',
      { filter: { start_time: { last: '28' } } },
      [{ path: 'filter.start_time.last', rule: 'period' }],
    ],
    [
      '/live/v1/search',
      { filter: { start_time: { last: '9d', min: 1 } } },
      [{ path: 'filter.start_time.last', rule: 'alone' }],
    ],
    [
      '/live/v1/search',
      { filter: { sold_range: { last: '9d' } } },
      [{ path: 'filter.sold_range.last', rule: 'unknown' }],
    ],
  ])('of %s %j are refused', async (path, body, errors) => {
    expectError(await app.api.post(path, body), 400, 10_001, errors);
  });
});

describe('days that follow a load', () => {
  it('are those of the new data, from the cache too, and of its version', async () => {
    const app = await startTestApp({ name: 'following-load', indices: emptyIndices() });
    try {
      const facts = new FactWriter(app, emptyWorld());
      const sale = (date: string) => ({
        ...{ id: date, date, uid: '1', channel: 'video' as const, content_id: 'v', product_id: 'p' },
        ...{ product_category_id: 1, units_sold: 1, gmv: 1, usd_gmv: 2 },
      });
      const ask = async () => {
        const body = { by: 'day', filter: {}, from: 'last-1d', to: 'last' };
        const { status, headers, body: answer } = await app.api.post<Data>('/sales/v1/breakdown', body);
        const { from, to, list } = answer.data;
        return { status, version: headers.get('x-data-version'), from, to, days: list?.map(({ date }) => date) };
      };
      expect(await ask()).toMatchObject({ status: 400 });
      for (const date of ['2026-06-28', '2026-06-30']) await facts.putSale(sale(date));
      await announce(app);
      const before = await ask();
      expect(before).toMatchObject({ from: '2026-06-29', to: '2026-06-30', days: ['2026-06-30'] });
      expect(await ask()).toEqual(before);
      await facts.putSale(sale('2026-07-01'));
      await announce(app);
      const after = await ask();
      expect(after).toMatchObject({ from: '2026-06-30', to: '2026-07-01', days: ['2026-06-30', '2026-07-01'] });
      expect(after.version).not.toBe(before.version);
      const search = await app.api.post<Data>('/live/v1/search', { filter: { start_time: { last: '2d' } } });
      expect(search.body.data).toMatchObject({ time_from: '2026-06-30', time_to: '2026-07-01' });
    } finally {
      await app.close();
    }
  });
});
