import { Random } from '../../dev/seed/random.js';
import { exportAll, recordsIn } from '../export/export-client.js';
import { expectError } from '../support/api-client.js';
import { startTestApp, testApp } from '../support/app.js';
import { drawProduct, drawSale, drawWorld, FactWriter, loadFacts, withContents } from '../support/fact-world.js';
import {
  DATE_TYPES,
  isComplete,
  periodAt,
  periodBefore,
  periodsWithFacts,
  sortItem,
} from '../support/oracle/rankings.oracle.js';
import { expectedSelling, FILTERS, isCounted, SUBJECTS } from '../support/oracle/selling.oracle.js';
import { announce, expectRanked, type RankedPage } from '../support/rankings-suite.js';
import { factsOf } from '../support/seed-expectations.js';
import { emptyIndices, seededIndices, sharedSeed } from '../support/shared-indices.js';

const random = new Random('top selling', 47);
const world = withContents(drawWorld(random, 40, 30), random);
const app = testApp(() => ({ name: 'selling', load: loadFacts(world) }));
const facts = new FactWriter(app, world);
const ask = (path: string, body: object) => app.api.ask<RankedPage>(path, body);

const ORDERS: readonly (readonly string[] | undefined)[] = [
  undefined,
  ['units_sold'],
  ['usd_gmv_change'],
  ['units_sold', 'usd_gmv_change'],
  ['units_sold:asc'],
  ['usd_gmv_change:asc', 'units_sold'],
  ['units_sold', 'usd_gmv_change:asc'],
  ['average_usd_price'],
  ['average_usd_price:asc', 'units_sold'],
  ['growth_rate'],
  ['growth_rate:asc', 'rank_change'],
  ['rank_change'],
  ['rank_change:asc'],
  ['units_sold', 'rank_change'],
];

/** Holds every row of every period, under filters and in every order, against the facts. */
async function expectSellingAsComputed(): Promise<number> {
  let rows = 0;
  for (const type of DATE_TYPES) {
    for (const value of periodsWithFacts(type, world.sales.values())) {
      for (const subject of SUBJECTS) {
        const filter = random.chance(0.4) ? {} : random.pick(FILTERS[subject]);
        const order = random.pick(ORDERS);
        const body = { filter: { ...filter, date_info: { type, value } }, orderby: order?.map(sortItem) };
        const expected = expectedSelling(world, subject, type, value, filter, order);
        const { list } = await expectRanked(ask, `/${subject}/v1/rank/topSelling`, body, expected);
        rows += list.length;
      }
    }
  }
  return rows;
}

describe('the rankings by sales', () => {
  it('are what the facts add up to, with what moved, row by row', async () => {
    expect(await expectSellingAsComputed()).toBeGreaterThan(300);
  });

  it('follow a product that changes hands, region and category, one that is loaded and one that is gone', async () => {
    const shop = { seller_id: 'new', name: 'Shop new' };
    await facts.putProduct({ ...drawProduct('p2', random), region: 'MX', shop });
    await facts.putProduct(drawProduct('p8', random));
    await facts.deleteProduct('p3');
    await announce(app);
    await expectSellingAsComputed();
  });

  it('follow a creator who changes region, and a sale that comes late', async () => {
    const [uid = ''] = [...world.sales.values()].map((sale) => sale.uid).filter((one) => world.creators.has(one));
    const creator = world.creators.get(uid);
    if (creator === undefined) throw new Error('The creator is there.');
    await facts.putCreator({ ...creator, region: creator.region === 'US' ? 'MX' : 'US' });
    await facts.putSale(drawSale('late', '2025-12-28', '10', random));
    await announce(app);
    await expectSellingAsComputed();
  });

  it.each(DATE_TYPES)('of the last %s are those of the newest complete one', async (type) => {
    const newest = [...world.sales.values()].map(({ date }) => date).reduce((a, b) => (a > b ? a : b));
    const latest = periodAt(type, newest);
    const value = isComplete(world.sales, type, latest) ? latest : periodBefore(type, newest);
    expect(isComplete(world.sales, type, value)).toBe(true);
    for (const subject of SUBJECTS) {
      const path = `/${subject}/v1/rank/topSelling`;
      const pageOf = (asked: string) => ask(path, { filter: { date_info: { type, value: asked } }, pagesize: 100 });
      const last = await pageOf('last');
      expect(last).toEqual(await pageOf(value));
      expect(last).toMatchObject({ date_value: value, list: expectedSelling(world, subject, type, value) });
      const exported = await exportAll(app, `${path}/export`, { filter: { date_info: { type, value: 'last' } } });
      expect(recordsIn(exported)).toEqual(last.list);
    }
    const { body } = await app.api.post('/product/v1/peers', {
      filter: { product_id: 'none', date_info: { type, value: 'last' } },
    });
    expect(body.data).toMatchObject({ peers: 0, note: 'The ranking of this period has no row of this ID.' });
  });

  it('refuse the last period where none is complete, and the last range', async () => {
    const empty = await startTestApp({ name: 'nothing-complete', indices: emptyIndices() });
    const refused = async (type: string, message: string) => {
      const answer = await empty.api.post('/product/v1/rank/topSelling', {
        filter: { date_info: { type, value: 'last' } },
      });
      expectError(answer, 400, 10_001, [{ path: 'filter.date_info.value', rule: 'period', message }]);
    };
    await refused('month', 'filter.date_info.value is "last"; no month is complete in the data.');
    await refused('range', 'filter.date_info.value is "last"; a range is written YYYY-MM-DD~YYYY-MM-DD.');
    await empty.close();
  });

  it('tell both places by the figure that orders by default, whatever the order', async () => {
    const places = ['rank_by_figure', 'previous_rank_by_figure', 'rank_change'];
    let moved = 0;
    for (const [at, subject] of [...SUBJECTS, ...SUBJECTS].entries()) {
      const [type, value] = at < SUBJECTS.length ? (['month', '2026-01'] as const) : (['week', '2026-01'] as const);
      const path = `/${subject}/v1/rank/topSelling`;
      for (const order of [['units_sold'], ['usd_gmv'], ['rank_change']]) {
        const all = expectedSelling(world, subject, type, value, {}, order, true);
        const body = { filter: { date_info: { type, value } }, orderby: order.map(sortItem), pagesize: 100 };
        const fields = ['rank', ...places];
        const expected = all.map((row) => Object.fromEntries(fields.map((name) => [name, row[name]])));
        const { list } = await ask(path, { ...body, fields });
        expect({ body, list }).toEqual({ body, list: expected });
        const exported = { ...body, pagesize: undefined, format: 'csv' };
        const [header = ''] = (await exportAll(app, `${path}/export`, exported)).text.split('\r\n');
        expect(header.split(',').filter((name) => places.includes(name))).toEqual(
          order[0] === 'rank_change' ? places : [],
        );
        moved += all.filter(({ rank_change: change }) => (change ?? 0) !== 0).length;
      }
    }
    expect(moved).toBeGreaterThan(9);
  });

  it('are listed by period with the facts that count', async () => {
    const sales = [...world.sales.values()];
    for (const subject of SUBJECTS) {
      const counted = sales.filter((sale) => isCounted(world, subject, sale));
      const { body } = await app.api.post<{ list: Readonly<Record<string, unknown>>[] }>('/creator/v1/rank/periods', {
        filter: { ranking: `${subject}TopSelling`, date_type: 'month' },
      });
      const expected = periodsWithFacts('month', counted)
        .toReversed()
        .map((value) => [value, counted.filter(({ date }) => date.startsWith(value)).length, null]);
      expect(body.data.list.map(({ date_value, facts: count, rows }) => [date_value, count, rows])).toEqual(expected);
    }
  });
});

type Row = Readonly<Record<string, unknown>>;

describe('on the seed', () => {
  const world = factsOf(sharedSeed());
  const sales = [...world.sales.values()];

  const app = testApp(() => ({ name: 'seed-rankings', indices: seededIndices() }));

  it('a level 3 id under another level 1 answers an empty list', async () => {
    const days = { from: '2026-06-01', to: '2026-06-30' };
    const sold = sales.filter(({ date }) => date >= days.from && date <= days.to);
    const { l1, l3 } = world.products.get(sold[0]?.product_id ?? '')?.category as Record<'l1' | 'l3', { id: number }>;
    const other = sold.find((sale) => sale.product_category_id !== l1.id)?.product_category_id;
    const month = { type: 'month', value: '2026-06' };
    const range = { type: 'range', value: `${days.from}~${days.to}` };
    const cases = [
      ...['/product/v1/rank/topSelling', '/shop/v1/rank/topSelling'].flatMap((path) =>
        [month, range].map((date_info) => [path, { date_info }, {}] as const),
      ),
      ...['day', 'category', 'region'].map((by) => ['/sales/v1/breakdown', {}, { by, ...days }] as const),
    ];
    for (const [path, filter, more] of cases) {
      const rowsOf = (ids: object) =>
        app.api.ask<{ total: number; list: readonly Row[] }>(path, { ...more, filter: { ...filter, ...ids } });
      expect(await rowsOf({ l1_category_id: other, l3_category_id: l3.id })).toMatchObject({ total: 0, list: [] });
      for (const ids of [{ l1_category_id: other }, { l1_category_id: l1.id, l3_category_id: [l3.id] }]) {
        expect({ path, ids, total: (await rowsOf(ids)).total > 0 }).toEqual({ path, ids, total: true });
      }
      const below = { l1_category_id: [other, l1.id], l3_category_id: l3.id };
      expect(await rowsOf(below)).toEqual(await rowsOf({ l3_category_id: l3.id }));
      const body = { ...more, filter: { ...filter, l1_category_id: other, l3_category_id: l3.id } };
      expect(recordsIn(await exportAll(app, `${path}/export`, body))).toEqual([]);
    }
  });
});
