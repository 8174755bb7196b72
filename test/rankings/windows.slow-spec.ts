import { jest } from '@jest/globals';
import { RankingWindows } from '../../src/figures/ranked-list.js';
import { Random } from '../../dev/seed/random.js';
import { exportAll, recordsIn } from '../export/export-client.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { loadFacts } from '../support/fact-world.js';
import {
  computedPage,
  drawPage,
  drawRankedWorld,
  type Page,
  RANKINGS,
  SMALL,
  watchLists,
} from '../support/ranking-pages.js';

const ASKED = 300;
/** The share of descending pages, in one shard and in several, that need no whole list. Lists of few rows have few to prove by. */
const LEAST_PROVEN = 0.6;

const world = drawRankedWorld(new Random('windows', 95));

const load = loadFacts(world);

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
    const { path, id, subject } = ranking;
    const seen = { rows: 0, moved: 0, news: 0, beyond: 0, named: 0, descending: 0, proven: 0, provenInOne: 0 };
    for (let index = 0; index < ASKED; index += 1) {
      const random = new Random(`windows of ${path}`, index);
      const drawn = drawPage(random, ranking, world);
      const { body, filter, order } = drawn;
      const count = random.pick([3, 8]);
      const expected = await whole.api.ask<Page>(path, body);
      const reads = (shardCount: number) => made.get(shardCount)?.mock.calls.length ?? 0;
      const [calls, ofOne] = [reads(count), reads(1)];
      for (const one of [1, count]) {
        const { data } = (await shards.get(one)?.api.post<Page>(path, body))?.body ?? {};
        expect({ body, one, data }).toEqual({ body, one, data: expected });
      }
      const isByWhole = reads(count) > calls;
      const isDescending = (order ?? 'usd_gmv').endsWith('usd_gmv') && body.page * body.pagesize <= SMALL.rows;
      if (isDescending && Object.keys(filter).every((name) => name !== 'region' || subject === 'product')) {
        seen.descending += 1;
        if (!isByWhole) seen.proven += 1;
        if (reads(1) === ofOne) seen.provenInOne += 1;
      }
      if (subject !== undefined) {
        const computed = computedPage(world, subject, drawn);
        expect({ body, ...expected }).toMatchObject({ body, ...computed });
        seen.beyond += Number(computed.previous_place_limit !== null);
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
    expect(Math.min(seen.proven, seen.provenInOne) / seen.descending).toBeGreaterThan(LEAST_PROVEN);
  });

  it('make one list for all first pages, and for the rows that they show', async () => {
    const app = shards.get(3) as TestApp;
    const windows = jest.spyOn(app.app.get(RankingWindows, { strict: false }), 'make');
    const before = made.get(3)?.mock.calls.length;
    const date_info = { type: 'range', value: '2025-12-01~2026-01-31' };
    const pageOf = async (page: number, product_id?: unknown) =>
      (
        await app.api.ask<Page>('/product/v1/rank/topSelling', {
          filter: { date_info, product_id },
          pagesize: 2,
          page,
        })
      ).list;
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
    for (const one of [whole, app]) pages.push(await one.api.ask<Page>('/product/v1/rank/topSelling', body));
    expect(pages[1]).toEqual(pages[0]);
    expect(made.get(8)?.mock.calls.length).toBeGreaterThan(before);
  });

  it('tells places in exports as in pages', async () => {
    const app = shards.get(1) as TestApp;
    const filter = { date_info: { type: 'month', value: '2026-01' } };
    const page = await app.api.ask<Page>('/product/v1/rank/topSelling', { filter, pagesize: 100 });
    expect(page.previous_place_limit).toBe(SMALL.places);
    expect(recordsIn(await exportAll(app, '/product/v1/rank/topSelling/export', { filter }))).toEqual(page.list);
  });
});
