import type { PeriodDocument } from '../../src/boards/board.document.js';
import { withLocks } from '../../src/elastic/state/cluster-lock.js';
import { StateStore } from '../../src/elastic/state/state-store.js';
import { Random } from '../../src/seed/random.js';
import { type Ended, startCommand } from '../loading/load-process.js';
import { elasticsearchUrl, startTestApp, type TestApp } from '../support/app.js';
import {
  expectBoardsAsComputed,
  type RankingAnswer,
  TOP_ECOMMERCE,
  TOP_GROWTH,
  walk,
  watchSwap,
} from '../support/boards-suite.js';
import { drawSale, drawWorld, FactWriter } from '../support/fact-world.js';
import { expectedTopEcommerce } from '../support/oracle/boards.oracle.js';

const random = new Random('rankings-command', 1);
const world = drawWorld(random, 30, 20);
let app: TestApp;
let facts: FactWriter;

const run = (...parameters: string[]): Promise<Ended> =>
  startCommand('rankings', parameters, {
    url: elasticsearchUrl(),
    prefix: app.config.indexPrefix,
    cwd: import.meta.dirname,
  }).ended;

/** Builds by the command and waits until the service knows. */
async function build(...parameters: string[]): Promise<Ended> {
  const told = await watchSwap(app);
  const ended = await run('build', ...parameters);
  if (!ended.stdout.startsWith('0 boards computed')) await told();
  return ended;
}

beforeAll(async () => {
  app = await startTestApp({ name: 'rankings-command' });
  facts = new FactWriter(app.elasticsearch, app.names, world);
  await facts.writeAll();
});
afterAll(() => app.close());

describe('npm run rankings -- build', () => {
  it('computes all boards, says what it has read and written, and ends with 0', async () => {
    const { status, stdout } = await build();
    expect(status).toBe(0);
    const known = ({ uid }: { uid: string }) => world.creators.has(uid);
    const strangers = [...world.sales.values()].filter((sale) => !known(sale));
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toEqual([
      expect.stringMatching(/^\d+ boards computed, 0 boards up to date, 0 boards dropped\.$/),
      expect.stringMatching(
        new RegExp(`^${world.sales.size} sales and ${world.creatorDays.size} creator-days read, [\\d,]+ rows written`),
      ),
      expect.stringMatching(
        new RegExp(
          `^Not loaded: \\d+ creators? of these facts, such as .+; ${strangers.length} sales? and .+ are not counted\\.$`,
        ),
      ),
      expect.stringMatching(
        /^Not loaded: 1 product of these facts, such as p8; \d+ sales not counted for products and shops\.$/,
      ),
      expect.stringMatching(/^\d+ boards lack creators or products that are not loaded; load them and build again\.$/),
      'The newest day of the facts is 2027-01-04.',
    ]);
    expect(strangers.length).toBeGreaterThan(0);
    await expectBoardsAsComputed(app.api, world);
  });

  it('changes for a late fact exactly the boards it should, and leaves the rest as they were, row by row', async () => {
    const before = await readBoards();
    await facts.putSale({ ...drawSale('late', '2025-12-29', knownUid(), random), usd_gmv: 4711 });
    expect((await build()).stdout).toMatch(/^10 boards computed, \d+ boards up to date, 0 boards dropped\./);
    const after = await readBoards();
    expect([...after.keys()]).toEqual([...before.keys()]);
    const ofCreators = ([key]: readonly [string, unknown]) => !key.startsWith('topSelling:');
    const changed = [...after]
      .filter(ofCreators)
      .filter(([key, board]) => board.rows !== before.get(key)?.rows)
      .map(([key]) => key);
    const rebuilt = [...after]
      .filter(ofCreators)
      .filter(([key, board]) => board.build !== before.get(key)?.build)
      .map(([key]) => key);
    const expected = ['topEcommerce:day:2025-12-29', 'topEcommerce:month:2025-12', 'topEcommerce:week:2026-01'];
    const compared = ['topEcommerce:month:2026-01', 'topEcommerce:week:2026-02'];
    expect(rebuilt.sort()).toEqual([...expected, ...compared].sort());
    expect(changed).toEqual(expect.arrayContaining(expected));
    expect(rebuilt).toEqual(expect.arrayContaining(changed));
    await expectBoardsAsComputed(app.api, world);
  });

  it('keeps to --type, --from and --to', async () => {
    await facts.putSale(drawSale('scoped', '2026-12-28', knownUid(), random));
    const computed = async (...parameters: string[]) => (await build(...parameters)).stdout.split(',')[0];
    expect(await computed('--from', '2027-01-04')).toBe('0 boards computed');
    expect(await computed('--to', '2026-12-27', '--type', 'day')).toBe('0 boards computed');
    expect(await computed('--type', 'week', '--from', '2027-01-03', '--to', '2027-01-03')).toBe('2 boards computed');
    expect(await computed('--from', '2026-12-01', '--to', '2026-12-31')).toBe('4 boards computed');
    expect(await computed()).toBe('4 boards computed');
    expect(await computed()).toBe('0 boards computed');
  });

  it('shows readers whole boards, the old ones or the new ones, however many read while it builds', async () => {
    const date_info = { type: 'month', value: '2026-12' } as const;
    const pages = [{}, { region: 'US' }, { product_category_id: 910_001 }, { ecommerce_type: 2 }].map((filter) => ({
      filter,
      versions: [expectedTopEcommerce(world, 'month', '2026-12', filter)] as unknown[],
      seen: [] as unknown[],
    }));
    let building = true;
    const readers = pages.flatMap((page) =>
      [1, 2].map(async () => {
        while (building) {
          const filter = { ...page.filter, date_info };
          const { status, body } = await app.api.post<RankingAnswer>(TOP_ECOMMERCE, { filter, pagesize: 100 });
          page.seen.push(status === 200 ? body.data.list : body);
        }
      }),
    );
    try {
      for (let round = 0; round < 3; round++) {
        for (const uid of world.creators.keys()) {
          await facts.putSale(drawSale(`load-${round}-${uid}`, '2026-12-31', uid, random));
        }
        for (const page of pages) page.versions.push(expectedTopEcommerce(world, 'month', '2026-12', page.filter));
        expect((await build()).status).toBe(0);
      }
    } finally {
      building = false;
    }
    await Promise.all(readers);
    for (const { filter, versions, seen } of pages) {
      const met = new Set(seen.map((list) => versions.findIndex((version) => equal(version, list))));
      expect({ filter, met: [...met].sort() }).toEqual({ filter, met: expect.not.arrayContaining([-1]) as unknown });
      expect(met.size).toBeGreaterThan(1);
      expect(seen.length).toBeGreaterThan(20);
    }
  });

  it('ends with 1 and names the other one while another is under way', async () => {
    const store = new StateStore(app.elasticsearch, app.names);
    await withLocks(store, ['boards'], 'rankings build of a test', async () => {
      const { status, stderr } = await run('build');
      expect(stderr).toMatch(/^boards: in use by rankings build of a test \(process \d+ on .+\) since .+; try again/m);
      expect(status).toBe(1);
    });
  });
});

describe('npm run rankings -- explain', () => {
  it('explains a row for a day, a week and a month, however the period is written', async () => {
    const uid = knownUid();
    const forms: [string[], string][] = [
      [['explain', uid, '2026-01-01'], 'day 2026-01-01, 2026-01-01 to 2026-01-01'],
      [['explain', uid, '2026-01'], 'month 2026-01, 2026-01-01 to 2026-01-31'],
      [['explain', uid, '2026-W01'], 'week 2026-01, 2025-12-29 to 2026-01-04'],
      [['explain', uid, '2026-01', '--type', 'week'], 'week 2026-01, 2025-12-29 to 2026-01-04'],
    ];
    const ended = await Promise.all(forms.map(([parameters]) => run(...parameters)));
    ended.forEach(({ status, stdout }, at) => {
      const [creator, period] = stdout.split('\n');
      expect([status, creator?.startsWith(`creator ${uid}, unique_id `), period]).toEqual([0, true, forms[at]?.[1]]);
    });
  });
});

describe('npm run rankings', () => {
  it('explains itself', async () => {
    const [help, buildHelp] = await Promise.all([run('--help'), run('build', '--help')]);
    expect([help.status, buildHelp.status]).toEqual([0, 0]);
    for (const word of ['build', 'explain']) expect(help.stdout).toContain(word);
    for (const word of ['--from', '--to', '--type']) expect(buildHelp.stdout).toContain(word);
  });

  it.each([
    [[], 'Usage: rankings'],
    [['bild'], "unknown command 'bild'"],
    [['build', 'all'], 'too many arguments'],
    [['build', '--type', 'year'], 'Allowed choices are day, week, month.'],
    [['build', '--from', '2026-02-30'], 'It must be an existing day, written as YYYY-MM-DD.'],
    [['build', '--from', '2026-03-01', '--to', '2026-02-01'], '--from is after --to.'],
    [['explain', '7'], "missing required argument 'period'"],
    [['explain', '7', '2026-06', '2026-07'], 'too many arguments'],
    [['explain', '7', 'June'], '"June" is not a period; write 2026-06-30, 2026-W26 (a week) or 2026-06 (a month).'],
    [['explain', '7', '2026-13'], 'There is no month "2026-13"; the nearest is 2026-12.'],
    [['explain', '7', '2025-W53'], 'There is no week "2025-W53"; the nearest is 2025-52.'],
  ])('ends with 1 and a plain message: %j', async (parameters, message) => {
    const { status, stdout, stderr } = await run(...parameters);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/^ {4}at /m);
  });
});

/** Somebody who stands on boards. */
function knownUid(): string {
  const uid = [...world.sales.values()].map((sale) => sale.uid).find((seller) => world.creators.has(seller));
  if (uid === undefined) throw new Error('The world has sellers.');
  return uid;
}

const equal = (a: unknown, b: unknown): boolean => JSON.stringify(sortKeys(a)) === JSON.stringify(sortKeys(b));

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  );
}

/** Every board that has an entry in the catalogue: which build readers use, and all its rows as the API gives them. */
async function readBoards(): Promise<Map<string, { build: string; rows: string }>> {
  const index = app.names.alias('periods');
  const { hits } = await app.elasticsearch.search<PeriodDocument>({ index, size: 1000 });
  const boards = new Map<string, { build: string; rows: string }>();
  for (const { _id, _source } of hits.hits.sort((a, b) => (String(a._id) < String(b._id) ? -1 : 1))) {
    if (_source === undefined) continue;
    const { ranking, date_type: type, date_value: value, board } = _source;
    const path = ranking === 'topEcommerce' ? TOP_ECOMMERCE : TOP_GROWTH;
    const filters = ranking === 'topEcommerce' ? [{}, { product_category_id: 910_001 }] : [{}];
    const rows = [];
    for (const filter of filters) rows.push(await walk(app.api, path, { ...filter, date_info: { type, value } }));
    boards.set(String(_id), { build: board, rows: JSON.stringify(rows) });
  }
  return boards;
}
