import { setTimeout as sleep } from 'node:timers/promises';
import { loadSuite, readDataVersion } from './load-suite.js';
import { eventually } from '../support/eventually.js';
import { FaultProxy } from '../support/fault-proxy.js';
import type { LoadMode } from '../../src/loading/load-item.js';

const BULK = /\/_bulk/;

describe('a load while Elasticsearch is in trouble', () => {
  const proxy = new FaultProxy();
  const suite = loadSuite('load-faults', proxy);
  beforeEach(() => {
    proxy.met = 0;
  });
  afterEach(() => proxy.heal());

  const records = Array.from({ length: 5000 }, (_, index) => ({ uid: `u${index}`, follower_count: index }));
  const expected = new Map(records.map(({ uid, follower_count }) => [uid, follower_count]));
  const contents = async (): Promise<Map<string, number>> => {
    const found = await suite.contents<{ follower_count: number }>('creators');
    return new Map([...found].map(([id, document]) => [id, document.follower_count]));
  };
  const empty = (): Promise<unknown> =>
    suite.load('creators', [suite.records('base.ndjson', [{ uid: 'base' }])], { mode: 'replace' });

  it.each([
    ['replace', 'a storm of 429', { kind: 'answer', status: 429 }],
    ['merge', 'a storm of 429', { kind: 'answer', status: 429 }],
    ['replace', 'connections that are cut', { kind: 'cut' }],
    ['merge', 'answers that are cut', { kind: 'cut-body' }],
    ['merge', '503', { kind: 'answer', status: 503 }],
  ] as const)('is brought to its end by a %s through %s', async (mode: LoadMode, _, fault) => {
    await empty();
    const pauses: string[] = [];
    let bulks = 0;
    proxy.only = (path) => BULK.test(path) && ++bulks % 3 !== 0;
    proxy.fault = fault;
    const file = suite.records('creators.ndjson', records);
    const { summary } = await suite.load('creators', [file], { mode, onPause: (reason) => void pauses.push(reason) });
    proxy.heal();
    expect(summary).toEqual({ read: 5000, loaded: 5000, updated: 0, unchanged: 0, superseded: 0, rejected: 0 });
    expect(pauses.length).toBeGreaterThanOrEqual(3);
    const found = await contents();
    found.delete('base');
    expect(found).toEqual(expected);
  });

  it.each(['replace', 'merge'] as const)('outlives a node that is gone for a while: %s', async (mode) => {
    await empty();
    const loading = suite.load('creators', [suite.records('creators.ndjson', records)], { mode });
    for (const pauseMs of [150, 300]) {
      await sleep(pauseMs);
      await proxy.down();
      await sleep(500);
      await proxy.up();
    }
    expect((await loading).summary).toMatchObject({ read: 5000, loaded: 5000 });
    const found = await contents();
    found.delete('base');
    expect(found).toEqual(expected);
  });

  it('goes on with the index whose creation it was not told of', async () => {
    await empty();
    let creations = 0;
    proxy.only = (path, method) => {
      if (creations > 1 || !/^\/[^/]*-creators-v\d+-[^/]*$/.test(path)) return false;
      if (method === 'PUT') creations += 1;
      // A creation that waits for its turn: whoever asks for the index meanwhile is told that there is none.
      proxy.fault = method === 'PUT' ? { kind: creations === 1 ? 'lost' : 'none' } : { kind: 'answer', status: 404 };
      return true;
    };
    await suite.load('creators', [suite.records('creators.ndjson', records)], { mode: 'replace' });
    expect(creations).toBe(2);
    expect(await contents()).toEqual(expected);
  });

  it('goes on while a node misses its new index, as one does that can’t write its disk', async () => {
    await empty();
    const live = await suite.live('creators');
    const missed = new Set<string>();
    proxy.only = (path, method) => {
      if (path.startsWith(`/${live}/`)) return false;
      const [, call] = /^\/[^/]*-creators-v\d+-[^/]*\/(_[a-z]+)(?:\?|$)/.exec(path) ?? [];
      const request = `${method} ${call}`;
      return call !== undefined && !missed.has(request) && missed.add(request).size > 0;
    };
    const error = { type: 'index_not_found_exception', reason: 'no such index' };
    proxy.fault = { kind: 'answer', status: 404, json: { error, status: 404 } };
    const pauses: string[] = [];
    const onPause = (reason: string): void => void pauses.push(reason);
    await suite.load('creators', [suite.records('creators.ndjson', records)], { mode: 'replace', onPause });
    expect([...missed].sort()).toEqual([
      'GET _count',
      'GET _refresh',
      'GET _settings',
      'POST _forcemerge',
      'PUT _settings',
    ]);
    expect(pauses).toEqual(Array(missed.size).fill(error.reason));
    expect(await contents()).toEqual(expected);
  });

  it.each(['replace', 'merge'] as const)(
    'waits while the disk of Elasticsearch is full, and goes on when there is room again: %s',
    async (mode) => {
      await empty();
      const before = new Set(Object.keys(await suite.physical('creators')));
      const filledIndex = async (): Promise<string | undefined> =>
        mode === 'merge'
          ? await suite.live('creators')
          : Object.keys(await suite.physical('creators')).find((index) => !before.has(index));
      const pauses: string[] = [];
      proxy.only = (path) => BULK.test(path);
      proxy.fault = { kind: 'hang' };
      const options = { mode, onPause: (reason: string) => void pauses.push(reason) };
      const loading = suite.load('creators', [suite.records('creators.ndjson', records)], options);
      let ended = false;
      const noteEnd = (): void => void (ended = true);
      void loading.then(noteEnd, noteEnd);
      await eventually('a write that hangs', () => proxy.met > 0);
      const filled = await filledIndex();
      const block = (blocked: true | null) =>
        suite.client.indices.putSettings({
          index: filled ?? '',
          settings: { 'blocks.read_only_allow_delete': blocked },
        });
      // What Elasticsearch itself does to an index when its disk has passed the flood stage.
      await block(true);
      await proxy.down();
      proxy.heal();
      await proxy.up();
      await eventually('a pause for the full disk', () => {
        expect(ended).toBe(false);
        return pauses.some((reason) => /disk usage exceeded/.test(reason));
      });
      expect((await contents()).has('u0')).toBe(false);
      await block(null);
      expect((await loading).summary).toMatchObject({ read: 5000, loaded: 5000, rejected: 0 });
      const found = await contents();
      found.delete('base');
      expect(found).toEqual(expected);
    },
  );

  it('deletes the index build before once a snapshot of it has ended', async () => {
    await empty();
    const before = await suite.live('creators');
    let asked = 0;
    proxy.only = (path) => path.split('?')[0] === `/${before}` && ++asked <= 2;
    const error = {
      type: 'snapshot_in_progress_exception',
      reason: 'Cannot delete indices that are being snapshotted',
    };
    proxy.fault = { kind: 'answer', status: 400, json: { error, status: 400 } };
    const pauses: string[] = [];
    const onPause = (reason: string): void => void pauses.push(reason);
    const file = suite.records('creators.ndjson', records);
    const { summary } = await suite.load('creators', [file], { mode: 'replace', keep: 0, onPause });
    expect([summary.loaded, asked, pauses.length]).toEqual([5000, 3, 2]);
    expect(pauses[0]).toMatch(/^snapshot_in_progress_exception/);
    expect(Object.keys(await suite.physical('creators'))).not.toContain(before);
  });

  it('changes nothing when a replacement gives up, and names the reason', async () => {
    await empty();
    const before = await suite.live('creators');
    proxy.only = (path) => BULK.test(path);
    proxy.fault = {
      kind: 'answer',
      status: 429,
      json: { error: { type: 'circuit_breaking_exception', reason: 'too much' }, status: 429 },
    };
    // Long enough to outlast the connections that the tests before have cut.
    const failing = suite.load('creators', [suite.records('creators.ndjson', records)], {
      mode: 'replace',
      giveUpAfterMs: 2000,
    });
    await expect(failing).rejects.toThrow(/Gave up after 2 s without progress: .*circuit_breaking_exception/);
    proxy.heal();
    expect(await suite.live('creators')).toBe(before);
    expect(await contents()).toEqual(new Map([['base', null]]));
  });

  it('tells readers of what a merge stored before it gave up', async () => {
    await empty();
    const before = await readDataVersion(suite.client, suite.names);
    let bulks = 0;
    proxy.only = (path) => BULK.test(path) && ++bulks > 1;
    proxy.fault = { kind: 'answer', status: 429 };
    const failing = suite.load('creators', [suite.records('creators.ndjson', records)], {
      mode: 'merge',
      giveUpAfterMs: 300,
    });
    await expect(failing).rejects.toThrow('Gave up');
    proxy.heal();
    expect((await contents()).size).toBeGreaterThan(1);
    expect(await readDataVersion(suite.client, suite.names)).toBeGreaterThan(before);
  });

  it('changes nothing when a replacement is stopped, and leaves neither index nor lock behind', async () => {
    await empty();
    const stop = new AbortController();
    proxy.only = (path) => BULK.test(path) && !stop.signal.aborted;
    proxy.fault = { kind: 'hang' };
    const stopping = suite.load('creators', [suite.records('creators.ndjson', records)], {
      mode: 'replace',
      signal: stop.signal,
    });
    await eventually('the records', () => proxy.met > 0);
    stop.abort(new Error('Stopped by a test.'));
    await expect(stopping).rejects.toThrow('Stopped by a test.');
    expect(Object.values(await suite.physical('creators')).flat()).toEqual([suite.names.alias('creators')]);
    await empty();
  });

  it('never writes into an index that has lost its alias', async () => {
    await empty();
    const alias = suite.names.alias('creators');
    const index = await suite.live('creators');
    await suite.client.indices.deleteAlias({ index, name: alias });
    const failing = suite.load('creators', [suite.records('creators.ndjson', records)], { giveUpAfterMs: 500 });
    await expect(failing).rejects.toThrow(/Gave up after 1 s without progress: .* can’t be read: no such index/);
    await suite.client.indices.putAlias({ index, name: alias });
    expect(await contents()).toEqual(new Map([['base', null]]));
  });
});
