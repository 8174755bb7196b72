import { daysBetween, shiftDay } from '../../src/common/period/period.js';
import { Random } from '../../dev/seed/random.js';
import { exportAll, recordsIn } from '../export/export-client.js';
import { startTestApp, testApp } from '../support/app.js';
import { type ErrorData, expectError } from '../support/api-client.js';
import { drawWorld, loadFacts, NOTABLE_DAYS, USD_RATE, withContents } from '../support/fact-world.js';
import {
  type AskedType,
  type Bounds,
  DATE_TYPES,
  expectedTopEcommerce,
  expectedTopGrowth,
  marketOf,
  periodsWithFacts,
  valueBefore,
} from '../support/oracle/rankings.oracle.js';
import { expectedSelling, type Subject } from '../support/oracle/selling.oracle.js';

const ASKED = 240;

const world = withContents(drawWorld(new Random('ranges', 65), 40, 30), new Random('contents', 66));
const LEVELS = { l1: [10_000, 20_000], l2: [10_100, 10_200, 20_100], l3: [10_101, 10_102, 10_201] };
const IN_TREE: Readonly<Record<number, number>> = {
  910_001: 10_000,
  910_002: 20_000,
  910_003: 10_000,
  910_004: 30_000,
};
const LAUNCHED = 1_750_000_000;

// The categories of the tree that is built in, and products of all levels, prices and ages.
for (const [id, sale] of world.sales) {
  world.sales.set(id, { ...sale, product_category_id: IN_TREE[sale.product_category_id] ?? 0 });
}
[...world.products].forEach(([id, product], at) => {
  const random = new Random('products of ranges', at);
  const of = (ids: readonly number[]) => ({ id: random.pick([...ids, null]), name: null });
  world.products.set(id, {
    ...product,
    category: { l1: of(LEVELS.l1), l2: of(LEVELS.l2), l3: of(LEVELS.l3) },
    ...(at > 0 && { floor_price: random.whole(5, 40), launch_time: LAUNCHED + random.whole(0, 4) }),
  });
});
type Row = Readonly<Record<string, unknown>>;
type Filter = Readonly<Record<string, unknown>>;

/** Each id of a level, and lists of several. */
const someOf = (ids: readonly number[]): readonly unknown[] => [...ids, ids, [...ids.slice(-2), 77]];

/** Ids of sales, and lists of several; unknown ones among them. */
const UIDS = [['9'], ['10', 'a', 'B', '1000', 'nobody'], ['9', '10', 'a', 'B', 'ü', '1000', '1007', '1014']];
const PRODUCTS = [['p1'], ['p2', 'p8'], ['p3', 'p4', 'p5', 'nothing']];
const SHOPS = [['9', 'Shop'], ['10'], ['nowhere']];

/** A ranking, its rows as the facts have them, and its filters: the figures of ranges, and the values of others. */
interface Ranking {
  readonly path: string;
  readonly id: string;
  readonly expected: (type: AskedType, value: string, filter: Filter) => readonly Row[];
  readonly ranges: Readonly<Record<string, string | ((row: Row) => unknown)>>;
  readonly others: Readonly<Record<string, readonly unknown[]>>;
}

const growthOf = (figure: string) => (row: Row) =>
  (row[`${figure}_growth_rate_info`] as { readonly rate: number | null }).rate;

const selling = (subject: Subject, id: string, others: Ranking['others']): Ranking => ({
  path: `/${subject}/v1/rank/topSelling`,
  id,
  expected: (type, value, filter) => expectedSelling(world, subject, type, value, filter),
  ranges: {
    usd_gmv_range: 'usd_gmv',
    units_sold_range: 'units_sold',
    average_usd_price_range: 'average_usd_price',
    growth_rate_range: growthOf('usd_gmv'),
  },
  others: { ecommerce_type: [1, 2], region: ['US', 'GB'], channel: ['video', 'live'], ...others },
});

const contents = (subject: 'video' | 'live', id: string): Ranking => ({
  ...selling(subject, id, {}),
  others: {
    region: ['US', 'GB'],
    creator_category_id: [920_001, 920_002],
    product_category_id: [10_000, 20_000, 10_100, 10_101, 77],
    uid: [['9', '10', 'a', 'B', '1000'], ['1007']],
    product_id: PRODUCTS,
    seller_id: SHOPS,
  },
});

const RANKINGS: Readonly<Record<string, Ranking>> = {
  topEcommerce: {
    path: '/creator/v1/rank/topEcommerce',
    id: 'uid',
    expected: (type, value, filter) => expectedTopEcommerce(world, type, value, filter),
    ranges: {
      usd_gmv_range: 'creator_usd_gmv',
      units_sold_range: 'units_sold',
      average_usd_price_range: 'average_usd_price',
      follower_count_range: 'follower_count',
      growth_rate_range: growthOf('creator_usd_gmv'),
    },
    others: {
      ecommerce_type: [1, 2],
      region: ['US', 'GB'],
      creator_category_id: [920_001, 920_002],
      product_category_id: [10_000, 20_000, 10_100, 10_101, 77],
      account_type: [1, 2],
      product_id: PRODUCTS,
      seller_id: SHOPS,
    },
  },
  topGrowth: {
    path: '/creator/v1/rank/topGrowth',
    id: 'uid',
    expected: (type, value, filter) => expectedTopGrowth(world, type, value, filter),
    ranges: {
      follower_count_at_period_end_range: 'follower_count_at_period_end',
      follower_inc_count_range: 'follower_inc_count',
      follower_inc_rate_range: (row) => (row['follower_inc_rate_info'] as { readonly rate: number | null }).rate,
      growth_rate_range: growthOf('follower_inc_count'),
    },
    others: { region: ['US', 'GB'], category_id: [920_001, 920_002] },
  },
  products: selling('product', 'product_id', {
    l1_category_id: someOf(LEVELS.l1),
    l2_category_id: someOf(LEVELS.l2),
    l3_category_id: someOf(LEVELS.l3),
    seller_id: SHOPS,
    uid: UIDS,
    usd_price_range: [{ max: 20 }, { min: 10, max: 25 }],
    launch_time_range: [{ min: LAUNCHED + 2 }],
  }),
  shops: selling('shop', 'seller_id', {
    l1_category_id: someOf(LEVELS.l1),
    l2_category_id: someOf(LEVELS.l2),
    l3_category_id: someOf(LEVELS.l3),
    product_id: PRODUCTS,
    uid: UIDS,
  }),
  categories: selling('category', 'category', { level: [1, 2, 3], uid: UIDS }),
  videos: contents('video', 'video_id'),
  lives: contents('live', 'room_id'),
};

const COUNTS = ['units_sold_range', 'follower_count_range', 'follower_count_at_period_end_range'];

/** A range between figures that rows have, so that some lie on its bounds. */
function drawRange(random: Random, name: string, figures: readonly number[]): Bounds {
  const least = COUNTS.includes(name) ? 0 : -Infinity;
  const draw = () => Math.max(least, random.pick(figures.length > 0 ? figures : [1]));
  const [min = 0, max = 0] = [draw(), draw()].sort((a, b) => a - b);
  return random.pick([{ min }, { max }, { min, max }]);
}

interface Answer {
  readonly total: number;
  readonly list: readonly Row[];
}

/** A period that has facts, or a range of days. */
function drawPeriod(random: Random): readonly [AskedType, string] {
  if (random.chance(0.6)) {
    const from = random.pick(NOTABLE_DAYS);
    return ['range', `${from}~${shiftDay(from, random.pick([0, 1, 6, 27, 30, 91]))}`];
  }
  const type = random.pick(DATE_TYPES);
  return [type, random.pick(periodsWithFacts(type, world.sales.values()))];
}

/** A period of the same kind, a range of as many days, anywhere among the facts. */
function drawCompared(random: Random, type: AskedType, value: string): string {
  if (type !== 'range' && random.chance(0.7)) return random.pick(periodsWithFacts(type, world.sales.values()));
  const [from = '', to = from] = value.split('~');
  const first = random.pick(NOTABLE_DAYS);
  return `${first}~${shiftDay(first, type === 'range' && random.chance(0.5) ? daysBetween(from, to) : random.whole(0, 91))}`;
}

/** A row without the names of its categories, which the oracle does not know. */
const withoutNames = (row: Row): Row =>
  JSON.parse(JSON.stringify(row), (key, value: { id?: number } | null) =>
    key === 'category' && value !== null && Number(value.id) < 900_000 ? { ...value, name: null } : value,
  ) as Row;

describe('ranges of figures and what is new, as filters of rankings', () => {
  const load = loadFacts(world, USD_RATE);
  const one = testApp(() => ({ name: 'ranges', load }));
  const five = testApp(() => ({ name: 'ranges-five', load, config: { indexShards: 5 } }));

  it.each(Object.entries(RANKINGS))(
    'of %s keep what the facts say, in one shard and in five',
    async (name, ranking) => {
      const { path, id, expected, ranges, others } = ranking;
      const seen = { rows: 0, moved: 0, news: 0 };
      for (let index = 0; index < ASKED; index += 1) {
        const random = new Random(`ranges of ${name}`, index);
        const [type, value] = drawPeriod(random);
        const chosen = Object.entries(others).filter(
          ([other]) => random.chance(0.25) && !(other === 'ecommerce_type' && random.chance(0.5)),
        );
        const picked = Object.fromEntries(chosen.map(([other, values]) => [other, random.pick(values)]));
        const kept = 'channel' in picked ? { ...picked, ecommerce_type: undefined } : picked;
        const compare_to = random.chance(0.3) ? drawCompared(random, type, value) : undefined;
        const compared = { ...kept, ...(compare_to !== undefined && { compare_to }) };
        const all = expected(type, value, compared);
        const drawn = Object.entries(ranges).filter(() => random.chance(0.35));
        const bounds = drawn.map(([range, figure]): [string, Bounds] => {
          const figures = all.map((row) => (typeof figure === 'string' ? row[figure] : figure(row)));
          const known = figures.filter((value) => typeof value === 'number');
          return [range, drawRange(random, range, known)];
        });
        const filter: Filter = {
          ...kept,
          ...Object.fromEntries(bounds),
          ...(random.chance(0.3) && { is_new: random.chance(0.5) }),
        };
        const rows = expected(type, value, { ...compared, ...filter });
        const named = random.chance(0.2) && id !== 'category' && all.length > 0 && String(random.pick(all)[id]);
        const asked = { filter: { ...filter, ...(named && { [id]: named }), date_info: { type, value } }, compare_to };
        const body = { ...asked, pagesize: 100 };
        const previous_date_value = compare_to ?? valueBefore(type, value);
        const wanted = rows.filter((row) => named === false || row[id] === named);
        const { status, body: answer } = await one.api.post<Answer>(path, body);
        expect({ body, status, message: answer.message }).toEqual({ body, status: 200, message: '' });
        expect({ body, ...answer.data }).toMatchObject({
          body,
          total: wanted.length,
          ...marketOf(rows),
          previous_date_value,
        });
        expect({ body, list: answer.data.list.map(withoutNames) }).toEqual({ body, list: wanted });
        seen.rows += wanted.length;
        seen.moved += wanted.filter((row) => row['previous_rank'] !== null).length;
        seen.news += wanted.filter((row) => row['is_new'] === 1).length;
        if (index % 10 > 0) continue;
        expect(await five.api.ask<Answer>(path, body)).toEqual(answer.data);
        expect(recordsIn<Row>(await exportAll(one, `${path}/export`, asked)).map(withoutNames)).toEqual(wanted);
      }
      expect(Math.min(seen.rows, seen.moved, seen.news)).toBeGreaterThan(10);
    },
  );

  it.each([
    [{ usd_gmv_range: { min: 2, max: 1 } }, { path: 'filter.usd_gmv_range', rule: 'min_above_max' }],
    [{ growth_rate_range: {} }, { path: 'filter.growth_rate_range', rule: 'empty' }],
    [{ units_sold_range: { min: -1 } }, { path: 'filter.units_sold_range.min', rule: 'min' }],
    [{ is_new: 'yes' }, { path: 'filter.is_new', rule: 'one_of' }],
    [
      { channel: 'live', ecommerce_type: 1 },
      { path: 'filter.channel', rule: 'channel_alone' },
    ],
    [{ level: 4 }, { path: 'filter.level', rule: 'one_of' }],
    [{ l1_category_id: [] }, { path: 'filter.l1_category_id', rule: 'empty' }],
    [{ l2_category_id: [10_100, 'ten'] }, { path: 'filter.l2_category_id[1]', rule: 'type' }],
    [
      { l3_category_id: Array.from({ length: 101 }, (_, id) => id) },
      { path: 'filter.l3_category_id', rule: 'max_items' },
    ],
    [{ price_range: { min: 1 } }, { path: 'filter.price_range', rule: 'needs' }],
  ])('are refused for %j', async (filter, fault) => {
    const [name = ''] = Object.keys(filter);
    for (const { path, ranges, others } of Object.values(RANKINGS)) {
      if (!(name === 'is_new' || name in { price_range: 0, ...ranges, ...others })) continue;
      if (name === 'price_range' && !('usd_price_range' in others)) continue;
      const date_info = { type: 'month', value: '2025-12' };
      expectError(await one.api.post(path, { filter: { ...filter, date_info } }), 400, 10_001, [fault]);
    }
  });

  it.each([
    ['2026-01-02~2026-01-01', 'the nearest is 2026-01-02~2026-01-02'],
    ['2026-01-01~2026-04-03', 'the nearest is 2026-01-01~2026-04-02'],
    ['2026-02-28~2026-02-30', 'the nearest is 2026-02-28~2026-02-28'],
    ['2026-01-01', 'a range is written YYYY-MM-DD~YYYY-MM-DD'],
  ])('of days are refused for %s', async (value, detail) => {
    for (const { path } of Object.values(RANKINGS)) {
      const answer = await one.api.post<ErrorData>(path, { filter: { date_info: { type: 'range', value } } });
      expectError(answer, 400, 10_001, [{ path: 'filter.date_info.value', rule: 'period' }]);
      expect(answer.body.data.errors[0]?.message).toContain(detail);
    }
  });

  it.each([
    ['month', '2026-01'],
    ['range', '2026-01-01~2026-01-31'],
  ])('of categories in a %s keep the rows of a list of them with their ranks', async (type, value) => {
    const { path } = RANKINGS['categories'] as Ranking;
    const rowsOf = async (filter: Filter) =>
      (await one.api.ask<Answer>(path, { filter: { ...filter, date_info: { type, value } } })).list;
    const idOf = ({ category }: Row) => (category as { readonly id: number }).id;
    const all = await rowsOf({});
    const named = [30_000, 10_000];
    expect(all.filter((row) => named.includes(idOf(row)))).toHaveLength(2);
    expect(await rowsOf({ l1_category_id: named })).toEqual(all.filter((row) => named.includes(idOf(row))));
    expect(await rowsOf({ l1_category_id: [10_000] })).toEqual(all.filter((row) => idOf(row) === 10_000));
  });

  it.each([
    ['month', '2025-12', '2025-13', 'the calendar has no such month, the nearest is 2025-12'],
    ['week', '2026-01', '2025-01-01', 'a week is written YYYY-WW'],
    ['month', '2026-01', '2025-01-01~2025-04-03', 'a range has 1 to 92 days, the nearest is 2025-01-01~2025-04-02'],
  ])('of a %s %s compared with %s are refused', async (type, value, compare_to, detail) => {
    for (const { path } of Object.values(RANKINGS)) {
      const answer = await one.api.post<ErrorData>(path, { filter: { date_info: { type, value } }, compare_to });
      expectError(answer, 400, 10_001, [{ path: 'compare_to', rule: 'period' }]);
      expect(answer.body.data.errors[0]?.message).toContain(detail);
    }
  });

  it('of the first days of all have no days before', async () => {
    const date_info = { type: 'range', value: '0001-01-01~0001-01-02' };
    for (const { path } of Object.values(RANKINGS)) {
      const { body } = await one.api.post<Answer>(path, { filter: { date_info } });
      expect(body.data).toMatchObject({ total: 0, list: [], previous_date_value: null, complete: false });
    }
  });

  it('of more rows than can be read are refused with the filters that narrow them, where all are read', async () => {
    const few = await startTestApp({ name: 'ranges-few', load, config: { rankingMaxRows: 1 } });
    const date_info = { type: 'range', value: '2025-12-01~2026-01-31' };
    for (const [name, { path }] of Object.entries(RANKINGS)) {
      if (name === 'categories') continue;
      const page = await few.api.post(path, { filter: { date_info } });
      expect({ path, status: page.status }).toEqual({ path, status: name === 'topGrowth' ? 400 : 200 });
      const filter = { date_info, growth_rate_range: { min: -100 } };
      const answer = await few.api.post<ErrorData>(path, { filter });
      expectError(answer, 400, 10_001, [{ path: 'filter.date_info', rule: 'too_many_rows', limit: 1 }]);
      expect(answer.body.data.errors[0]?.message).toMatch(
        /narrow the request by (?:filter\.\w+, )*filter\.\w+ or fewer days\./,
      );
    }
    await few.close();
  });
});
