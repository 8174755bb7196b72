import { Random } from '../../dev/seed/random.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { expectError } from '../support/envelope.js';
import { drawWorld, FactWriter } from '../support/fact-world.js';
import { type DateType, isComplete } from '../support/oracle/rankings.oracle.js';
import { expectedSelling, type Subject } from '../support/oracle/selling.oracle.js';

const random = new Random('selling history', 47);
const world = drawWorld(random, 30, 20);
for (const [id, product] of world.products) {
  const l2 = { id: random.pick([910_100, 910_200, null]), name: null };
  world.products.set(id, { ...product, category: { ...product.category, l2, l3: { id: 910_101, name: null } } });
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
  let test: TestApp;

  beforeAll(async () => {
    test = await startTestApp({
      name: 'selling-history',
      load: (elasticsearch, names) => new FactWriter(elasticsearch, names, world).writeAll(),
    });
  });
  afterAll(() => test?.close());

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
        const rows = expectedSelling(world, subject, type, value, subject === 'category' ? asked : {});
        const row = rows.find((one) =>
          [one['product_id'], one['seller_id'], String((one['category'] as { id?: number })?.id)].includes(id),
        );
        const none = isComplete(world.sales, type, value) ? 0 : null;
        const names = subject === 'product' ? FIGURES : [...FIGURES, 'product_count'];
        const figures = Object.fromEntries(names.map((name) => [name, row?.[name] ?? none]));
        const listed = answer.data.list.find(({ date_value }) => date_value === value);
        expect({ body, listed }).toEqual({ body, listed: { date_value: value, ...figures } });
      }
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
    expect((await test.api.post(`/${subject}/v1/history`, body)).body.data).toEqual({ list: [] });
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
