import { jest } from '@jest/globals';
import { Random } from '../../dev/seed/random.js';
import { shiftDay } from '../../src/common/period/period.js';
import { FactGroups } from '../../src/figures/fact-groups.js';
import { exportAll, recordsIn } from '../export/export-client.js';
import { expectError } from '../support/api-client.js';
import { testApp, type TestApp } from '../support/app.js';
import { drawWorld, loadFacts, NOTABLE_DAYS, withContents, withPublished } from '../support/fact-world.js';
import { CONVERSION_NAMES, conversionsOf, type Figures, rowOf } from '../support/oracle/conversion.oracle.js';
import {
  type AskedType,
  type Bounds,
  byBytes,
  categoryOf,
  DATE_TYPES,
  expectedTopEcommerce,
  type FactWorld,
  group,
  inOrder,
  isIn,
  isOf,
  isOfIds,
  lies,
  periodAt,
  sumOf,
  type TopEcommerceFilter,
  valueBefore,
} from '../support/oracle/rankings.oracle.js';

type Row = Readonly<Record<string, unknown>>;
interface Page {
  readonly total: number;
  readonly list: readonly Row[];
}
interface SortBy {
  readonly field: string;
  readonly order?: 'asc' | 'desc';
}

const OF_CREATORS = ['region', 'creator_category_id', 'account_type', 'ecommerce_type'];

function drawOrder(random: Random, names: readonly string[]): SortBy[] {
  const fields = [...new Set([random.pick(names), random.pick(names)])].slice(0, random.whole(1, 2));
  return fields.map((field) => ({ field, ...(random.chance(0.5) && { order: random.pick(['asc', 'desc']) }) }));
}

const drawRanges = (random: Random): Readonly<Record<string, Bounds>> =>
  Object.fromEntries(
    CONVERSION_NAMES.filter(() => random.chance(0.1)).map((name) => {
      const min = random.whole(0, 3);
      return [`${name}_range`, random.chance(0.5) ? { min } : { min, max: min + random.whole(0, 50_000) }];
    }),
  );

const isInRanges = (figures: Figures, ranges: Readonly<Record<string, Bounds>>): boolean =>
  Object.entries(ranges).every(([name, range]) => lies(figures[name.replace('_range', '')] ?? null, range));

function compare(order: readonly SortBy[], a: Row, b: Row): number {
  for (const { field, order: direction } of order) {
    const [one, other] = [a[field], b[field]] as (number | null)[];
    if (one !== other) return inOrder(one, other, direction);
  }
  return 0;
}

function drawRanking(random: Random, world: FactWorld, drawDays: () => readonly [AskedType, string]) {
  const [type, value] = drawDays();
  const ids = (all: readonly string[]) => [random.pick(all), random.pick(all)];
  const sellers = [...world.products.values()].flatMap(({ shop }) => shop?.seller_id ?? []);
  const sale = random.pick([...world.sales.values()]);
  const creator = world.creators.get(sale.uid);
  const drawn: TopEcommerceFilter = {
    ...(random.chance(0.2) && creator?.region && { region: creator.region }),
    ...(random.chance(0.1) && creator?.category_id && { creator_category_id: creator.category_id }),
    ...(random.chance(0.1) && { account_type: random.whole(1, 2) }),
    ...(random.chance(0.1) && { ecommerce_type: random.whole(1, 2) }),
    ...(random.chance(0.2) && { product_category_id: sale.product_category_id }),
    ...(random.chance(0.1) && { product_id: ids([...world.products.keys()]) }),
    ...(random.chance(0.1) && { seller_id: ids(sellers) }),
  };
  const order = random.chance(0.7) ? drawOrder(random, CONVERSION_NAMES) : [];
  return { type, value, drawn, order, ranges: drawRanges(random) };
}

function expectedRanking(world: FactWorld, { type, value, drawn, order, ranges }: ReturnType<typeof drawRanking>) {
  const figuresOf = conversionsOf(world, {
    by: 'creator',
    isAsked: (day) => isIn(type, value, day),
    isCounted: (sale) =>
      isOfIds(world, sale, drawn) &&
      (drawn.product_category_id === undefined || isOf(world, sale, drawn.product_category_id)),
    isOfAll: Object.keys(drawn).every((name) => OF_CREATORS.includes(name)),
  });
  const rows = expectedTopEcommerce(world, type, value, drawn).map(({ uid }) => ({ uid, ...figuresOf(uid) }));
  const kept = rows.filter((row) => isInRanges(row as unknown as Figures, ranges));
  if (order.length > 0) kept.sort((a, b) => compare(order, a, b) || byBytes(a.uid, b.uid));
  return kept.map((row, at) => ({ rank: at + 1, ...row }));
}

async function expectRankings(
  app: TestApp,
  world: FactWorld,
  asked: number,
  drawDays: (random: Random) => readonly [AskedType, string],
) {
  const seen = { rows: 0, rates: 0, placed: 0 };
  const path = '/creator/v1/rank/topEcommerce';
  for (let index = 0; index < asked; index += 1) {
    const random = new Random('conversion', index);
    const question = drawRanking(random, world, () => drawDays(random));
    const { type, value, drawn, order, ranges } = question;
    const expected = expectedRanking(world, question);
    const before = expectedRanking(world, { ...question, value: valueBefore(type, value) });
    const rows = expected.map((row) => ({
      ...row,
      previous_rank: before.find(({ uid }) => uid === row.uid)?.rank ?? null,
    }));
    const [page, pagesize] = [random.whole(1, 2), random.pick([1, 7, 100])];
    const filter = { ...drawn, ...ranges, date_info: { type, value } };
    const fields = ['rank', 'previous_rank', 'uid', ...CONVERSION_NAMES];
    const body = { filter, ...(order.length > 0 && { orderby: order }), fields };
    if (random.chance(0.15)) {
      const exported = recordsIn(await exportAll(app, `${path}/export`, body));
      expect({ body, exported }).toEqual({ body, exported: rows });
    } else {
      const { data, message } = (await app.api.post<Page>(path, { ...body, page, pagesize })).body;
      expect({ body, message }).toEqual({ body, message: '' });
      const { total, list } = data;
      const onPage = rows.slice((page - 1) * pagesize, page * pagesize);
      expect({ body, page, total, list }).toEqual({ body, page, total: rows.length, list: onPage });
    }
    seen.rows += rows.length;
    seen.rates += rows.filter((row) => (row as unknown as Figures)['usd_gmv_per_1000_plays'] !== null).length;
    seen.placed += rows.filter((row) => row.previous_rank !== null).length;
  }
  return seen;
}

/** A breakdown by one of the keys that have the figures. */
function drawBreakdown(random: Random, world: FactWorld, [from, to]: readonly [string, string]) {
  const sale = random.pick([...world.sales.values()]);
  const others = Array.from({ length: random.whole(0, 8) }, () => random.pick([...world.sales.values()]));
  const several = (idOf: (one: typeof sale) => string) => [...new Set([sale, ...others].map(idOf))];
  const shop = rowOf(world, 'shop', sale);
  const some: Readonly<Record<string, unknown>> = {
    ...(random.chance(0.4) && { uid: several(({ uid }) => uid) }),
    ...(random.chance(0.3) && { product_id: several(({ product_id }) => product_id) }),
    ...(random.chance(0.3) && shop && { seller_id: [shop] }),
    ...(random.chance(0.1) && { video_id: several(({ content_id }) => content_id) }),
    ...(random.chance(0.1) && { room_id: several(({ content_id }) => content_id) }),
  };
  const ids = Object.keys(some).length > 0 ? some : { uid: several(({ uid }) => uid) };
  const filter = {
    ...ids,
    ...(random.chance(0.1) && { l1_category_id: sale.product_category_id }),
    ...(random.chance(0.1) && { channel: random.pick(['video', 'live']) }),
    ...(random.chance(0.1) && world.creators.get(sale.uid)?.region && { region: world.creators.get(sale.uid)?.region }),
  };
  const by = random.pick(['creator', 'product', 'shop'] as const);
  const names = [...CONVERSION_NAMES, ...(by === 'creator' ? ['follower_count'] : []), 'usd_gmv'];
  return {
    by,
    from,
    to,
    filter,
    order: random.chance(0.7) ? drawOrder(random, names) : [],
    ranges: drawRanges(random),
  };
}

/** The filters that keep all or none of the sales of a row. */
const OF_ROWS = { creator: ['uid', 'region'], product: ['product_id', 'seller_id'], shop: ['seller_id'] } as const;

function expectedBreakdown(
  world: FactWorld,
  { by, from, to, filter, order, ranges }: ReturnType<typeof drawBreakdown>,
) {
  const asked = filter as Readonly<
    Partial<Record<'uid' | 'product_id' | 'seller_id' | 'video_id' | 'room_id', string[]>>
  > & { readonly l1_category_id?: number; readonly channel?: string; readonly region?: string };
  const isOfContent = ({ channel, content_id }: { channel: string; content_id: string }) =>
    (asked.video_id === undefined && asked.room_id === undefined) ||
    asked[channel === 'video' ? 'video_id' : 'room_id']?.includes(content_id) === true;
  const question = {
    by,
    isAsked: (day: string) => from <= day && day <= to,
    isCounted: (sale: Parameters<typeof rowOf>[2]) =>
      isOfIds(world, sale, asked) &&
      isOfContent(sale) &&
      (asked.region === undefined || world.creators.get(sale.uid)?.region === asked.region) &&
      (asked.l1_category_id === undefined || categoryOf(world, sale, 1) === asked.l1_category_id) &&
      (asked.channel === undefined || sale.channel === asked.channel),
    isOfAll: Object.keys(filter).every((name) => (OF_ROWS[by] as readonly string[]).includes(name)),
  };
  const figuresOf = conversionsOf(world, question);
  const sales = [...world.sales.values()].filter((sale) => question.isAsked(sale.date) && question.isCounted(sale));
  const rows = [...group(sales, (sale) => JSON.stringify(rowOf(world, by, sale)))].map(([key, own]) => {
    const row = JSON.parse(key) as string | null;
    return {
      key: row,
      usd_gmv: sumOf(own, (sale) => sale.usd_gmv),
      ...figuresOf(row),
      ...(by === 'creator' && { follower_count: world.creators.get(row ?? '')?.follower_count ?? null }),
    };
  });
  const kept = rows.filter((row) => isInRanges(row as unknown as Figures, ranges));
  const byKey = (a: string | null, b: string | null) => (a === null ? 1 : b === null ? -1 : a < b ? -1 : 1);
  const items = order.length > 0 ? order : [{ field: 'usd_gmv' }];
  return kept.sort((a, b) => compare(items, a, b) || byKey(a.key, b.key));
}

const KEY = { creator: 'uid', product: 'product_id', shop: 'seller_id' } as const;

async function expectBreakdowns(
  app: TestApp,
  world: FactWorld,
  asked: number,
  drawDays: (random: Random) => readonly [string, string],
) {
  const seen = { rows: 0, rates: 0, lives: 0, shops: 0 };
  const path = '/sales/v1/breakdown';
  for (let index = 0; index < asked; index += 1) {
    const random = new Random('converting breakdowns', index);
    const question = drawBreakdown(random, world, drawDays(random));
    const { by, from, to, filter, order, ranges } = question;
    const expected = expectedBreakdown(world, question).map(({ key, ...row }) => ({ [KEY[by]]: key, ...row }));
    const [page, pagesize] = [random.whole(1, 2), random.pick([1, 7, 100])];
    const fields = [KEY[by], 'usd_gmv', ...CONVERSION_NAMES, ...(by === 'creator' ? ['follower_count'] : [])];
    const body = {
      by,
      from,
      to,
      filter: { ...filter, ...ranges },
      ...(order.length > 0 && { orderby: order }),
      fields,
    };
    if (random.chance(0.15)) {
      const exported = recordsIn(await exportAll(app, `${path}/export`, body));
      expect({ body, exported }).toEqual({ body, exported: expected });
    } else {
      const { total, list } = await app.api.ask<Page>(path, { ...body, page, pagesize });
      const onPage = expected.slice((page - 1) * pagesize, page * pagesize);
      expect({ body, page, total, list }).toEqual({ body, page, total: expected.length, list: onPage });
    }
    const figures = expected as unknown as Figures[];
    seen.rows += expected.length;
    seen.rates += figures.filter((row) => row['usd_gmv_per_1000_plays'] !== null).length;
    seen.lives += figures.filter((row) => (row['period_lives'] ?? 0) > 0).length;
    seen.shops += by === 'shop' ? expected.length : 0;
  }
  return seen;
}

describe('what the videos and live streams of a period convert, of a random world in three shards', () => {
  const random = new Random('converting world', 98);
  const world = withPublished(withContents(drawWorld(random, 40, 30), random), random);
  const app = testApp(() => ({ name: 'conversion', load: loadFacts(world), config: { indexShards: 3 } }));

  it('is in rows, orders and ranges of rankings as computed', async () => {
    const seen = await expectRankings(app, world, 200, (random) => {
      const type = random.pick(DATE_TYPES);
      const day = random.pick(NOTABLE_DAYS);
      return random.chance(0.4)
        ? ['range', `${day}~${shiftDay(day, random.pick([6, 91]))}`]
        : [type, periodAt(type, day)];
    });
    expect({ seen, least: Math.min(...Object.values(seen)) > 200 }).toEqual({ seen, least: true });
  });

  it('is in rows, orders and ranges of breakdowns as computed', async () => {
    const seen = await expectBreakdowns(app, world, 200, (random) => {
      const day = random.pick(NOTABLE_DAYS);
      return [day, shiftDay(day, random.pick([0, 30, 399]))];
    });
    expect({ seen, least: Math.min(...Object.values(seen)) > 40 }).toEqual({ seen, least: true });
  });

  it('is shown where it orders the rows, and is a column of their CSV', async () => {
    const date_info = { type: 'range', value: '2025-12-22~2026-01-12' };
    const orderby = [{ field: 'usd_gmv_per_1000_plays' }];
    const path = '/creator/v1/rank/topEcommerce';
    const { list } = await app.api.ask<Page>(path, { filter: { date_info }, orderby });
    expect(Number(list[0]?.['usd_gmv_per_1000_plays'])).toBeGreaterThan(0);
    const csv = (await exportAll(app, `${path}/export`, { filter: { date_info }, orderby, format: 'csv' })).text;
    expect(
      csv
        .split('\r\n')[0]
        ?.split(',')
        .filter((name) => CONVERSION_NAMES.includes(name)),
    ).toEqual(['usd_gmv_per_1000_plays']);
    const plain = (await app.api.ask<Page>(path, { filter: { date_info } })).list;
    expect(Object.keys(plain[0] ?? {}).filter((name) => CONVERSION_NAMES.includes(name))).toEqual([]);
  });

  it('is refused where rows do not have it', async () => {
    const days = { from: '2025-12-22', to: '2026-01-12' };
    const refused = async (body: object, given: string, figure: string, valid: string[]) => {
      const message = `by is ${given}, but ${figure} is a figure of rows by only one of ${valid.join(', ')}.`;
      const answer = await app.api.post('/sales/v1/breakdown', { filter: {}, ...days, ...body });
      expectError(answer, 400, 10_001, [{ path: 'by', rule: 'by_alone', valid, message }]);
    };
    const all = ['creator', 'product', 'shop'];
    await refused({ by: 'day', orderby: [{ field: 'period_plays' }] }, '"day"', 'period_plays', all);
    const filter = { uid: '9', period_lives_range: { min: 1 } };
    await refused({ by: ['creator', 'day'], filter }, '["creator","day"]', 'period_lives', all);
    const followers = { uid: '9', follower_count_range: { min: 1 } };
    await refused({ by: 'product', filter: followers }, '"product"', 'follower_count', ['creator']);
  });

  it('costs no search where nobody asks for it', async () => {
    const each = jest.spyOn(app.app.get(FactGroups, { strict: false }), 'each');
    const read = () => each.mock.calls.map(([{ facts }]) => facts);
    const filter = { date_info: { type: 'range', value: '2025-12-21~2026-01-11' } };
    await app.api.post('/creator/v1/rank/topEcommerce', { filter });
    const days = { from: '2025-12-21', to: '2026-01-11' };
    await app.api.post('/sales/v1/breakdown', { by: 'creator', filter: { product_id: 'p2' }, ...days });
    expect(read().filter((facts) => facts !== 'sales')).toEqual([]);
    const usual = read().length;
    await app.api.post('/creator/v1/rank/topEcommerce', { filter, fields: ['period_plays'] });
    expect(read().slice(usual)).toEqual(['sales', 'videos']);
    each.mockRestore();
  });
});
