import { setTimeout as sleep } from 'node:timers/promises';
import type { PeriodDocument } from '../../src/boards/board.document.js';
import { withLocks } from '../../src/elastic/state/cluster-lock.js';
import { readDataVersion } from '../support/read-data-version.js';
import { StateStore } from '../../src/elastic/state/state-store.js';
import { Random } from '../../src/seed/random.js';
import { startTestApp, type TestApp } from '../support/app.js';
import {
  build,
  EVERYTHING,
  expectBoardsAsComputed,
  expectedPeriods,
  type RankingAnswer,
  TOP_ECOMMERCE,
  TOP_GROWTH,
  walk,
} from '../support/boards-suite.js';
import { drawSale, drawWorld, FactWriter, NOTABLE_DAYS } from '../support/fact-world.js';
import {
  type DateType,
  expectedTopEcommerce,
  expectedTopGrowth,
  isComplete,
  periodAt,
  periodBefore,
  periodsWithFacts,
  someDayOf,
} from '../support/oracle/boards.oracle.js';

const random = new Random('boards', 6);
const world = drawWorld(random, 40, 30);
let app: TestApp;
let facts: FactWriter;

beforeAll(async () => {
  app = await startTestApp({ name: 'boards' });
  facts = new FactWriter(app.elasticsearch, app.names, world);
  await facts.writeAll();
});
afterAll(() => app.close());

/** The boards of a ranking that hold a day. */
const boardsOn = (ranking: string, ...days: string[]): string[] =>
  [...new Set(days.flatMap((day) => (['day', 'week', 'month'] as const).map((type) => [type, periodAt(type, day)])))]
    .map(([type, value]) => `${ranking}:${type}:${value}`)
    .filter((key, at, all) => all.indexOf(key) === at)
    .sort();

/** The boards, and those of the periods after: they are compared with them. */
function withNext(keys: readonly string[]): string[] {
  const next = keys.flatMap((key) => {
    const [ranking = '', type = 'day', value] = key.split(':') as [string, DateType, string];
    const facts = ranking === 'topGrowth' ? world.creatorDays.values() : world.sales.values();
    return periodsWithFacts(type, facts)
      .filter((period) => periodBefore(type, someDayOf(type, period)) === value)
      .map((period) => `${ranking}:${type}:${period}`);
  });
  return [...new Set([...keys, ...next])];
}

/** Boards of creators; those of products, shops and categories have a test file of their own. */
const sorted = (keys: readonly string[]): string[] => keys.filter((key) => !key.startsWith('topSelling:')).sort();

/** Creators who are on boards, as the facts have it. */
const knownWithSales = (): string[] =>
  [...new Set([...world.sales.values()].map(({ uid }) => uid))].filter((uid) => world.creators.has(uid)).sort();

describe('boards', () => {
  it('are what the facts add up to, row by row, once they are built', async () => {
    const built = await build(app);
    expect(built.upToDate).toBe(0);
    expect(built.facts.sales).toBe(world.sales.size);
    expect(built.facts.creatorDays).toBe(world.creatorDays.size);
    expect(await expectBoardsAsComputed(app.api, world)).toBeGreaterThan(2000);
  });

  it('report the facts whose creator nobody has loaded', async () => {
    await facts.putSale({ ...drawSale('unknown', '2024-01-01', 'nobody', random) });
    const built = await build(app);
    const strangers = [...world.sales.values()].filter(
      ({ uid, date }) => !world.creators.has(uid) && '2023-12-01' <= date && date <= '2024-02-29',
    );
    expect(built.facts.unknown.sales).toBe(strangers.length);
    expect(built.facts.unknown.ids).toEqual(new Set(strangers.map(({ uid }) => uid)));
    expect(built.waitingBoards).toBeGreaterThan(0);
  });

  it('list their periods, which are complete when the facts reach from their first day to their last', async () => {
    const { body } = await app.api.post<{ total: number; list: unknown[] }>('/creator/v1/rank/periods');
    // Days after tomorrow never are the newest.
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const newestOf = (facts: Iterable<{ date: string }>) =>
      [...facts]
        .map(({ date }) => date)
        .filter((date) => date <= tomorrow)
        .sort()
        .at(-1);
    const newest = {
      videos: null,
      products: null,
      lives: null,
      rates: null,
      sales: newestOf(world.sales.values()),
      creator_days: newestOf(world.creatorDays.values()),
    };
    expect(body.data).toEqual({ total: expectedPeriods(world).length, list: expectedPeriods(world), newest });
    const flags = expectedPeriods(world).map(({ complete }) => complete);
    expect([...new Set(flags)].sort()).toEqual([false, true]);
  });
});

describe('a build', () => {
  const expectBuilt = async (keys: readonly string[], dropped: readonly string[] = []) => {
    const built = await build(app);
    const expected = { built: sorted(withNext(keys)), dropped };
    expect({ built: sorted(built.built), dropped: sorted(built.dropped) }).toEqual(expected);
  };

  it('does nothing when nothing has changed', async () => {
    await expectBuilt([]);
  });

  it('recomputes for a late sale just the day, week and month it falls in, and the periods after, which are compared with them', async () => {
    await facts.putSale(drawSale('late', '2025-12-29', '10', random));
    await expectBuilt(boardsOn('topEcommerce', '2025-12-29'));
  });

  it('recomputes for a corrected sale that moves to another day the boards of both', async () => {
    const late = world.sales.get('late');
    if (late === undefined) throw new Error('The sale is there.');
    await facts.putSale({ ...late, date: '2026-01-12', usd_gmv: -999.9999 });
    await expectBuilt(boardsOn('topEcommerce', '2025-12-29', '2026-01-12'));
  });

  it('recomputes for a late creator-day its boards and the growth of the periods after', async () => {
    await facts.putCreatorDay({ date: '2025-12-31', uid: '9', follower_count: 77_777, video_count: null });
    await expectBuilt([
      ...boardsOn('topEcommerce', '2025-12-31'),
      ...boardsOn('topGrowth', '2025-12-31'),
      'topGrowth:day:2026-01-01',
      'topGrowth:week:2026-02',
      'topGrowth:month:2026-01',
    ]);
  });

  it('recomputes for a creator who changes region the boards it stands in', async () => {
    const [uid = ''] = knownWithSales();
    const creator = world.creators.get(uid);
    if (creator === undefined) throw new Error('The creator is there.');
    await facts.putCreator({ ...creator, region: creator.region === 'US' ? 'GB' : 'US' });
    const sold = [...world.sales.values()].filter((sale) => sale.uid === uid).map(({ date }) => date);
    await expectBuilt([...boardsOn('topEcommerce', ...sold), ...growthBoardsOf(uid)]);
  });

  it('leaves boards alone, with the creator as it was, when nothing that they filter by has changed', async () => {
    const [uid = ''] = knownWithSales();
    const creator = world.creators.get(uid);
    if (creator === undefined) throw new Error('The creator is there.');
    await facts.putCreator({ ...creator, nickname: 'Another name' });
    await expectBuilt([]);
    const sale = [...world.sales.values()].find((one) => one.uid === uid);
    const rows = await walk(app.api, TOP_ECOMMERCE, { date_info: { type: 'day', value: sale?.date } });
    const shown = { creator: { nickname: creator.nickname ?? null }, nickname: creator.nickname ?? null };
    expect(rows.find((row) => row.uid === uid)).toMatchObject(shown);
    world.creators.set(uid, creator);
    await facts.putCreator(creator);
  });

  it('lets a creator join the boards that its facts wait for', async () => {
    await facts.putCreator({ uid: 'nobody', region: 'FR', account_type: 1 });
    await expectBuilt(boardsOn('topEcommerce', '2024-01-01'));
  });

  it('takes a creator who is gone off the boards', async () => {
    await facts.deleteCreator('nobody');
    await expectBuilt(boardsOn('topEcommerce', '2024-01-01'));
  });

  it('drops the boards of a period whose last fact is gone', async () => {
    await facts.putSale(drawSale('only', '2030-05-05', '10', random));
    await expectBuilt(boardsOn('topEcommerce', '2030-05-05'));
    await facts.deleteSale('only');
    await expectBuilt([], boardsOn('topEcommerce', '2030-05-05'));
  });

  it('mends a board that has lost rows', async () => {
    const board = 'topEcommerce:month:2026-12';
    const index = app.names.alias('top-ecommerce-boards');
    const { hits } = await app.elasticsearch.search({ index, query: { prefix: { board: `${board}@` } }, size: 3 });
    for (const { _id } of hits.hits) await app.elasticsearch.delete({ index, id: String(_id) });
    await expectBuilt([board]);
  });

  it('keeps to the types and days it is given', async () => {
    await facts.putSale(drawSale('scoped', '2026-12-28', '9', random));
    const builtKeys = async (scope: object) => sorted((await build(app, { ...EVERYTHING, ...scope })).built);
    expect(await builtKeys({ days: { from: '2027-01-04' } })).toEqual([]);
    expect(await builtKeys({ days: { to: '2026-12-27' } })).toEqual(['topEcommerce:month:2026-12']);
    expect(await builtKeys({ types: ['week'], days: { from: '2027-01-03', to: '2027-01-03' } })).toEqual([
      'topEcommerce:week:2026-53',
    ]);
    expect(await builtKeys({})).toEqual([
      'topEcommerce:day:2026-12-28',
      'topEcommerce:month:2027-01',
      'topEcommerce:week:2027-01',
    ]);
  });

  it('leaves no rows but those that readers use, once the others have been out of use for long enough', async () => {
    expect((await build(app, EVERYTHING, 0)).removedRows).toBeGreaterThan(0);
    const { hits } = await app.elasticsearch.search<{ rows: number }>({
      index: app.names.alias('periods'),
      size: 10_000,
    });
    const expected = hits.hits.reduce((sum, { _source }) => sum + (_source?.rows ?? 0), 0);
    const kinds = ['top-ecommerce-boards', 'top-growth-boards', 'top-selling-boards'] as const;
    const index = kinds.map((kind) => app.names.alias(kind));
    expect((await app.elasticsearch.count({ index })).count).toBe(expected);
  });

  it('keeps what it replaces for readers who are still at it; a later build deletes it', async () => {
    const key = 'topEcommerce:month:2026-12';
    const board = await boardInUse(key);
    const rows = await rowsOf(board);
    expect(rows).toBeGreaterThan(0);
    await facts.putSale(drawSale('replacing', '2026-12-31', '10', random));
    const built = await build(app);
    expect(sorted(built.built)).toEqual(sorted(withNext(boardsOn('topEcommerce', '2026-12-31'))));
    expect(built.removedRows).toBe(0);
    expect(await boardInUse(key)).not.toBe(board);
    expect(await rowsOf(board)).toBe(rows);
    await sleep(300);
    expect((await build(app, EVERYTHING, 60_000)).removedRows).toBe(0);
    expect(await rowsOf(board)).toBe(rows);
    expect((await build(app, EVERYTHING, 300)).removedRows).toBeGreaterThanOrEqual(rows);
    expect(await rowsOf(board)).toBe(0);
    expect((await build(app, EVERYTHING, 0)).removedRows).toBe(0);
  });

  it('tells readers of boards that one before it has swapped and then could not tell of', async () => {
    const told = () => readDataVersion(app.elasticsearch, app.names);
    const before = await told();
    await build(app);
    expect(await told()).toBe(before);
    await new StateStore(app.elasticsearch, app.names).put('boards', { swapping: true, unused: {} });
    await build(app);
    expect(await told()).toBe(before + 1);
    await build(app);
    expect(await told()).toBe(before + 1);
  });

  it('is refused while another one is under way', async () => {
    const store = new StateStore(app.elasticsearch, app.names);
    await withLocks(store, ['boards'], 'another build', async () => {
      await expect(build(app)).rejects.toThrow(/another build/);
    });
  });

  it('ends with boards that are what the facts add up to', async () => {
    await expectBoardsAsComputed(app.api, world);
    const { body } = await app.api.post<{ list: unknown[] }>('/creator/v1/rank/periods');
    expect(body.data.list).toEqual(expectedPeriods(world));
  });

  it('shows readers the old board or the new one while it swaps', async () => {
    const date_info = { type: 'month', value: '2026-12' } as const;
    const read = async () =>
      (await app.api.post<RankingAnswer>(TOP_ECOMMERCE, { filter: { date_info }, pagesize: 100 })).body.data.list;
    const before = expectedTopEcommerce(world, 'month', '2026-12');
    const after: unknown[] = [];
    const seen: unknown[] = [];
    const building = (async () => {
      for (let round = 0; round < 3; round++) {
        await facts.putSale(drawSale(`swap-${round}`, '2026-12-31', '10', random));
        after.push(expectedTopEcommerce(world, 'month', '2026-12'));
        await build(app);
      }
      return true;
    })();
    let done = false;
    void building.then(() => (done = true));
    while (!done) seen.push(await read());
    await building;
    for (const list of seen) expect([before, ...after]).toContainEqual(list);
    expect(await read()).toEqual(after.at(-1));
    expect(seen.length).toBeGreaterThan(20);
  });

  /** The build of a board that readers use. */
  async function boardInUse(key: string): Promise<string> {
    const entry = await app.elasticsearch.get<PeriodDocument>({ index: app.names.alias('periods'), id: key });
    return entry._source?.board ?? '';
  }

  async function rowsOf(board: string): Promise<number> {
    const index = app.names.alias('top-ecommerce-boards');
    return (await app.elasticsearch.count({ index, query: { term: { board } } })).count;
  }

  /** The growth boards on which a creator has a row. */
  function growthBoardsOf(uid: string): string[] {
    return (['day', 'week', 'month'] as const).flatMap((type) =>
      [...new Set(NOTABLE_DAYS.map((day) => periodAt(type, day)))]
        .filter((value) => expectedTopGrowth(world, type, value).some((row) => row.uid === uid))
        .map((value) => `topGrowth:${type}:${value}`),
    );
  }
});

/** The fields next to the list. */
function echo(facts: ReadonlyMap<string, { date: string }>, date_type: DateType, date_value: string) {
  const previous_date_value = periodBefore(date_type, someDayOf(date_type, date_value));
  const completeOf = (value: string) => isComplete(facts, date_type, value);
  return {
    date_type,
    date_value,
    complete: completeOf(date_value),
    previous_complete: completeOf(previous_date_value),
    previous_date_value,
  };
}

describe('the rankings', () => {
  const FILTERS = {
    region: ['US', 'GB', 'MX'],
    creator_category_id: [920_001, 920_002, 5],
    product_category_id: [910_001, 910_002, 910_009],
    account_type: [1, 2],
    ecommerce_type: [1, 2],
  };

  it('answer 60 random combinations of filters, orders and pages as computed', async () => {
    let found = 0;
    for (let round = 0; round < 60; round++) {
      const type = random.pick(['day', 'week', 'month'] as const);
      const value = periodAt(type, random.pick(NOTABLE_DAYS));
      const filter = Object.fromEntries(
        Object.entries(FILTERS)
          .filter(() => random.chance(0.25))
          .map(([name, values]) => [name, random.pick<string | number>(values)]),
      );
      const field = ['creator_usd_gmv', 'video_usd_gmv', 'live_usd_gmv'][
        (filter['ecommerce_type'] as number | undefined) ?? 0
      ];
      const [page, pagesize] = [random.whole(1, 2), random.pick([1, 7, 10, 100])];
      const orderby = random.chance(0.5) ? [{ field, order: 'desc' }] : undefined;
      const request = { filter: { ...filter, date_info: { type, value } }, page, pagesize, orderby };
      const { body } = await app.api.post<RankingAnswer>(TOP_ECOMMERCE, request);
      const expected = expectedTopEcommerce(world, type, value, filter);
      expect({ request, data: body.data }).toEqual({
        request,
        data: {
          total: expected.length,
          list: expected.slice((page - 1) * pagesize, page * pagesize),
          ...echo(world.sales, type, value),
        },
      });
      found += body.data.list.length;
    }
    expect(found).toBeGreaterThan(100);
  });

  it('echo a week in its canonical form, however it is written', async () => {
    for (const path of [TOP_ECOMMERCE, TOP_GROWTH]) {
      const read = (value: string) =>
        app.api.post<RankingAnswer>(path, { filter: { date_info: { type: 'week', value } } });
      const [iso, plain] = [await read('2026-W01'), await read('2026-01')];
      expect([iso.body.data.date_type, iso.body.data.date_value]).toEqual(['week', '2026-01']);
      expect(iso.body.data).toEqual(plain.body.data);
      expect(plain.body.data.total).toBeGreaterThan(0);
    }
  });

  it('answer a period without data with nothing, successfully', async () => {
    for (const path of [TOP_ECOMMERCE, TOP_GROWTH]) {
      const filter = { date_info: { type: 'month', value: '1999-01' } };
      const { status, body } = await app.api.post<RankingAnswer>(path, { filter });
      expect([status, body.code]).toEqual([200, 0]);
      expect(body.data).toEqual({
        total: 0,
        list: [],
        date_type: 'month',
        date_value: '1999-01',
        complete: false,
        previous_complete: false,
        previous_date_value: '1998-12',
      });
    }
  });

  it('answer 60 random growth requests as computed', async () => {
    let found = 0;
    for (let round = 0; round < 60; round++) {
      const type = random.pick(['day', 'week', 'month'] as const);
      const value = periodAt(type, random.pick(NOTABLE_DAYS));
      const filter = {
        ...(random.chance(0.25) && { region: random.pick(FILTERS.region) }),
        ...(random.chance(0.25) && { category_id: random.pick(FILTERS.creator_category_id) }),
        ...(random.chance(0.25) && { follower_count_at_period_end_range: { min: random.whole(0, 400), max: 800 } }),
      };
      const fields = random.pick([
        [],
        ['follower_inc_count'],
        ['follower_inc_rate'],
        ['follower_inc_rate', 'follower_inc_count'],
      ]);
      const orderby = fields.map((field) => ({ field }));
      const [page, pagesize] = [random.whole(1, 2), random.pick([1, 7, 10, 100])];
      const request = { filter: { ...filter, date_info: { type, value } }, page, pagesize, orderby };
      const { body } = await app.api.post<RankingAnswer>(TOP_GROWTH, request);
      const expected = expectedTopGrowth(world, type, value, filter, fields.length > 0 ? fields : undefined);
      expect({ request, data: body.data }).toEqual({
        request,
        data: {
          total: expected.length,
          list: expected.slice((page - 1) * pagesize, page * pagesize),
          ...echo(world.creatorDays, type, value),
        },
      });
      found += body.data.list.length;
    }
    expect(found).toBeGreaterThan(50);
  });
});
