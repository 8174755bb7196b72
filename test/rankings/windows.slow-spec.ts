import { jest } from '@jest/globals';
import { shiftDay } from '../../src/common/period/period.js';
import { RankingLists } from '../../src/figures/ranked-lists.js';
import { RankingWindows } from '../../src/figures/ranked-windows.js';
import { Random } from '../../dev/seed/random.js';
import { exportAll, recordsIn } from '../export/export-client.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { drawProduct, drawWorld, FactWriter, NOTABLE_DAYS, withContents } from '../support/fact-world.js';
import { type AskedType, DATE_TYPES, marketOf, periodsWithFacts, sortItem } from '../support/oracle/rankings.oracle.js';
import { expectedSelling, type Subject } from '../support/oracle/selling.oracle.js';

/** Random pages of each ranking. */
const ASKED = 300;
/** First pages end after five rows, and places in the period before after twelve. */
const SMALL = { fewFacts: 0, rows: 5, read: 6, places: 12, depths: [9, 15], fewOfShards: -1 };
/** The share of descending pages over several shards that need no whole list. Lists of few rows have few to prove by. */
const LEAST_PROVEN = 0.6;

const drawn = new Random('windows', 95);
const world = withContents(drawWorld(drawn, 60, 60), drawn);
for (let at = 1; at <= 66; at += 1) {
  const product = drawProduct(`p${at}`, drawn);
  const seller_id = drawn.chance(0.9) ? `s${drawn.whole(1, 25)}` : null;
  world.products.set(product.product_id, { ...product, shop: { seller_id, name: seller_id && `Shop ${seller_id}` } });
}
for (const [id, sale] of world.sales) world.sales.set(id, { ...sale, product_id: `p${drawn.whole(1, 70)}` });

type Row = Readonly<Record<string, unknown>>;
interface Page {
  readonly total: number;
  readonly list: readonly Row[];
  readonly previous_place_limit: number | null;
}

interface Ranking {
  readonly path: string;
  readonly id: string;
  readonly subject?: Subject;
  readonly orders: readonly string[];
  readonly filters: Readonly<Record<string, readonly unknown[]>>;
}

const UIDS = [['9'], ['10', 'a', 'B', '1000', 'nobody'], ['9', '10', 'a', 'B', 'ü', '1000', '1007', '1014']];
const SELLING = { ecommerce_type: [1, 2], channel: ['video', 'live'], uid: UIDS };
const CONTENT = { product_category_id: [910_001, 910_002], product_id: [['p1', 'p2', 'p3', 'p4'], ['p70']] };
const ORDERS = ['usd_gmv', 'usd_gmv:asc', 'units_sold', 'units_sold:asc', 'average_usd_price', 'usd_gmv_change'];

const RANKINGS: readonly Ranking[] = [
  {
    path: '/creator/v1/rank/topEcommerce',
    id: 'uid',
    orders: ['creator_usd_gmv', 'creator_usd_gmv:asc'],
    filters: { region: ['US', 'GB'], ecommerce_type: [1, 2], ...CONTENT },
  },
  {
    path: '/product/v1/rank/topSelling',
    id: 'product_id',
    subject: 'product',
    orders: ORDERS,
    filters: { region: ['US', 'GB'], ...SELLING },
  },
  {
    path: '/shop/v1/rank/topSelling',
    id: 'seller_id',
    subject: 'shop',
    orders: ORDERS,
    filters: { region: ['US'], ...SELLING },
  },
  {
    path: '/category/v1/rank/topSelling',
    id: 'category',
    subject: 'category',
    orders: ORDERS,
    filters: { region: ['US', 'GB'], ...SELLING },
  },
  {
    path: '/video/v1/rank/topSelling',
    id: 'video_id',
    subject: 'video',
    orders: ORDERS,
    filters: { region: ['US'], ...CONTENT },
  },
  {
    path: '/live/v1/rank/topSelling',
    id: 'room_id',
    subject: 'live',
    orders: ORDERS,
    filters: { uid: [['9', '10', 'a']], ...CONTENT },
  },
];

const load: Parameters<typeof startTestApp>[0]['load'] = (elasticsearch, names) =>
  new FactWriter(elasticsearch, names, world).writeAll();

/** Lists that are read as a whole by an application, which reads first pages of some rows. */
function watchLists({ app }: TestApp, rows: number) {
  Object.assign(app.get(RankingWindows, { strict: false }), { bounds: { ...SMALL, rows } });
  const lists = app.get(RankingLists, { strict: false });
  return jest.spyOn(lists as unknown as { whole: () => Promise<unknown> }, 'whole');
}

function drawPeriod(random: Random): readonly [AskedType, string] {
  if (random.chance(0.5)) {
    const type = random.pick(DATE_TYPES);
    return [type, random.pick(periodsWithFacts(type, world.sales.values()))];
  }
  const from = random.pick(NOTABLE_DAYS);
  return ['range', `${from}~${shiftDay(from, random.pick([6, 27, 91]))}`];
}

describe('pages whose list is not read as a whole', () => {
  let whole: TestApp;
  const shards = new Map<number, TestApp>();
  const made = new Map<number, ReturnType<typeof watchLists>>();

  beforeAll(async () => {
    for (const count of [1, 3, 8]) {
      const app = await startTestApp({ name: `windows-${count}`, load, config: { indexShards: count } });
      shards.set(count, app);
      made.set(count, watchLists(app, SMALL.rows));
    }
    whole = await startTestApp({ name: 'windows-whole', indices: shards.get(1)?.config.indexPrefix });
    watchLists(whole, 0);
  });
  afterAll(async () => {
    await whole?.close();
    await Promise.all([...shards.values()].map((app) => app.close()));
  });

  it.each(RANKINGS)('$path are those of the whole list, in one shard and in several', async (ranking) => {
    const { path, id, subject, orders, filters } = ranking;
    const seen = { rows: 0, moved: 0, news: 0, beyond: 0, named: 0, descending: 0, proven: 0, read: 0 };
    for (let index = 0; index < ASKED; index += 1) {
      const random = new Random(`windows of ${path}`, index);
      const [type, value] = drawPeriod(random);
      const picked = Object.entries(filters).filter(() => random.chance(0.2));
      const filter: Record<string, unknown> = Object.fromEntries(picked.map(([name, of]) => [name, random.pick(of)]));
      if ('channel' in filter) delete filter['ecommerce_type'];
      const ofType = ['', 'video_usd_gmv', 'live_usd_gmv'][Number(filter['ecommerce_type'] ?? 0)];
      const drawnOrder = random.chance(0.3) ? undefined : random.pick(orders);
      const order = ofType && drawnOrder ? drawnOrder.replace(/^(creator_)?usd_gmv(?=:|$)/, ofType) : drawnOrder;
      const orderby = order === undefined ? undefined : [sortItem(order)];
      const body = {
        filter: { ...filter, date_info: { type, value } },
        ...{ orderby, pagesize: random.pick([1, 2, 5, 7]), page: random.pick([1, 1, 2, 3]) },
      };
      const count = random.pick([3, 8]);
      const expected = (await whole.api.post<Page>(path, body)).body.data;
      const calls = made.get(count)?.mock.calls.length ?? 0;
      for (const one of [1, count]) {
        const { data } = (await shards.get(one)?.api.post<Page>(path, body))?.body ?? {};
        expect({ body, one, data }).toEqual({ body, one, data: expected });
      }
      const isByWhole = (made.get(count)?.mock.calls.length ?? 0) > calls;
      const isDescending = (order ?? 'usd_gmv').endsWith('usd_gmv') && body.page * body.pagesize <= SMALL.rows;
      if (isDescending && Object.keys(filter).every((name) => name !== 'region' || subject === 'product')) {
        seen.descending += 1;
        if (!isByWhole) seen.proven += 1;
      }
      if (subject !== undefined) {
        const rows = expectedSelling(world, subject, type, value, filter, order === undefined ? undefined : [order]);
        const from = (body.page - 1) * body.pagesize;
        const told = rows.slice(from, from + body.pagesize).map((row) => {
          const place = row['previous_rank'] as number | null;
          return { ...row, previous_rank: place !== null && place > SMALL.places ? null : place };
        });
        const { total, list, previous_place_limit } = expected;
        expect({ body, total, list, ...marketOf(rows) }).toEqual({
          body,
          total: rows.length,
          list: told,
          ...marketOf(rows),
        });
        expect(expected).toMatchObject(marketOf(rows) ?? {});
        const isBeyond = rows
          .slice(from, from + body.pagesize)
          .some((row) => Number(row['previous_rank']) > SMALL.places);
        expect(previous_place_limit).toBe(isBeyond ? SMALL.places : null);
        seen.beyond += Number(isBeyond);
      }
      seen.rows += expected.list.length;
      seen.moved += expected.list.filter((row) => row['previous_rank'] !== null).length;
      seen.news += expected.list.filter((row) => row['is_new'] === 1).length;
      const row = random.chance(0.2) && id !== 'category' && expected.list.length > 0 && random.pick(expected.list);
      if (row === false) continue;
      const asked = { ...body, page: 1, filter: { ...body.filter, [id]: [row[id], 'none'] } };
      for (const one of [1, count]) {
        const { data } = (await shards.get(one)?.api.post<Page>(path, asked))?.body ?? {};
        expect({ asked, list: data?.list, total: data?.total }).toEqual({ asked, list: [row], total: 1 });
      }
      seen.named += 1;
    }
    process.stdout.write(`${path} ${JSON.stringify(seen)}\n`);
    expect(Math.min(seen.rows, seen.moved, seen.news)).toBeGreaterThan(20);
    if (id === 'category') return;
    expect(seen.named).toBeGreaterThan(10);
    expect(seen.proven / seen.descending).toBeGreaterThan(LEAST_PROVEN);
  });

  it('make one list for all first pages, and for the rows that they show', async () => {
    const app = shards.get(3) as TestApp;
    const windows = jest.spyOn(app.app.get(RankingWindows, { strict: false }), 'make');
    const before = made.get(3)?.mock.calls.length;
    const date_info = { type: 'range', value: '2025-12-01~2026-01-31' };
    const pageOf = async (page: number, product_id?: unknown) =>
      (
        await app.api.post<Page>('/product/v1/rank/topSelling', {
          filter: { date_info, product_id },
          pagesize: 2,
          page,
        })
      ).body.data.list;
    const rows = [...(await pageOf(1)), ...(await pageOf(2))];
    expect(rows.map(({ rank }) => rank)).toEqual([1, 2, 3, 4]);
    for (const row of rows) expect(await pageOf(1, row['product_id'])).toEqual([row]);
    expect([windows.mock.calls.length, made.get(3)?.mock.calls.length]).toEqual([1, before]);
  });

  it('of few rows over several shards are those of the whole list', async () => {
    const app = shards.get(8) as TestApp;
    Object.assign(app.app.get(RankingWindows, { strict: false }), { bounds: { ...SMALL, fewOfShards: 1000 } });
    const body = { filter: { date_info: { type: 'range', value: '2025-12-02~2026-01-31' } }, pagesize: 5 };
    const [before, pages] = [made.get(8)?.mock.calls.length ?? 0, [] as unknown[]];
    for (const one of [whole, app])
      pages.push((await one.api.post<Page>('/product/v1/rank/topSelling', body)).body.data);
    expect(pages[1]).toEqual(pages[0]);
    expect(made.get(8)?.mock.calls.length).toBeGreaterThan(before);
  });

  it('tells places in exports as in pages', async () => {
    const app = shards.get(1) as TestApp;
    const filter = { date_info: { type: 'month', value: '2026-01' } };
    const page = (await app.api.post<Page>('/product/v1/rank/topSelling', { filter, pagesize: 100 })).body.data;
    expect(page.previous_place_limit).toBe(SMALL.places);
    expect(recordsIn(await exportAll(app, '/product/v1/rank/topSelling/export', { filter }))).toEqual(page.list);
  });
});
