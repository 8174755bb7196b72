import { daysIn } from '../support/oracle/breakdown.oracle.js';
import { Random } from '../../dev/seed/random.js';
import type { CreatorLoad } from '../../src/creator/creator.record.js';
import type { SaleLoad } from '../../src/figures/facts.record.js';
import { testApp } from '../support/app.js';
import { expectError } from '../support/api-client.js';
import { drawSale, drawWorld, FactWriter, loadFacts, NOTABLE_DAYS } from '../support/fact-world.js';
import {
  byBytes,
  DATE_TYPES,
  type DateType,
  expectedTopEcommerce,
  expectedTopGrowth,
  inOrder,
  isComplete,
  marketOf,
  periodAt,
  periodBefore,
  someDayOf,
  sortItem,
} from '../support/oracle/rankings.oracle.js';
import {
  announce,
  expectedPeriods,
  expectRankingsAsComputed,
  type RankingAnswer,
  TOP_ECOMMERCE,
  TOP_GROWTH,
} from '../support/rankings-suite.js';

const random = new Random('rankings', 6);
const world = drawWorld(random, 40, 30);
const app = testApp(() => ({ name: 'rankings', load: loadFacts(world) }));
const facts = new FactWriter(app, world);

describe('the rankings of creators', () => {
  it('are what the facts add up to, row by row', async () => {
    expect(await expectRankingsAsComputed(app.api, world)).toBeGreaterThan(2000);
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

function echo(facts: ReadonlyMap<string, { date: string }>, date_type: DateType, date_value: string) {
  const previous_date_value = periodBefore(date_type, someDayOf(date_type, date_value));
  const completeOf = (value: string) => isComplete(facts, date_type, value);
  return {
    date_type,
    date_value,
    complete: completeOf(date_value),
    previous_complete: completeOf(previous_date_value),
    previous_date_value,
    previous_from: daysIn(date_type, previous_date_value)[0],
    previous_to: daysIn(date_type, previous_date_value).at(-1),
    previous_place_limit: null,
  };
}

/** What a row of sales says of its change, and where it stands by its figure. */
interface ExpectedChanges {
  readonly uid: string;
  readonly rank: number;
  readonly previous_rank: number | null;
  readonly usd_gmv_change: number | null;
  readonly creator_usd_gmv_growth_rate_info: { readonly rate: number | null };
}

describe('pages of rankings of creators', () => {
  const FILTERS = {
    region: ['US', 'GB', 'MX'],
    creator_category_id: [920_001, 920_002, 5],
    product_category_id: [910_001, 910_002, 910_009],
    account_type: [1, 2],
    ecommerce_type: [1, 2],
  };
  const someFilter = (chance: number) =>
    Object.fromEntries(
      Object.entries(FILTERS)
        .filter(() => random.chance(chance))
        .map(([name, values]) => [name, random.pick<string | number>(values)]),
    );

  it('answer 60 random combinations of filters, orders and pages as computed', async () => {
    let found = 0;
    for (let round = 0; round < 60; round++) {
      const type = random.pick(['day', 'week', 'month'] as const);
      const value = periodAt(type, random.pick(NOTABLE_DAYS));
      const filter = someFilter(0.25);
      const field = ['creator_usd_gmv', 'video_usd_gmv', 'live_usd_gmv'][
        (filter['ecommerce_type'] as number | undefined) ?? 0
      ];
      const [page, pagesize] = [random.whole(1, 2), random.pick([1, 7, 10, 100])];
      const order = random.pick([undefined, 'desc', 'asc']);
      const byPrice = order !== undefined && random.chance(0.4);
      const orderby = order && [{ field: byPrice ? 'average_usd_price' : field, order }];
      const request = { filter: { ...filter, date_info: { type, value } }, page, pagesize, orderby };
      const { body } = await app.api.post<RankingAnswer>(TOP_ECOMMERCE, request);
      const expected = expectedTopEcommerce(world, type, value, filter, order === 'asc', byPrice);
      expect({ request, data: body.data }).toEqual({
        request,
        data: {
          total: expected.length,
          list: expected.slice((page - 1) * pagesize, page * pagesize),
          ...echo(world.sales, type, value),
          ...marketOf(expected),
        },
      });
      found += body.data.list.length;
    }
    expect(found).toBeGreaterThan(100);
  });

  it('answer 60 random requests ordered by a change as computed', async () => {
    const CHANGES = ['usd_gmv_change', 'growth_rate', 'rank_change'] as const;
    const ordered = new Map<string, number>();
    for (let round = 0; round < 60; round++) {
      const type = random.pick(DATE_TYPES);
      const value = periodAt(type, random.pick(NOTABLE_DAYS));
      const filter = someFilter(0.2);
      const [field, order] = [CHANGES[round % 3] ?? 'rank_change', random.pick(['desc', 'asc'] as const)];
      const [page, pagesize] = [random.whole(1, 2), random.pick([3, 10, 100])];
      const request = {
        filter: { ...filter, date_info: { type, value } },
        page,
        pagesize,
        orderby: [{ field, order }],
      };
      const { body } = await app.api.post<RankingAnswer>(TOP_ECOMMERCE, request);
      const byFigure = expectedTopEcommerce(world, type, value, filter);
      const changeOf = ({ rank, previous_rank, usd_gmv_change, creator_usd_gmv_growth_rate_info }: ExpectedChanges) =>
        ({
          usd_gmv_change,
          growth_rate: creator_usd_gmv_growth_rate_info.rate,
          rank_change: previous_rank === null ? null : previous_rank - rank,
        })[field];
      const expected = (byFigure as unknown as ExpectedChanges[])
        .map((row) => ({ row, change: changeOf(row) }))
        .sort((a, b) => (a.change !== b.change && inOrder(a.change, b.change, order)) || byBytes(a.row.uid, b.row.uid))
        .map(({ row }, at) => ({
          ...row,
          rank: at + 1,
          previous_rank: null,
          rank_by_figure: row.rank,
          previous_rank_by_figure: row.previous_rank,
          rank_change: row.previous_rank === null ? null : row.previous_rank - row.rank,
        }));
      expect({ request, data: body.data }).toEqual({
        request,
        data: {
          total: expected.length,
          list: expected.slice((page - 1) * pagesize, page * pagesize),
          ...echo(world.sales, type, value),
          ...marketOf(byFigure),
        },
      });
      const known = (byFigure as unknown as ExpectedChanges[]).filter((row) => changeOf(row) !== null);
      ordered.set(field, (ordered.get(field) ?? 0) + known.length);
    }
    expect(CHANGES.map((field) => (ordered.get(field) ?? 0) > 20)).toEqual([true, true, true]);
  });

  it('take handles in the place of UIDs, and name the nearest of one that nobody has', async () => {
    const date_info = { type: 'week', value: '2026-01' };
    for (const path of [TOP_ECOMMERCE, TOP_GROWTH]) {
      const listOf = (filter: object) => app.api.ask<RankingAnswer>(path, { filter: { date_info, ...filter } });
      const all = (await listOf({})).list as unknown as { uid: string; creator: { unique_id: string | null } }[];
      const named = all.filter(({ creator }, at) => at > 0 && creator.unique_id !== null);
      expect(named.length).toBeGreaterThan(0);
      const unique_id = named.map(({ creator }) => `@${creator.unique_id?.toUpperCase()}`);
      expect((await listOf({ unique_id })).list).toEqual(named);
      const uid = [named[0]?.uid ?? '', all[0]?.uid ?? ''];
      expect((await listOf({ unique_id, uid })).list).toEqual(named.slice(0, 1));
      const fault = { path: 'filter.unique_id', rule: 'unknown_handle' };
      expectError(await app.api.post(path, { filter: { date_info, unique_id: '@nobody' } }), 400, 10001, [fault]);
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
        previous_from: '1998-12-01',
        previous_to: '1998-12-31',
        previous_place_limit: null,
        ...(path === TOP_ECOMMERCE && {
          sum: { units_sold: 0, usd_gmv: 0, previous: null },
          ...{ top1_share: null, top3_share: null, top10_share: null },
        }),
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
        ['follower_inc_count:asc'],
        ['follower_inc_rate:asc', 'follower_inc_count'],
      ]);
      const orderby = fields.map(sortItem);
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
    expect(found).toBeGreaterThan(20);
  });
});

describe('facts and creators that change', () => {
  it('are in every ranking and in the list of periods at once', async () => {
    const [uid = '', other = ''] = [...world.sales.values()]
      .map((sale) => sale.uid)
      .filter((one) => world.creators.has(one));
    const creator = world.creators.get(uid) as CreatorLoad;
    await facts.putSale(drawSale('late', '2025-12-29', '10', random));
    await facts.putSale(drawSale('only', '2030-05-05', other, random));
    await facts.putSale(drawSale('of a newcomer', '2024-01-01', 'newcomer', random));
    await facts.putSale({ ...([...world.sales.values()][0] as SaleLoad), date: '2026-01-12', usd_gmv: -999.9999 });
    await facts.putCreatorDay({ date: '2025-12-31', uid: '9', follower_count: 77_777, video_count: null });
    await facts.putCreator({ ...creator, region: creator.region === 'US' ? 'GB' : 'US', nickname: 'Another name' });
    await facts.putCreator({ uid: 'newcomer', region: 'FR', account_type: 1 });
    await announce(app);
    await expectRankingsAsComputed(app.api, world);
    expect(await listed()).toEqual(expectedPeriods(world));
    await facts.deleteCreator('newcomer');
    await facts.deleteSale('only');
    await announce(app);
    await expectRankingsAsComputed(app.api, world);
    expect(await listed()).toEqual(expectedPeriods(world));
  });

  async function listed(): Promise<unknown[]> {
    return (await app.api.ask<{ list: unknown[] }>('/creator/v1/rank/periods')).list;
  }
});
