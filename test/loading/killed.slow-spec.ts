import { setTimeout as sleep } from 'node:timers/promises';
import type { CategoryListData } from '../../src/categories/categories.requests.js';
import { CURRENCIES } from '../../src/common/regions.js';
import type { RecordKind } from '../../src/common/record-kind.js';
import { shiftDay } from '../../src/common/period/period.js';
import type { LoadMode } from '../../src/loading/load-item.js';
import { ApiClient } from '../support/api-client.js';
import { elasticsearchUrl, startNeighbour, testApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { FaultProxy } from '../support/fault-proxy.js';
import { loadSeed } from '../support/load-records.js';
import { OPERATIONS } from '../support/operations.js';
import { type Ended, loadSuiteOf, type RunningCommand, startCommand } from './load-suite.js';

/** A batch has 2,000. */
const COUNT = 2100;
const FIRST_DAY = '2012-01-01';
const NUMBERS = Array.from({ length: COUNT }, (_, at) => at);

/** Records of a generation, and the text of a stored one that tells of which it is. */
interface KilledKind {
  readonly kind: RecordKind;
  /** Its records change together. */
  readonly isWhole: boolean;
  readonly record: (at: number, generation: number) => object;
  readonly id: (at: number) => string;
  readonly generationOf: (document: never) => unknown;
}

/** A hundred parents are last, and before them their roots: either batch alone has nodes without a parent. */
const ROOTS = COUNT - 110;
const PARENTS = COUNT - 100;
const isRoot = (at: number): boolean => at >= ROOTS && at < PARENTS;

const node = (at: number, generation: number) => {
  const level = isRoot(at) ? 1 : at >= PARENTS ? 2 : 3;
  const parent = [null, ROOTS + (at % 10), PARENTS + (at % 100)][level - 1] ?? null;
  return { id: at, level, parent_id: parent, name: { EN_US: String(generation) } };
};
const tree = (kind: RecordKind): KilledKind => ({
  kind,
  isWhole: true,
  record: node,
  id: String,
  generationOf: ({ name }: { name: { EN_US: string } }) => Number(name.EN_US),
});
const [CURRENCY = ''] = CURRENCIES;

const KINDS: readonly KilledKind[] = [
  tree('product-categories'),
  tree('creator-categories'),
  {
    kind: 'rates',
    isWhole: true,
    record: (at, generation) => ({ date: shiftDay(FIRST_DAY, at), currency: CURRENCY, usd: `${generation}` }),
    id: (at) => `${shiftDay(FIRST_DAY, at)}:${CURRENCY}`,
    generationOf: ({ usd }: { usd: string }) => Number(usd),
  },
  {
    kind: 'synonyms',
    isWhole: true,
    record: (at, generation) => ({ id: `s${at}`, words: [`lip${at}`, `generation${generation}`] }),
    id: (at) => `s${at}`,
    generationOf: ({ words }: { words: string[] }) => Number(words[1]?.replace('generation', '')),
  },
  {
    kind: 'lives',
    isWhole: false,
    record: (at, generation) => ({ room_id: `r${at}`, title: String(generation), start_time: 1781234567 }),
    id: (at) => `r${at}`,
    generationOf: ({ record }: { record: string }) => Number((JSON.parse(record) as { title: string }).title),
  },
  {
    kind: 'sales',
    isWhole: false,
    record: (at, generation) => ({
      ...{ id: `k${at}`, date: '2026-06-01', uid: '1', channel: 'video', content_id: '1', product_id: '1' },
      ...{ product_category_id: 1, units_sold: generation, gmv: generation, usd_gmv: generation },
    }),
    id: (at) => `k${at}`,
    generationOf: ({ units_sold, usd_gmv }: { units_sold: number; usd_gmv: string }) =>
      String(units_sold) === usd_gmv ? units_sold : `${units_sold} and ${usd_gmv}`,
  },
];

/** Where a load is killed: while a batch is sent after so many others, before the alias moves, or just after that. */
type Place = number | 'before the switch' | 'after the switch';

const isSwitch = (path: string, method: string): boolean => method === 'POST' && path.startsWith('/_aliases');

/** A load of each kind at once, each through a proxy of its own, and a service that answers meanwhile. */
describe('a load that is killed', () => {
  const service = testApp(() => ({ name: 'killed', load: loadSeed(0.01) }));
  const suite = loadSuiteOf(service);
  const proxies = new Map<RecordKind, FaultProxy>();
  beforeAll(async () => {
    for (const { kind } of KINDS) proxies.set(kind, await FaultProxy.start(elasticsearchUrl()));
    // Trees, rates of this currency and synonyms are loaded first by a load that is killed.
    for (const { kind, record, isWhole } of KINDS)
      if (!isWhole)
        await suite.load(kind, [
          suite.records(
            'first.ndjson',
            NUMBERS.map((at) => record(at, 1)),
          ),
        ]);
  }, 300_000);
  afterAll(async () => {
    for (const proxy of proxies.values()) await proxy.down();
  });

  const start = ({ kind }: KilledKind, path: string, mode: LoadMode): RunningCommand =>
    startCommand('load', [kind, path, `--${mode}`], {
      url: (proxies.get(kind) as FaultProxy).url,
      prefix: suite.prefix,
      cwd: suite.folder,
    });

  async function kill(killed: KilledKind, path: string, mode: LoadMode, place: Place): Promise<void> {
    const proxy = proxies.get(killed.kind) as FaultProxy;
    let batches = 0;
    proxy.met = 0;
    if (place === 'after the switch') proxy.hold();
    else proxy.fault = { kind: 'hang' };
    proxy.only = typeof place === 'number' ? (url) => url.includes('_bulk') && (batches += 1) > place : isSwitch;
    const { child, ended } = start(killed, path, mode);
    const early = ended.then(({ status, stderr }) => {
      throw new Error(`The load of ${killed.kind} ended with ${status}: ${stderr}`);
    });
    early.catch(() => undefined);
    while (proxy.met === 0) await Promise.race([sleep(10), early]);
    // The answer is held until the switch is made.
    if (place === 'after the switch') while (!(await isMoved(killed.kind))) await sleep(10);
    child.kill('SIGKILL');
    await ended;
    proxy.heal();
  }

  const live = new Map<RecordKind, string>();
  const isMoved = async (kind: RecordKind): Promise<boolean> => (await suite.live(kind)) !== live.get(kind);

  const generations = async ({ kind, generationOf, id }: KilledKind): Promise<unknown[]> => {
    const stored = await suite.contents(kind);
    return NUMBERS.map((at) => stored.has(id(at)) && generationOf(stored.get(id(at)) as never));
  };

  /** What a process answers to an ordinary request of each operation, and of the categories. */
  async function answers(url: string): Promise<ReadonlyMap<string, unknown>> {
    const api = new ApiClient(url, service.token);
    const trees = ['/product/v1/category', '/creator/v1/category'].map((path) => ({ path, body: {} }));
    const searched = new Map<string, unknown>();
    for (const { path, body } of [
      ...OPERATIONS,
      ...trees,
      { path: '/product/v1/search', body: { keywords: 'lip7' } },
    ]) {
      const { status, body: answer } = await api.post<object>(path, body);
      expect([path, status]).toEqual([path, 200]);
      searched.set(path, answer.data);
    }
    const ready = await api.fetch('/health/ready');
    const { status, left_out } = (await ready.json()) as { status: string; left_out?: unknown };
    expect([status, left_out]).toEqual(['ready', undefined]);
    return searched;
  }

  it.each<{ mode: LoadMode; whole: Place; single: number }>([
    { mode: 'merge', whole: 1, single: 1 },
    { mode: 'update', whole: 'after the switch', single: 1 },
    { mode: 'delete', whole: 0, single: 1 },
    { mode: 'replace', whole: 'before the switch', single: 1 },
  ])(
    'leaves answers, readiness and other loads as they were, and runs again whole: $mode, $whole',
    async ({ mode, whole, single }) => {
      const generation = ['merge', 'update', 'delete', 'replace'].indexOf(mode) + 2;
      // Parents are deleted before their children, and roots stay.
      const lines = mode === 'delete' ? NUMBERS.filter((at) => !isRoot(at)).reverse() : NUMBERS;
      const expected = NUMBERS.map((at) => (mode !== 'delete' ? generation : isRoot(at) && generation - 1));
      const paths = new Map(
        KINDS.map(({ kind, record }) => [
          kind,
          suite.records(
            `${kind}-${generation}.ndjson`,
            lines.map((at) => record(at, generation)),
          ),
        ]),
      );
      const path = ({ kind }: KilledKind): string => paths.get(kind) as string;
      const before = new Map<RecordKind, unknown[]>();
      for (const one of KINDS) before.set(one.kind, await generations(one));
      for (const { kind } of KINDS) live.set(kind, await suite.live(kind));
      await Promise.all(KINDS.map((one) => kill(one, path(one), mode, one.isWhole ? whole : single)));

      const list = startCommand('indices', ['list'], {
        url: elasticsearchUrl(),
        prefix: suite.prefix,
        cwd: suite.folder,
      });
      const { stdout } = await list.ended;
      for (const kind of ['lives', 'sales'])
        expect(stdout).toMatch(
          mode === 'replace'
            ? new RegExp(`^${kind} +building `, 'm')
            : new RegExp(`^${kind}: load of .*${kind}-${generation}\\.ndjson, started .*interrupted`, 'm'),
        );
      const neighbour = await startNeighbour(service);
      try {
        const [old, young] = [await answers(service.url), await answers(neighbour.url)];
        for (const tree of ['/product/v1/category', '/creator/v1/category', '/product/v1/search'])
          expect(young.get(tree)).toEqual(old.get(tree));
      } finally {
        await neighbour.close();
      }
      for (const one of KINDS) {
        const found = await generations(one);
        const was = before.get(one.kind) as unknown[];
        if (whole === 'after the switch' && one.isWhole) expect([one.kind, found]).toEqual([one.kind, expected]);
        else if (one.isWhole || mode === 'replace') expect([one.kind, found]).toEqual([one.kind, was]);
        else {
          expect(found.filter((value, at) => value !== was[at] && value !== expected[at])).toEqual([]);
          expect([found.includes(was[0]), found.includes(expected[0])]).toEqual([true, true]);
        }
      }
      const video = { video_id: `v${generation}`, publish_time: 1 };
      expect((await suite.load('videos', [suite.records('video.ndjson', [video])])).summary.loaded).toBe(1);
      const day = { date: '2026-06-01', uid: `u${generation}`, follower_count: 1 };
      expect((await suite.load('creator-days', [suite.records('day.ndjson', [day])])).summary.loaded).toBe(1);

      const again = await Promise.all(
        KINDS.map(async (one): Promise<[RecordKind, Ended]> => [one.kind, await start(one, path(one), mode).ended]),
      );
      // A load of videos, whose sales follow them, may have taken the lock of the sales over and said so.
      for (const [kind, { status, stderr }] of again)
        expect([kind, status, stderr]).toEqual([kind, 0, expect.stringMatching(/was interrupted|unfinished/)]);
      for (const one of KINDS) expect([one.kind, await generations(one)]).toEqual([one.kind, expected]);
      await eventually('the new names', async () => {
        const lists = await answers(service.url);
        const names = ['/product/v1/category', '/creator/v1/category'].map(
          (tree) => (lists.get(tree) as CategoryListData).list[0]?.name,
        );
        return names.every((name) => name === String(expected[ROOTS]));
      });
      // The update that was killed after its switch could not delete the build before.
      for (const { kind, isWhole } of KINDS)
        if (isWhole) expect(Object.keys(await suite.physical(kind))).toHaveLength(mode === 'merge' ? 1 : 2);
    },
    300_000,
  );
});
