import { Random } from '../../dev/seed/random.js';
import type { HistoryRecord } from '../../src/rankings/histories/histories.requests.js';
import { testApp } from '../support/app.js';
import { expectError } from '../support/api-client.js';
import { drawSale, drawWorld, loadFacts } from '../support/fact-world.js';
import { DATE_TYPES, type DateType, expectedHistory, isComplete, periodAt } from '../support/oracle/rankings.oracle.js';
import { expectedSelling, type Subject } from '../support/oracle/selling.oracle.js';

type Row = Readonly<Record<string, unknown>>;

const PATH = '/creator/v1/history';
const random = new Random('history', 26);
const world = drawWorld(random, 40, 40);

/** Years around the facts, so that periods before, between and after them are asked for. */
const DAYS: string[] = [];
for (let day = new Date('2023-11-20T00:00:00Z'); DAYS.at(-1) !== '2027-02-10'; day = new Date(+day + 86_400_000)) {
  DAYS.push(day.toISOString().slice(0, 10));
}
const periodsFrom = (type: DateType, from: string, to: string): string[] => [
  ...new Set(DAYS.filter((day) => from <= day && day <= to).map((day) => periodAt(type, day))),
];

describe('the history of a creator', () => {
  const stranger = drawSale('of a stranger', '2026-01-01', 'stranger', random);
  world.sales.set(stranger.id, stranger);
  const day = { date: '2026-01-01', uid: 'stranger', follower_count: 7, video_count: null };
  world.creatorDays.set('2026-01-01:stranger', day);
  const test = testApp(() => ({ name: 'history', load: loadFacts(world) }));

  const ask = async (uid: string, date_type: DateType, from: string, to: string) =>
    (await test.api.ask<{ list: HistoryRecord[] }>(PATH, { uid, date_type, from, to })).list;

  it.each(DATE_TYPES)('is, %s by %s, what the facts add up to, to the cent', async (type) => {
    const [from, to] = type === 'day' ? ['2025-12-20', '2027-01-10'] : ['2023-11-20', '2027-02-10'];
    const periods = periodsFrom(type, from, to);
    expect(periods.length <= 400).toBe(true);
    const seen = { nothing: 0, none: 0, sales: 0, growth: 0 };
    for (const uid of [...world.creators.keys(), 'nobody']) {
      const list = await ask(uid, type, periods.at(0) ?? '', periods.at(-1) ?? '');
      const expected = expectedHistory(world, uid, type, periods);
      const isKnown = world.creators.has(uid) || expected.some(({ follower_count }) => follower_count !== null);
      expect({ uid, list }).toEqual({ uid, list: isKnown ? expected : [] });
      for (const { creator_usd_gmv, units_sold, follower_inc_count } of list) {
        if (creator_usd_gmv === null) seen.nothing += 1;
        else if (units_sold === 0 && creator_usd_gmv === 0) seen.none += 1;
        else seen.sales += 1;
        if (follower_inc_count !== null) seen.growth += 1;
      }
    }
    expect(Object.entries(seen).filter(([, count]) => count === 0)).toEqual([]);
  });

  it('of many creators lists each in turn, and compares with any period, as the facts add up', async () => {
    const uids = [...world.creators.keys(), 'nobody', 'stranger'];
    const SOLD_ON = [...new Set([...world.sales.values()].map(({ date }) => date))];
    const seen = { rows: 0, compared: 0 };
    for (let index = 0; index < 60; index += 1) {
      const draw = new Random('many histories', index);
      const type = draw.pick(DATE_TYPES);
      const first = draw.pick(SOLD_ON);
      const periods = periodsFrom(type, first, DAYS[DAYS.indexOf(first) + draw.whole(0, 59)] ?? '2027-02-10');
      const compared = draw.chance(0.7) ? draw.pick(SOLD_ON) : undefined;
      const periodsCompared = compared === undefined ? [] : periodsFrom(type, compared, '2027-02-10');
      const uid = [...new Set(Array.from({ length: draw.whole(1, 8) }, () => draw.pick(uids)))];
      const body = {
        ...{ uid, date_type: type, from: periods.at(0), to: periods.at(-1) },
        ...(compared !== undefined && { compare_to: periodsCompared[0] }),
      };
      const expected = uid.flatMap((id) => {
        const listed = expectedHistory(world, id, type, periods);
        if (!world.creators.has(id) && listed.every(({ follower_count }) => follower_count === null)) return [];
        const then = expectedHistory(world, id, type, periodsCompared);
        return listed.map((row, at) => {
          if (compared === undefined) return { uid: id, ...row };
          const { date_value, units_sold, creator_usd_gmv: usd_gmv = null } = then[at] ?? {};
          const isKnown = usd_gmv !== null && isComplete(world.sales, type, String(date_value));
          const previous = isKnown ? { date_value, units_sold, usd_gmv } : null;
          const own = isComplete(world.sales, type, row.date_value) ? row.creator_usd_gmv : null;
          const change = own === null || !isKnown ? null : Math.round(own * 100) - Math.round(usd_gmv * 100);
          return { uid: id, ...row, previous, usd_gmv_change: change === null ? null : change / 100 };
        });
      });
      // After the facts of the world nothing is known of the periods compared with.
      const isWithin = compared === undefined || periodsCompared.length >= periods.length;
      if (!isWithin) continue;
      const { status, body: answer } = await test.api.post<{ list: Row[] }>(PATH, body);
      expect({ body, status, list: answer.data.list }).toEqual({ body, status: 200, list: expected });
      seen.rows += expected.length;
      seen.compared += answer.data.list.filter(({ usd_gmv_change }) => typeof usd_gmv_change === 'number').length;
    }
    expect(Math.min(seen.rows, seen.compared)).toBeGreaterThan(10);
  });

  it('takes 400 periods, and a uid as a number, digit for digit', async () => {
    expect(await ask('10', 'day', '2026-01-01', '2027-02-04')).toHaveLength(400);
    const text = '{"uid":7129384756102938475,"date_type":"month","from":"2026-01","to":"2026-01"}';
    const { body } = await test.api.send<{ list: HistoryRecord[] }>(PATH, { text });
    expect(body.data.list).toEqual(await ask('7129384756102938475', 'month', '2026-01', '2026-01'));
    const [loaded = ''] = world.creators.keys();
    expect(await ask(loaded, 'day', '0001-01-01', '0001-01-02')).toHaveLength(2);
    expect(await ask(loaded, 'week', '9999-52', '9999-52')).toHaveLength(1);
  });

  const DAY = { uid: '10', date_type: 'day', from: '2026-01-01', to: '2026-01-02' };
  it.each<[object, readonly object[]]>([
    [{}, ['date_type', 'from', 'to', 'uid'].map((path) => ({ path, rule: 'required' }))],
    [{ ...DAY, uid: '' }, [{ path: 'uid', rule: 'empty' }]],
    [{ ...DAY, uid: [] }, [{ path: 'uid', rule: 'empty' }]],
    [{ ...DAY, uid: ['1', { of: 1 }] }, [{ path: 'uid[1]', rule: 'type' }]],
    [{ ...DAY, compare_to: '2025-02-29' }, [{ path: 'compare_to', rule: 'period' }]],
    [
      { uid: Array.from({ length: 100 }, (_, at) => `u${at}`), date_type: 'day', from: '2026-01-01', to: '2026-02-10' },
      [
        {
          path: 'uid',
          rule: 'too_many_rows',
          limit: 4000,
          message:
            'uid is "100 ids", which gives more than 4000 rows here; narrow the request by fewer ids or fewer periods.',
        },
      ],
    ],
    [{ ...DAY, date_type: 'year' }, [{ path: 'date_type', rule: 'one_of', valid: ['day', 'week', 'month'] }]],
    [
      { ...DAY, from: 20260101 },
      [{ path: 'from', rule: 'type', message: expect.stringContaining('YYYY-MM-DD') as string }],
    ],
    [{ ...DAY, date_type: 'week' }, ['from', 'to'].map((path) => ({ path, rule: 'period' }))],
    [
      { ...DAY, to: '2026-02-30' },
      [{ path: 'to', rule: 'period', message: expect.stringContaining('nearest is 2026-02-28') as string }],
    ],
    [
      { ...DAY, to: '2025-12-31' },
      [
        {
          path: 'to',
          rule: 'period',
          message: 'to is "2025-12-31"; it must not be before from, which is 2026-01-01.',
        },
      ],
    ],
    [{ ...DAY, to: '2027-02-05' }, [{ path: 'to', rule: 'period', limit: 400 }]],
    [
      { ...DAY, filter: {} },
      [
        {
          path: 'filter',
          rule: 'unknown',
          valid: [
            ...['date_type', 'from', 'to', 'compare_to'],
            ...['is_ad', 'tags', 'duration_range', 'product_age_range', 'listed_range', 'uid'],
          ],
        },
      ],
    ],
  ])('of %j is refused', async (body, faults) => {
    expectError(await test.api.post(PATH, body), 400, 10001, faults);
  });
});

const sellingRandom = new Random('selling history', 47);
const sellingWorld = drawWorld(sellingRandom, 30, 20);
for (const [id, product] of sellingWorld.products) {
  const l2 = { id: sellingRandom.pick([910_100, 910_200, null]), name: null };
  sellingWorld.products.set(id, { ...product, category: { ...product.category, l2, l3: { id: 910_101, name: null } } });
}
const FIGURES = [
  'units_sold',
  'usd_gmv',
  'video_usd_gmv',
  'live_usd_gmv',
  'creator_count',
  'video_count',
  'live_count',
];

const PERIODS: Readonly<Record<DateType, readonly string[]>> = {
  day: ['2026-12-27', '2026-12-28', '2026-12-29', '2026-12-30', '2026-12-31', '2027-01-01', '2027-01-05'],
  week: ['2023-51', '2023-52', '2024-01', '2024-02', '2025-52', '2026-01'],
  month: ['2023-11', '2023-12', '2024-01', '2026-12', '2027-01', '2027-02'],
};

describe('the histories of products, shops and categories', () => {
  const test = testApp(() => ({ name: 'selling-history', load: loadFacts(sellingWorld) }));

  it.each<[Subject, object, string]>([
    ['product', { product_id: 'p2' }, 'p2'],
    ['shop', { seller_id: 'Shop' }, 'Shop'],
    ['category', { l1_category_id: 910_001 }, '910001'],
    ['category', { l1_category_id: 910_002, region: 'US' }, '910002'],
    ['category', { l1_category_id: 910_001, region: 'BE' }, 'no row'],
    ['category', { level: 2, l2_category_id: 910_100 }, '910100'],
    ['category', { level: 2, l2_category_id: 910_200, region: 'US' }, '910200'],
    ['category', { level: 3, l3_category_id: 910_101, l1_category_id: 910_001 }, '910101'],
    ['category', { level: 3, l3_category_id: 910_101, l2_category_id: 910_100, l1_category_id: 910_003 }, 'no row'],
  ])('of the %s %j are the rows of the rankings, 0 or null', async (subject, asked, id) => {
    for (const type of ['day', 'week', 'month'] as const) {
      const [from, to] = [PERIODS[type].at(0), PERIODS[type].at(-1)];
      const body = { ...asked, date_type: type, from, to };
      const { status, body: answer } = await test.api.post<{ list: Record<string, unknown>[] }>(
        `/${subject}/v1/history`,
        body,
      );
      expect(status).toBe(200);
      for (const value of PERIODS[type]) {
        const rows = expectedSelling(sellingWorld, subject, type, value, subject === 'category' ? asked : {});
        const row = rows.find((one) =>
          [one['product_id'], one['seller_id'], String((one['category'] as { id?: number })?.id)].includes(id),
        );
        const none = isComplete(sellingWorld.sales, type, value) ? 0 : null;
        const names = subject === 'product' ? FIGURES : [...FIGURES, 'product_count'];
        const figures = Object.fromEntries(names.map((name) => [name, row?.[name] ?? none]));
        const listed = answer.data.list.find(({ date_value }) => date_value === value);
        expect({ body, listed }).toEqual({ body, listed: { date_value: value, ...figures } });
      }
    }
  });

  it.each([
    ['product', 'product_id', ['p2', 'none', 'p1', 'p7']],
    ['shop', 'seller_id', ['Shop', '9']],
    ['shop', 'seller_id', ['Shop']],
    ['category', 'l1_category_id', [910_003, 5, 910_001]],
  ])('of a list of the %s are those of each, with its %s: %j', async (subject, name, ids) => {
    for (const type of ['day', 'week', 'month'] as const) {
      const span = {
        date_type: type,
        from: PERIODS[type].at(0),
        to: PERIODS[type].at(-1),
        compare_to: PERIODS[type][1],
      };
      const ask = async (id: unknown) =>
        (await test.api.ask<{ list: Row[] }>(`/${subject}/v1/history`, { [name]: id, ...span })).list;
      const expected = [];
      for (const id of ids) expected.push(...(await ask(id)).map((row) => ({ [name]: id, ...row })));
      expect(await ask(ids)).toEqual(expected);
      expect(expected.length).toBeGreaterThan(0);
    }
  });

  it.each([
    ['product', { product_id: 'none' }],
    ['product', { product_id: 'p8' }],
    ['shop', { seller_id: 'none' }],
    ['category', { l1_category_id: 5 }],
    ['category', { level: 2, l2_category_id: 5 }],
  ])('of the %s %j, which nobody has loaded, are empty', async (subject, asked) => {
    const body = { ...asked, date_type: 'day', from: '2026-12-27', to: '2027-01-05' };
    expect(await test.api.ask(`/${subject}/v1/history`, body)).toEqual({ list: [] });
  });

  it.each([
    ['/product/v1/history', {}, ['date_type', 'from', 'to', 'product_id'].map((path) => ({ path, rule: 'required' }))],
    ['/shop/v1/history', { seller_id: '' }, [{ path: 'seller_id', rule: 'empty' }]],
    ['/category/v1/history', { l1_category_id: '5' }, [{ path: 'l1_category_id', rule: 'quoted_number' }]],
    ['/category/v1/history', { region: 'US' }, [{ path: 'l1_category_id', rule: 'required' }]],
    ['/category/v1/history', { level: 3, l2_category_id: 5 }, [{ path: 'l3_category_id', rule: 'required' }]],
    ['/category/v1/history', { level: 0, l1_category_id: 5 }, [{ path: 'level', rule: 'one_of' }]],
    [
      '/category/v1/history',
      { l1_category_id: 5, l2_category_id: 6 },
      [{ path: 'level', rule: 'one_of', valid: [2, 3] }],
    ],
    [
      '/category/v1/history',
      { level: 2, l2_category_id: 5, l3_category_id: 6 },
      [{ path: 'level', rule: 'one_of', valid: [3] }],
    ],
  ])('refuse on %s %j', async (path, body, faults) => {
    const whole = { date_type: 'day', from: '2026-01-01', to: '2026-01-02', ...body };
    expectError(await test.api.post(path, Object.keys(body).length === 0 ? {} : whole), 400, 10001, faults);
  });
});
