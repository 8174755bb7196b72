import { Random } from '../../dev/seed/random.js';
import type { SaleLoad } from '../../src/figures/facts.record.js';
import { exportAll, recordsIn } from '../export/export-client.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { drawSale, drawWorld, loadFacts, withContents } from '../support/fact-world.js';
import { daysIn, isPaired, partnerOf } from '../support/oracle/breakdown.oracle.js';
import {
  type AskedType,
  type DateType,
  isComplete,
  periodAt,
  sumExactly,
  valueBefore,
} from '../support/oracle/rankings.oracle.js';

const ASKED = 200;
const random = new Random('series', 3);
const drawn = drawWorld(random, 30, 10);
/** Days of months of 28, 30 and 31 days. */
for (let at = 0; at < 3000; at += 1) {
  const date = new Date(Date.UTC(2026, 0, 1 + random.whole(0, 180))).toISOString().slice(0, 10);
  const id = `spring-${at}`;
  drawn.sales.set(id, drawSale(id, date, random.pick([...drawn.creators.keys()]), random));
}
const world = withContents(drawn, random);
const sales = [...world.sales.values()];

const PERIODS: readonly (readonly [AskedType, string])[] = [
  ...['2026-01', '2026-02', '2026-03', '2026-04', '2026-06'].map((value) => ['month', value] as const),
  ...['2026-01', '2026-10', '2026-22'].map((value) => ['week', value] as const),
  ...['2026-02-03~2026-03-12', '2026-06-15~2026-07-05'].map((value) => ['range', value] as const),
];
const COMPARED = ['2026-02-01~2026-02-28', '2026-03-01~2026-03-31', '2026-05-17~2026-05-20'];

interface Point {
  readonly date_value: string;
  readonly units_sold: number | null;
  readonly usd_gmv: number | null;
  readonly previous?: object | null;
}
type Row = Readonly<Record<string, unknown>> & { readonly series?: readonly Point[] | null };
interface Answer {
  readonly list: readonly Row[];
  readonly sum: Readonly<Record<'units_sold' | 'usd_gmv', number>> & { readonly previous?: object | null };
  readonly sum_series?: readonly Point[] | null;
}

const sold = (some: readonly SaleLoad[]) => ({
  units_sold: some.reduce((sum, sale) => sum + sale.units_sold, 0),
  usd_gmv: sumExactly(some.map((sale) => sale.usd_gmv)),
});

/** The series of some sales, day by day of the calendar. */
function seriesOf(
  some: readonly SaleLoad[],
  point: DateType,
  asked: readonly string[],
  before?: readonly string[],
): Point[] {
  const wholeBefore = before && isComplete(world.sales, 'range', `${before[0]}~${before.at(-1)}`);
  return [...new Set(asked.map((day) => periodAt(point, day)))].map((date_value) => {
    const days = asked.filter((day) => periodAt(point, day) === date_value);
    const own = some.filter(({ date }) => days.includes(date));
    const then = some.filter(
      ({ date }) => before?.includes(date) && partnerOf(point, date, asked, before) === date_value,
    );
    const isThere = before && wholeBefore && isPaired(point, date_value, asked, before);
    return {
      date_value,
      ...(own.length > 0 || isComplete(world.sales, 'range', `${days[0]}~${days.at(-1)}`)
        ? sold(own)
        : { units_sold: null, usd_gmv: null }),
      ...(before && { previous: isThere ? sold(then) : null }),
    };
  });
}

type Keeps = (sale: SaleLoad) => boolean;
const productOf = (sale: SaleLoad) => world.products.get(sale.product_id);

/** Rankings: the facts of their lists, and those of a row. */
const RANKINGS: Readonly<
  Record<string, { isOf: Keeps; keyOf: (sale: SaleLoad) => unknown; idOf: (row: Row) => unknown }>
> = {
  creator: {
    isOf: ({ uid }) => world.creators.has(uid),
    keyOf: ({ uid }) => uid,
    idOf: ({ uid }) => uid,
  },
  product: {
    isOf: (sale) => productOf(sale) !== undefined,
    keyOf: ({ product_id }) => product_id,
    idOf: ({ product_id }) => product_id,
  },
  shop: {
    isOf: (sale) => (productOf(sale)?.shop?.seller_id ?? null) !== null,
    keyOf: (sale) => productOf(sale)?.shop?.seller_id,
    idOf: ({ seller_id }) => seller_id,
  },
  category: {
    isOf: () => true,
    keyOf: ({ product_category_id }) => product_category_id,
    idOf: ({ category }) => (category as { id: number }).id,
  },
};

/** Filters of each ranking, the sales that they keep, and whether they keep rows as a whole. */
const FILTERS: readonly (readonly [string, object, Keeps, boolean])[] = [
  ['creator', {}, () => true, false],
  ['creator', { region: 'US' }, ({ uid }) => world.creators.get(uid)?.region === 'US', false],
  ['creator', { ecommerce_type: 1 }, () => true, false],
  ['creator', { units_sold_range: { min: 3 } }, () => true, true],
  ['product', {}, () => true, false],
  ['product', { region: 'GB' }, (sale) => productOf(sale)?.region === 'GB', false],
  ['product', { channel: 'live' }, ({ channel }) => channel === 'live', false],
  ['product', { is_new: false }, () => true, true],
  ['shop', { l1_category_id: 910_001 }, ({ product_category_id }) => product_category_id === 910_001, false],
  ['shop', { region: 'US' }, () => true, true],
  ['category', { region: 'MX' }, ({ uid }) => world.creators.get(uid)?.region === 'MX', false],
  ['category', { uid: ['9', '10'] }, ({ uid }) => ['9', '10'].includes(uid), false],
];

/** Keys of breakdowns without an id, and the value of a row. */
const KEYS: Readonly<Record<string, (sale: SaleLoad) => unknown>> = {
  region: ({ uid }) => world.creators.get(uid)?.region ?? null,
  channel: ({ channel }) => channel,
  category: ({ product_category_id }) => product_category_id,
};
const keyIn = (row: Row, by: string): unknown =>
  by === 'category' ? (row['category'] as { id: number } | null)?.id : row[by];

describe('series under the filters of a list', () => {
  const apps: TestApp[] = [];
  beforeAll(async () => {
    for (const indexShards of [1, 5]) {
      apps.push(await startTestApp({ name: `series-${indexShards}`, load: loadFacts(world), config: { indexShards } }));
    }
  });
  afterAll(() => Promise.all(apps.map((app) => app.close())));

  const ask = async (path: string, body: object): Promise<Answer> => {
    const [one, five] = await Promise.all(apps.map(({ api }) => api.ask<Answer>(path, body)));
    expect(five).toEqual(one);
    return one as Answer;
  };

  it('are what the facts add up to, of rankings and breakdowns, in one shard and in five', async () => {
    let [rows, unpaired] = [0, 0];
    for (let index = 0; index < ASKED; index += 1) {
      const draw = new Random('series asked', index);
      const [type, value] = draw.pick(PERIODS);
      const series = draw.pick(['day', 'week', 'month'] as const);
      const compare_to = draw.chance(0.3) ? draw.pick(COMPARED) : undefined;
      const asked = daysIn(type, value);
      const before = daysIn(compare_to ? 'range' : type, compare_to ?? valueBefore(type, value));
      const isIn = ({ date }: SaleLoad) => asked.includes(date) || before.includes(date);
      const more = { series, ...(compare_to && { compare_to }), pagesize: 20 };
      if (draw.chance(0.4)) {
        const bys = draw.pick([['region'], ['channel'], ['category'], ['region', 'channel'], ['category', 'region']]);
        const isCompared = compare_to !== undefined || draw.chance(0.5);
        const live = draw.chance(0.3);
        const filter = live ? { channel: 'live' } : {};
        const body = { by: bys, filter, date_info: { type, value }, ...more, ...(isCompared && { compare: true }) };
        const { list, sum, sum_series } = await ask('/sales/v1/breakdown', body);
        const facts = sales.filter((sale) => isIn(sale) && (!live || sale.channel === 'live'));
        const compared = isCompared ? before : undefined;
        expect({ body, sum_series }).toEqual({ body, sum_series: seriesOf(facts, series, asked, compared) });
        expect(sum).toMatchObject(sold(facts.filter(({ date }) => asked.includes(date))));
        for (const row of list) {
          const own = facts.filter((sale) => bys.every((by) => KEYS[by]?.(sale) === keyIn(row, by)));
          expect({ body, row: row.series }).toEqual({ body, row: seriesOf(own, series, asked, compared) });
          rows += 1;
        }
        if (isCompared && before.length > asked.length) unpaired += 1;
        continue;
      }
      const [subject, filter, keeps, isOfRows] = draw.pick(FILTERS);
      const { isOf, keyOf, idOf } = RANKINGS[subject] as (typeof RANKINGS)[string];
      const path = `/${subject}/v1/rank/${subject === 'creator' ? 'topEcommerce' : 'topSelling'}`;
      const body = { filter: { ...filter, date_info: { type, value } }, ...more };
      const { list, sum_series } = await ask(path, body);
      const facts = sales.filter((sale) => isIn(sale) && isOf(sale) && keeps(sale));
      const isOfVideo = 'ecommerce_type' in filter;
      const summed = facts.filter(({ channel }) => !isOfVideo || channel === 'video');
      const expected = isOfRows ? null : seriesOf(summed, series, asked, before);
      expect({ path, body, sum_series }).toEqual({ path, body, sum_series: expected });
      for (const row of list) {
        const own = facts.filter((sale) => keyOf(sale) === idOf(row));
        expect({ body, row: row.series }).toEqual({ body, row: seriesOf(own, series, asked, before) });
        rows += 1;
      }
    }
    expect(rows).toBeGreaterThan(ASKED);
    expect(unpaired).toBeGreaterThan(3);
  });

  it('are by day where only fields name them, left out where fields leave them out, and exported', async () => {
    const path = '/product/v1/rank/topSelling';
    const asked = { filter: { date_info: { type: 'week', value: '2026-10' } } };
    const whole = await ask(path, { ...asked, series: 'day' });
    const named = await ask(path, { ...asked, fields: ['rank', 'series'] });
    expect(named.sum_series).toEqual(whole.sum_series);
    expect(named.list).toEqual(whole.list.map(({ rank, series }) => ({ rank, series })));
    const without = await ask(path, { ...asked, series: 'day', fields: ['rank'] });
    expect(without.list).toEqual(whole.list.map(({ rank }) => ({ rank })));
    const plain = await ask(path, asked);
    expect(plain.list).toEqual(whole.list.map((row) => ({ ...row, series: undefined })));
    expect('sum_series' in plain).toBe(false);
    const [app] = apps as [TestApp];
    expect(recordsIn(await exportAll(app, `${path}/export`, { ...asked, series: 'day' }))).toEqual(whole.list);
    const [header = ''] = (
      await exportAll(app, `${path}/export`, { ...asked, series: 'day', format: 'csv' })
    ).text.split('\r\n');
    expect(header.split(',')).toContain('series');
    const steps = await ask('/sales/v1/breakdown', {
      ...{ by: 'follower_tier', filter: {}, date_info: { type: 'week', value: '2026-10' }, series: 'day' },
    });
    expect(steps.list.map(({ series }) => series)).toEqual(steps.list.map(() => null));
  });
});
