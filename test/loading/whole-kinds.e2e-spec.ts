import { diagnose } from '../../src/cli/doctor/diagnose.js';
import type { RecordKind } from '../../src/common/record-kind.js';
import { withLocks } from '../../src/elastic/state/cluster-lock.js';
import { raiseDataVersion } from '../../src/elastic/state/data-version.js';
import { rollBack } from '../../src/loading/index-builds/index-history.js';
import { DataVersionWatch } from '../../src/freshness/data-watch.js';
import type { CategoryListData } from '../../src/categories/categories.requests.js';
import { elasticsearchUrl, testApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { loadSeed } from '../support/load-records.js';
import { OPERATIONS } from '../support/operations.js';
import { type LoadOptions, loadSuite, loadSuiteOf, readDataVersion } from './load-suite.js';

const node = (id: number, parent_id: number | null, name = `Name ${id}`) => ({
  id,
  level: parent_id === null ? 1 : 2,
  parent_id,
  name: { EN_US: name },
});

describe('kinds whose records change together', () => {
  const suite = loadSuite('whole-kinds');

  const load = async (kind: RecordKind, records: readonly object[], options: LoadOptions = {}) =>
    (await suite.load(kind, [suite.records('records.ndjson', records)], options)).summary;
  const counts = { loaded: 0, updated: 0, unchanged: 0, superseded: 0, rejected: 0 };

  it.each<[RecordKind, object, object, object]>([
    ['product-categories', node(1, null), node(1, null, 'Renamed'), node(2, null)],
    ['creator-categories', node(1, null), node(1, null, 'Renamed'), node(2, null)],
    [
      'rates',
      { date: '2026-06-01', currency: 'USD', usd: '1' },
      { date: '2026-06-01', currency: 'USD', usd: '2' },
      { date: '2026-06-02', currency: 'USD', usd: '1' },
    ],
    [
      'synonyms',
      { id: '1', words: ['lip', 'mouth'] },
      { id: '1', words: ['lip', 'kiss'] },
      { id: '2', words: ['nail', 'claw'] },
    ],
  ])(
    'are counted line by line, and %s have a new index build only after a change',
    async (kind, one, changed, other) => {
      expect(await load(kind, [one, other, one])).toEqual({ ...counts, read: 3, loaded: 2, superseded: 1 });
      const before = [await suite.live(kind), await readDataVersion(suite.client, suite.names)];
      expect(await load(kind, [one, other])).toEqual({ ...counts, read: 2, unchanged: 2 });
      expect(await load(kind, [changed, one])).toEqual({ ...counts, read: 2, unchanged: 1, superseded: 1 });
      expect(await load(kind, [one], { mode: 'update' })).toEqual({ ...counts, read: 1, unchanged: 1 });
      const missing = JSON.parse(
        JSON.stringify(other).replace(/2026-06-02|\b2\b/, (found) => (found === '2' ? '3' : '2026-07-01')),
      ) as object;
      const none = { read: 1, deleted: 0, not_found: 1, superseded: 0, rejected: 0 };
      expect(await load(kind, [missing], { mode: 'delete' })).toEqual(none);
      expect([await suite.live(kind), await readDataVersion(suite.client, suite.names)]).toEqual(before);

      expect(await load(kind, [changed, missing], { mode: 'update' })).toEqual({
        ...counts,
        read: 2,
        updated: 1,
        rejected: 1,
      });
      expect(await suite.live(kind)).not.toBe(before[0]);
      expect([...(await suite.contents(kind)).values()]).toEqual(expect.arrayContaining([changed, other]));
      expect(await load(kind, [missing], { mode: 'update', add: true })).toMatchObject({ loaded: 1 });
      expect((await suite.contents(kind)).size).toBe(3);
      expect(await load(kind, [missing, other, changed, one], { mode: 'delete' })).toEqual({
        ...none,
        read: 4,
        deleted: 3,
        not_found: 0,
        superseded: 1,
      });
      expect((await suite.contents(kind)).size).toBe(0);
      expect(Object.keys(await suite.physical(kind))).toHaveLength(1);
    },
  );

  it('leave the index build that a replacement has kept to a rollback, however often they are changed', async () => {
    for (const usd of ['1', '2'])
      await load('rates', [{ date: '2026-06-01', currency: 'USD', usd }], { mode: 'replace' });
    const kept = Object.keys(await suite.physical('rates')).filter((index) => !index.endsWith('-first'));
    const live = await suite.live('rates');
    const [previous] = kept.filter((index) => index !== live);
    for (const usd of ['3', '4', '5']) {
      await load('rates', [{ date: '2026-06-01', currency: 'USD', usd }]);
      expect(Object.keys(await suite.physical('rates')).sort()).toEqual([previous, await suite.live('rates')].sort());
    }
    const target = { client: suite.client, names: suite.names, retryOptions: { giveUpAfterMs: 9000 } };
    expect(await withLocks(target, ['rates'], 'rollback', (locked) => rollBack(locked, 'rates'))).toBe(previous);
    expect([...(await suite.contents<{ usd: string }>('rates')).values()]).toMatchObject([{ usd: '1' }]);
  });
});

describe('categories without a parent, stored by other means', () => {
  const service = testApp(() => ({ name: 'left-out', load: loadSeed(0.01) }));
  const suite = loadSuiteOf(service);

  const ORPHAN = node(8, 7);
  const KINDS = ['product-categories', 'creator-categories'] as const;
  const leftOut = KINDS.map(
    (kind) =>
      `${kind}: 1 stored nodes are in no tree and left out. Category 8 has the parent 7, which is missing. Load the whole tree: npm run load -- ${kind} FILE --replace.`,
  );

  async function ready(): Promise<{ status: string; left_out?: string[] }> {
    return (await (await service.api.fetch('/health/ready')).json()) as { status: string };
  }

  /** Stores a root and a node without its parent in both indices, and waits until the service knows of them. */
  async function store(): Promise<void> {
    for (const kind of KINDS) {
      await suite.load(kind, [suite.records('root.ndjson', [node(1, null)])], { mode: 'replace' });
      await suite.client.index({ index: suite.names.alias(kind), id: '8', document: ORPHAN, refresh: true });
    }
    const number = await raiseDataVersion(suite.client, suite.names, 'test');
    const watch = service.app.get(DataVersionWatch);
    await eventually('the version', () => watch.snapshot.dataVersion?.endsWith(`.${number}`));
  }

  it('are left out of every answer, and named by readiness and the doctor', async () => {
    await store();
    expect(await ready()).toMatchObject({ status: 'ready', left_out: leftOut });
    for (const { path, body } of OPERATIONS)
      expect([path, (await service.api.post(path, body)).status]).toEqual([path, 200]);
    for (const path of ['/product/v1/category', '/creator/v1/category']) {
      const { status, body } = await service.api.post<CategoryListData>(path);
      expect([status, body.data.total, body.data.list.map(({ id }) => id)]).toEqual([200, 1, [1]]);
    }
    const environment = { ELASTICSEARCH_URL: elasticsearchUrl(), INDEX_PREFIX: suite.prefix };
    const found = (await diagnose(environment)).filter(({ check }) => check === 'categories');
    expect(found).toEqual(leftOut.map((text) => ({ check: 'categories', status: 'warning', text })));
  });

  it.each<[RecordKind, object]>([
    ['rates', { date: '2026-06-01', currency: 'USD', usd: '1' }],
    ['synonyms', { id: '1', words: ['lip', 'mouth'] }],
    ['products', { product_id: 'left-out', category: { l1: { id: 1 } } }],
    ['videos', { video_id: 'left-out', publish_time: 1 }],
    ['lives', { room_id: 'left-out' }],
    ['creators', { uid: 'left-out', category_id: 1 }],
    [
      'sales',
      {
        ...{ id: '1', date: '2026-06-01', uid: '1', channel: 'video', content_id: '1', product_id: '1' },
        ...{ product_category_id: 1, units_sold: 1, gmv: 1, usd_gmv: 1 },
      },
    ],
    ['creator-days', { date: '2026-06-01', uid: 'left-out', follower_count: 1 }],
  ])('stop no load: %s', async (kind, record) => {
    const { summary } = await suite.load(kind, [suite.records('one.ndjson', [record])], { whole: true });
    expect(summary).toMatchObject({ read: 1, rejected: 0 });
  });

  it.each<[string, object[], LoadOptions, number]>([
    ['a load of their parent', [node(7, null)], {}, 3],
    ['the load of the whole file', [ORPHAN, node(7, null)], { mode: 'replace' }, 2],
    ['an update that gives them another parent', [{ id: 8, parent_id: 1 }], { mode: 'update' }, 2],
    ['an update that adds their parent', [node(7, null)], { mode: 'update', add: true }, 3],
    ['their deletion', [{ id: 8 }], { mode: 'delete' }, 1],
  ])('are in a tree, or gone, after %s', async (_, records, options, nodes) => {
    await store();
    const renamed = suite.records('other.ndjson', [node(1, null, 'Renamed')]);
    for (const kind of KINDS) {
      await expect(suite.load(kind, [renamed])).rejects.toThrow(
        'The categories form no tree: Category 8 has the parent 7, which is missing. Nothing was loaded.',
      );
      await suite.load(kind, [suite.records('repair.ndjson', records)], options);
    }
    await eventually('readiness', async () => (await ready()).left_out === undefined);
    const { body } = await service.api.post<CategoryListData>('/product/v1/category');
    expect(body.data.total).toBe(nodes);
  });
});
