import { jest } from '@jest/globals';
import type { IncomingMessage } from 'node:http';
import { RequestLimits } from '../../src/access/request-limits.js';
import { SCOPES } from '../../src/common/access-token.js';
import type { CreatorLoad } from '../../src/creator/creator.record.js';
import type { CreatorDayLoad, SaleLoad } from '../../src/figures/facts.record.js';
import type { LiveLoad } from '../../src/live/live.record.js';
import type { ProductLoad } from '../../src/product/product.record.js';
import type { VideoLoad } from '../../src/video/video.record.js';
import { Random } from '../../dev/seed/random.js';
import { LoadSuite } from '../loading/load-suite.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { loadFacts } from '../support/fact-world.js';
import { OPEN_API } from '../support/open-api.js';
import { asComputed, breakdownOf, type BreakdownQuestion } from '../support/oracle/breakdown.oracle.js';
import { expectedTopEcommerce, expectedTopGrowth, type FactWorld } from '../support/oracle/rankings.oracle.js';
import { expectedSelling, SUBJECTS } from '../support/oracle/selling.oracle.js';
import { announce } from '../support/rankings-suite.js';
import { beginExport, contextsClosed, readExport, recordsIn } from './export-client.js';

type Row = Readonly<Record<string, unknown>>;

/** More than an export reads ahead of its first rows. */
const EACH = 1300;
const MAY = { type: 'month', value: '2026-05' } as const;
const ALL_SELLER = 'sells-all';

interface World extends FactWorld {
  readonly videos: ReadonlyMap<string, VideoLoad>;
  readonly lives: ReadonlyMap<string, LiveLoad>;
}

/** Creators, products, shops, categories, videos and live streams with sales in April and May; another state has other figures. */
function worldIn(state: 'before' | 'after'): World {
  const random = new Random(`one moment, ${state}`, 94);
  const [isAfter, places] = [state === 'after', Array.from({ length: EACH }, (_, at) => at)];
  const mapOf = <Item>(idOf: (item: Item) => string, items: readonly (Item | undefined)[]): Map<string, Item> =>
    new Map(items.flatMap((item) => (item === undefined ? [] : [[idOf(item), item] as const])));
  const sale = (id: string, at: number, more: Partial<SaleLoad> = {}): SaleLoad => ({
    ...{ id, date: at % 2 > 0 ? '2026-05-02' : '2026-05-31', uid: `c${at}`, product_id: `p${at}` },
    ...{ channel: 'video', content_id: `v${at}`, product_category_id: 500_000 + at },
    ...{ units_sold: random.whole(1, 40), gmv: random.whole(1, 400), usd_gmv: random.whole(1, 900_000) / 10_000 },
    ...more,
  });
  const april = (at: number): string => (at % 2 > 0 ? '2026-04-01' : '2026-04-30');
  const days = ['2026-04-01', '2026-04-30', '2026-05-01', '2026-05-31'];
  return {
    sales: mapOf(
      ({ id }) => id,
      places.flatMap((at) => [
        isAfter && at % 3 === 0 ? undefined : sale(`video-${at}`, at),
        isAfter && at % 3 === 0 ? undefined : sale(`live-${at}`, at, { channel: 'live', content_id: `l${at}` }),
        isAfter && at % 7 === 0 ? undefined : sale(`all-${at}`, at, { uid: ALL_SELLER, content_id: `x${at}` }),
        at % 5 === 0 ? undefined : sale(`april-${at}`, at, { date: april(at) }),
        at % 5 === 0
          ? undefined
          : sale(`april-all-${at}`, at, { date: april(at), uid: ALL_SELLER, content_id: `x${at}` }),
      ]),
    ),
    creatorDays: mapOf(
      ({ date, uid }: CreatorDayLoad) => `${date}:${uid}`,
      places.flatMap((at) =>
        days.map((date) => ({ date, uid: `c${at}`, follower_count: random.whole(1, 5000), video_count: null })),
      ),
    ),
    creators: mapOf(
      ({ uid }) => uid,
      places.map((at): CreatorLoad | undefined => {
        const own = { unique_id: `handle${at}`, nickname: `${state} ${at}`, follower_count: random.whole(1, 5000) };
        return isAfter && at % 11 === 0 ? undefined : { uid: `c${at}`, region: 'US', ...own };
      }),
    ),
    products: mapOf(
      ({ product_id }) => product_id,
      places.map((at): ProductLoad | undefined => {
        const own = { title: `${state} ${at}`, region: 'US', day7_units_sold: random.whole(1, 900) } as const;
        const shop = { seller_id: `s${at}`, name: `Shop s${at}` };
        return isAfter && at % 13 === 0 ? undefined : { product_id: `p${at}`, ...own, shop };
      }),
    ),
    videos: mapOf(
      ({ video_id }) => video_id,
      places.map((at) => {
        const own = { desc: `${state} ${at}`, play_count: random.whole(1, 900), uid: `c${at}` };
        return { video_id: `v${at}`, publish_time: 9, ...own };
      }),
    ),
    lives: mapOf(
      ({ room_id }) => room_id,
      places.map((at) => {
        const own = { title: `${state} ${at}`, total_viewer_count: random.whole(1, 900), uid: `c${at}` };
        return { room_id: `l${at}`, start_time: 9, ...own };
      }),
    ),
  };
}

interface ExportCase {
  readonly path: string;
  readonly body: object;
  readonly expected: (world: World) => readonly unknown[];
  readonly asExpected?: (row: Row) => unknown;
}

/** The export of a search: ids and a figure, in the order of the figure. */
function searchCase(
  path: string,
  id: string,
  figure: string,
  recordsOf: (world: World) => Iterable<object>,
): ExportCase {
  const shown = (record: object): unknown[] => [id, figure].map((name) => (record as Row)[name]);
  return {
    path,
    body: { orderby: [{ field: figure }], ...(id === 'video_id' && { filter: { create_time_range: { min: 0 } } }) },
    asExpected: shown,
    expected: (world) =>
      [...recordsOf(world)]
        .map((record) => shown(record) as [string, number])
        .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)),
  };
}

function breakdownCase(question: BreakdownQuestion, recordOf?: (row: Row) => unknown): ExportCase {
  return {
    path: '/sales/v1/breakdown/export',
    body: question,
    asExpected: (row) => ({ ...asComputed(question.by, row), ...(recordOf && { record: recordOf(row) }) }),
    expected: (world) => {
      const { rows } = breakdownOf(question, world);
      if (recordOf === undefined) return rows;
      return rows.map((row) => ({ ...row, record: world.products.get(String(row.key))?.title ?? null }));
    },
  };
}

const filter = { date_info: MAY };
const days = { from: '2026-05-02', to: '2026-05-31', compare_to: '2026-04-01~2026-04-30' };
const CASES: readonly ExportCase[] = [
  searchCase('/video/v1/export', 'video_id', 'play_count', ({ videos }) => videos.values()),
  searchCase('/product/v1/export', 'product_id', 'day7_units_sold', ({ products }) => products.values()),
  searchCase('/shop/v1/export', 'seller_id', 'day7_units_sold', ({ products }) =>
    [...products.values()].map(({ shop, day7_units_sold }) => ({ seller_id: shop?.seller_id, day7_units_sold })),
  ),
  searchCase('/live/v1/export', 'room_id', 'total_viewer_count', ({ lives }) => lives.values()),
  searchCase('/creator/v1/export', 'uid', 'follower_count', ({ creators }) => creators.values()),
  {
    ...{ path: '/creator/v1/rank/topEcommerce/export', body: { filter } },
    expected: (world) => expectedTopEcommerce(world, MAY.type, MAY.value),
  },
  {
    ...{ path: '/creator/v1/rank/topGrowth/export', body: { filter } },
    expected: (world) => expectedTopGrowth(world, MAY.type, MAY.value),
  },
  ...SUBJECTS.map((subject): ExportCase => ({
    ...{ path: `/${subject}/v1/rank/topSelling/export`, body: { filter } },
    expected: (world) => expectedSelling(world, subject, MAY.type, MAY.value),
  })),
  breakdownCase({ by: ['category', 'day'], filter: {}, ...days }),
  breakdownCase(
    { by: 'product', filter: { uid: [ALL_SELLER] }, ...days },
    ({ product }) => (product as { readonly title: string } | null)?.title ?? null,
  ),
];

describe('an export of each operation', () => {
  const [before, after] = [worldIn('before'), worldIn('after')];
  let service: TestApp;
  let suite: LoadSuite;
  let openGate = (): void => undefined;
  beforeAll(async () => {
    service = await startTestApp({
      name: 'one-moment',
      load: loadFacts(before),
      // Longer than the loads take on a busy machine.
      config: { requestTimeoutMs: 240_000 },
    });
    suite = LoadSuite.of(service);
  });
  afterAll(async () => {
    openGate();
    await service?.close();
  });
  afterEach(() => jest.restoreAllMocks());

  const load = async (): Promise<void> => {
    const kinds = [
      ['creators', before.creators, after.creators, 'uid'],
      ['products', before.products, after.products, 'product_id'],
      ['videos', before.videos, after.videos, 'video_id'],
      ['lives', before.lives, after.lives, 'room_id'],
      ['sales', before.sales, after.sales, 'id'],
      ['creator-days', before.creatorDays, after.creatorDays, 'date'],
    ] as const;
    for (const [kind, then, now, id] of kinds) {
      const { rejects } = await suite.load(kind, [suite.records('now.ndjson', [...now.values()])]);
      const gone = [...then.keys()].filter((key) => !now.has(key)).map((key) => ({ [id]: key }));
      if (gone.length > 0) await suite.load(kind, [suite.records('gone.ndjson', gone)], { mode: 'delete' });
      expect(rejects).toEqual([]);
    }
    await announce(service);
  };
  const begin = async ({ path, body }: ExportCase, at: number): Promise<IncomingMessage> =>
    beginExport({ url: service.url, token: await service.tokens.create(`export ${at}`, SCOPES, null) }, path, body);
  const expectRows = async (
    answer: IncomingMessage,
    { path, body, expected, asExpected }: ExportCase,
    world: World,
  ) => {
    const exported = await readExport(answer);
    const rows = recordsIn(exported).map((row) => asExpected?.(row) ?? row);
    const { status, isWhole } = exported;
    expect({ path, body, status, isWhole, rows }).toEqual({
      path,
      body,
      status: 200,
      isWhole: true,
      rows: expected(world),
    });
  };

  it('has every row, in its order and with its figures, as they were when it began, whatever is loaded meanwhile', async () => {
    const paths = Object.keys(OPEN_API.paths).filter((path) => path.endsWith('/export'));
    expect([...new Set(CASES.map(({ path }) => path))].sort()).toEqual(paths.sort());
    // An export asks for its turn after each 100 rows: here each waits after the first until everything is loaded.
    const limits = service.app.get(RequestLimits, { strict: false });
    const gate = new Promise<void>((resolve) => (openGate = resolve));
    jest.spyOn(limits, 'exportTurn').mockReturnValue(gate);
    const answers = await Promise.all(CASES.map(begin));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(CASES.map(() => 200));
    const firstRows = answers.map((answer) => new Promise((resolve) => answer.once('readable', resolve)));
    await Promise.all(firstRows);
    await load();
    openGate();
    for (const [at, one] of CASES.entries()) {
      expect(one.expected(before).length).toBeGreaterThan(EACH * 0.9);
      await expectRows(answers[at] as IncomingMessage, one, before);
    }
    await contextsClosed(service);
    for (const [at, one] of CASES.entries()) await expectRows(await begin(one, at + CASES.length), one, after);
  });
});
