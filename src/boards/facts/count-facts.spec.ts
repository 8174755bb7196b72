import { toCreatorDocument } from '../../creator/creator.record.js';
import { toCreatorDayDocument, toSaleDocument } from '../../sales/facts.record.js';
import type { PointInTime } from '../../elastic/client/point-in-time.js';
import type { Board } from '../board.js';
import { BuildPlan } from '../build-plan.js';
import { toBoardCreator } from '../subjects.js';
import { countFacts, noFacts } from './count-facts.js';
import type { FactSources } from './fact-sources.js';

const mia = toCreatorDocument({ uid: '7', region: 'US', category_id: 3, account_type: 2 });
const subjects = {
  creators: new Map([mia, toCreatorDocument({ uid: '8', region: 'GB' })].map((one) => [one.uid, toBoardCreator(one)])),
  products: new Map(
    ['p1', 'p2'].map((product_id, at) => [
      product_id,
      { product_id, region: at === 0 ? 'US' : 'GB', l1_category_id: 5, seller_id: 's1' },
    ]),
  ),
};
const sale = (date: string, rest: Partial<Parameters<typeof toSaleDocument>[0]> = {}) =>
  toSaleDocument({
    id: date,
    date,
    uid: '7',
    channel: 'video',
    content_id: 'v1',
    product_id: 'p1',
    product_category_id: 10,
    units_sold: 1,
    gmv: 2.0049,
    usd_gmv: 1.0049,
    ...rest,
  });
const day = (date: string, follower_count: number, uid = '7') =>
  toCreatorDayDocument({ date, uid, follower_count, video_count: null });
type Facts = { readonly sales?: ReturnType<typeof sale>[]; readonly days?: ReturnType<typeof day>[] };

/** Facts as Elasticsearch gives them, a fact a page. */
function sourcesOf({ sales = [], days = [] }: Facts): FactSources {
  const columns = (fact: object) => Object.fromEntries(Object.entries(fact).map(([name, value]) => [name, [value]]));
  async function* pages<Page>(all: Page[]) {
    for (const page of all) yield await Promise.resolve([page]);
  }
  return {
    sales: { values: () => pages(sales.map(columns)) },
    creatorDays: { scan: () => pages(days.map((_source) => ({ _source }))) },
  } as unknown as Record<'sales' | 'creatorDays', PointInTime> as FactSources;
}

async function count(facts: Facts, ...boards: readonly Board[]) {
  const plan = new BuildPlan(boards, 'b1');
  const counts = noFacts();
  const rows: (Record<string, unknown> & { readonly kind: string })[] = [];
  for await (const batch of countFacts(plan, sourcesOf(facts), subjects, counts)) {
    for (const { kind, source } of batch) rows.push({ kind, ...(JSON.parse(source) as object) });
  }
  const find = (board: string, list: string, id: string) =>
    rows.find((row) => [row['list']].flat().includes(`${board}@b1/${list}`) && (row['id'] ?? row['uid']) === id);
  return { plan, counts, rows, find };
}
const onDay = (ranking: Board['ranking'], value: string): Board => ({ ranking, period: { type: 'day', value } });

describe('the rows of creators by sales', () => {
  it('count distinct products, videos and lives, and add both channels before they round', async () => {
    const sales = [
      sale('2024-02-01'),
      sale('2024-02-01', { channel: 'live', content_id: 'v1', product_id: 'p2' }),
      sale('2024-02-01', { product_category_id: 11, usd_gmv: -0.0002 }),
    ];
    const { rows, find } = await count({ sales, days: [day('2024-02-01', 500)] }, onDay('topEcommerce', '2024-02-01'));
    expect(rows.map(({ list }) => list)).toEqual(['*', '10', '11'].map((l) => `topEcommerce:day:2024-02-01@b1/${l}`));
    expect(find('topEcommerce:day:2024-02-01', '*', '7')).toEqual({
      kind: 'top-ecommerce-boards',
      board: 'topEcommerce:day:2024-02-01@b1',
      list: 'topEcommerce:day:2024-02-01@b1/*',
      uid: '7',
      region: 'US',
      creator_category_id: 3,
      account_type: 2,
      creator_state: '["US",3,2]',
      creator: mia,
      has_video_sales: true,
      has_live_sales: true,
      creator_usd_gmv: 2.01,
      video_usd_gmv: 1,
      live_usd_gmv: 1,
      units_sold: 3,
      follower_count: 500,
      growth_rate: null,
      before: null,
      figures: {
        product_count: 2,
        video_count: 1,
        live_count: 1,
        creator_gmv: 6.01,
        video_gmv: 4.01,
        live_gmv: 2,
      },
    });
  });

  it('count the days of their period, and no other', async () => {
    const sales = ['2024-01-31', '2024-02-01', '2024-02-29', '2024-03-01'].map((date) => sale(date));
    const month = { ranking: 'topEcommerce', period: { type: 'month', value: '2024-02' } } as const;
    const { rows, find } = await count({ sales }, month);
    expect(rows).toHaveLength(2);
    expect(find('topEcommerce:month:2024-02', '*', '7')).toMatchObject({
      units_sold: 2,
      growth_rate: 101,
      before: { creator_usd_gmv: 1, units_sold: 1, follower_count: null },
    });
  });

  it('wait, one on each board, when the creator is not loaded', async () => {
    const facts = {
      days: [day('2024-02-01', 500, '9'), day('2024-02-02', 510, '9')],
      sales: [sale('2024-02-01', { uid: '9' }), sale('2024-02-01', { uid: '9', product_category_id: 11 })],
    };
    const boards = [onDay('topEcommerce', '2024-02-01'), onDay('topGrowth', '2024-02-02')];
    const { plan, rows, counts } = await count(facts, ...boards);
    expect(rows.map(({ board, uid, creator_state }) => [board, uid, creator_state])).toEqual(
      ['topEcommerce:day:2024-02-01', 'topGrowth:day:2024-02-02'].map((board) => [
        `${board}@b1/waiting`,
        '9',
        'unknown',
      ]),
    );
    expect(plan.boards.map(({ creators, waiting, rows: written }) => [creators, waiting, written])).toEqual(
      Array(2).fill([0, 1, 1]),
    );
    expect(counts.unknown).toEqual({ sales: 2, creatorDays: 2, ids: new Set(['9']) });
  });
});

describe('the rows of follower growth', () => {
  it('compare the last counts of the period, of the one before, and of the one before that', async () => {
    const days = [day('2024-02-01', 400), day('2024-02-02', 500), day('2024-02-03', 525), day('2024-02-03', 9, '8')];
    const { rows } = await count({ days }, onDay('topGrowth', '2024-02-03'));
    expect(rows).toMatchObject([
      {
        kind: 'top-growth-boards',
        uid: '7',
        creator: mia,
        follower_inc_count: 25,
        follower_inc_rate: 5,
        follower_count_at_period_end: 525,
        before: { follower_inc_count: 100, follower_inc_rate: 25, follower_count_at_period_end: 500 },
      },
    ]);
  });

  it('have none for a creator without a count in the period before', async () => {
    const days = [day('2024-02-01', 400), day('2024-02-03', 525)];
    expect((await count({ days }, onDay('topGrowth', '2024-02-03'))).rows).toEqual([]);
  });
});

describe('the rows of products, shops and categories', () => {
  const board = 'topSelling:day:2026-01-02';
  const jan2 = onDay('topSelling', '2026-01-02');
  const on = (rest: Parameters<typeof sale>[1]) => sale('2026-01-02', rest);

  it('add up exactly before they round, and count what is distinct in each', async () => {
    const sales = [
      on({}),
      on({ uid: '8', usd_gmv: 1.0001 }),
      on({ channel: 'live', usd_gmv: -3 }),
      on({ uid: '6', product_id: 'p2', product_category_id: 11 }),
    ];
    const { find, plan } = await count({ sales }, jan2);
    expect(find(board, 'product/*', 'p1')).toMatchObject({
      usd_gmv: -1,
      video_usd_gmv: 2.01,
      live_usd_gmv: -3,
      units_sold: 3,
      seller_id: 's1',
      product_state: '["US",5,"s1"]',
      figures: { creator_count: 2, video_count: 1, live_count: 1, product_count: 1 },
    });
    expect(find(board, 'shop/*', 's1')).toMatchObject({
      region: null,
      figures: { product_count: 2, creator_count: 3 },
    });
    expect(find(board, 'shop/10', 's1')).toMatchObject({ region: 'US', units_sold: 3 });
    expect(find(board, 'category/US', '10')).toMatchObject({ units_sold: 2, usd_gmv: -2 });
    expect(plan.boards[0]).toMatchObject({ creators: 3, listed: { product: 2, shop: 1, category: 2 } });
  });

  it('hold the sales of a product that is not loaded back from products and shops', async () => {
    const { rows, plan, counts } = await count({ sales: [on({ uid: '6', product_id: 'p9' })] }, jan2);
    expect(rows.map(({ list, id, board: of }) => [list ?? of, id])).toEqual([
      [`${board}@b1/category/*`, '10'],
      [[`${board}@b1/video/*`, `${board}@b1/video/10`], 'v1'],
      [`${board}@b1/waiting`, 'p9'],
    ]);
    expect(plan.boards[0]).toMatchObject({ waiting: 1, rows: 3 });
    expect(counts.unknownProducts).toEqual({ sales: 1, ids: new Set(['p9']) });
  });

  it('are compared with the row of the period before, which is counted but not written', async () => {
    const { rows, find } = await count({ sales: [sale('2026-01-01', { usd_gmv: 5.0049 }), on({})] }, jan2);
    expect(rows.every((row) => row['board'] === `${board}@b1`)).toBe(true);
    expect(find(board, 'product/*', 'p1')).toMatchObject({
      usd_gmv: 1,
      usd_gmv_change: -4,
      before: { usd_gmv: 5, has_live_sales: false },
    });
  });

  it('come list by list, the highest first', async () => {
    const sales = [on({}), on({ uid: '8', product_id: 'p2', usd_gmv: 9 })];
    const { rows } = await count({ sales }, jan2);
    const nameOf = (list: unknown) => String(list).replaceAll(`${board}@b1/`, '').replace(',video/', ',');
    expect(rows.map(({ list, id }) => `${nameOf(list)} ${String(id)}`)).toEqual([
      'category/* 10',
      'category/GB 10',
      'category/US 10',
      'product/* p2',
      'product/* p1',
      'shop/* s1',
      'shop/10 s1',
      'video/*,10 v1',
    ]);
  });
});

describe('the rows of videos and live streams', () => {
  const board = 'topSelling:day:2026-01-02';
  const listsOf = (rows: readonly Readonly<Record<string, unknown>>[]) =>
    rows.flatMap(({ list, id }) => (id === 'v1' ? [[list].flat().map((one) => String(one).split('/').at(-1))] : []));
  const rowsOf = (...sales: Parameters<typeof sale>[1][]) =>
    count({ sales: sales.map((rest) => sale('2026-01-02', rest)) }, onDay('topSelling', '2026-01-02'));

  it('are one for each channel of an id, and for each category, whoever is loaded', async () => {
    const { find, plan } = await rowsOf(
      { usd_gmv: 1.004, units_sold: 2 },
      { usd_gmv: 1.004, product_id: 'p9', product_category_id: 11 },
      { channel: 'live', uid: '6', usd_gmv: -3 },
    );
    expect(find(board, 'video/*', 'v1')).toEqual({
      kind: 'top-selling-boards',
      board: `${board}@b1`,
      list: `${board}@b1/video/*`,
      id: 'v1',
      uid: '7',
      region: 'US',
      creator_category_id: 3,
      usd_gmv: 2.01,
      units_sold: 3,
      usd_gmv_change: 2.01,
      growth_rate: null,
      figures: { product_count: 2 },
      before: null,
    });
    expect(find(board, 'video/11', 'v1')).toMatchObject({ usd_gmv: 1, figures: { product_count: 1 } });
    expect(find(board, 'live/*', 'v1')).toMatchObject({ uid: '6', region: null, usd_gmv: -3 });
    expect(plan.boards[0]).toMatchObject({ listed: { product: 1, shop: 1, category: 2, video: 1, live: 1 } });
  });

  it('have no creator where the sales name several, but in the categories whose sales name one', async () => {
    const { find } = await rowsOf({}, {}, { uid: '8', product_category_id: 11 });
    const none = { uid: null, region: null, creator_category_id: null };
    expect(find(board, 'video/*', 'v1')).toMatchObject(none);
    expect(find(board, 'video/10', 'v1')).toMatchObject({ uid: '7', region: 'US' });
    expect(find(board, 'video/11', 'v1')).toMatchObject({ uid: '8', region: 'GB' });
  });

  it.each([
    ['the same category', { product_category_id: 10 }, [['*', '10']]],
    ['another category', { product_category_id: 11 }, [['*'], ['10']]],
    ['no sales', { content_id: 'v2' }, [['*', '10']]],
  ])('of one category, with %s before, have one row for each list or one for both', async (_before, before, lists) => {
    const sales = [sale('2026-01-01', { id: 'before', ...before }), sale('2026-01-02', {})];
    const { rows } = await count({ sales }, onDay('topSelling', '2026-01-02'));
    expect(listsOf(rows)).toEqual(lists);
  });

  it('of several categories have a row for each list', async () => {
    const { rows } = await rowsOf({}, { product_category_id: 11 });
    expect(listsOf(rows)).toEqual([['*'], ['10'], ['11']]);
  });
});
