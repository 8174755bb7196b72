import { setTimeout as sleep } from 'node:timers/promises';
import { ClusterLock, type LockDocument, lockId, withLocks } from '../../src/elastic/state/cluster-lock.js';
import { StateStore, type StoredState } from '../../src/elastic/state/state-store.js';
import { rollBack } from '../../src/loading/index-builds/index-history.js';
import { LoadSuite } from './load-suite.js';

const TIMING = { leaseMs: 2500, renewEveryMs: 200, pollEveryMs: 50 };

describe('the lock on a kind', () => {
  let suite: LoadSuite;
  let store: StateStore;
  const target = () => ({ client: suite.client, names: suite.names, retryOptions: { giveUpAfterMs: 20_000 } });
  beforeAll(async () => {
    suite = await LoadSuite.start('load-locks');
    store = new StateStore(suite.client, suite.names);
  });
  afterAll(() => suite.close());

  it('refuses a second loader by the name of the first, and lets it in afterwards', async () => {
    const file = suite.records('a.ndjson', [{ uid: '1' }]);
    await withLocks(target(), ['creators'], 'load of creators from first.ndjson', async () => {
      await expect(suite.load('creators', [file])).rejects.toThrow(
        new RegExp(
          `^creators: in use by load of creators from first\\.ndjson \\(process ${process.pid} on .+\\) since 20`,
        ),
      );
    });
    expect((await suite.load('creators', [file])).summary.loaded).toBe(1);
  });

  it('keeps nobody from loading another kind', async () => {
    await withLocks(target(), ['creators'], 'first', async () => {
      const { summary } = await suite.load('lives', [suite.records('l.ndjson', [{ room_id: '1' }])]);
      expect(summary.loaded).toBe(1);
    });
  });

  it('is taken over from a holder that renews it no more, and names that holder', async () => {
    const dead: LockDocument = { token: 'x', holder: 'load of a machine that is gone', since: 'once', renewals: 5 };
    await store.put(lockId('products'), dead);
    const startedAt = performance.now();
    const lock = await ClusterLock.acquire(store, 'products', 'second', TIMING);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(TIMING.leaseMs);
    expect(lock.takenOverFrom).toBe(dead.holder);
    await lock.release();
    expect(await store.get(lockId('products'))).toBeUndefined();
  });

  it('lets exactly one of many in', async () => {
    const attempts = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) => ClusterLock.acquire(store, 'videos', `loader ${index}`, TIMING)),
    );
    const locks = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
    expect(locks).toHaveLength(1);
    await locks[0]?.release();
  });

  it('tells a holder who was away for too long that the lock is another’s now', async () => {
    const lock = await ClusterLock.acquire(store, 'sales', 'slow', TIMING);
    const robber: LockDocument = { token: 'y', holder: 'the next one', since: 'now', renewals: 0 };
    await store.put(lockId('sales'), robber);
    await expect(lock.confirm()).rejects.toThrow('The lock on sales was lost to the next one; this work ends here.');
    expect(lock.signal.aborted).toBe(true);
    await lock.release();
    expect((await store.get<LockDocument>(lockId('sales')))?.value).toEqual(robber);
  });

  it('ends a rollback that was frozen while another process took the lock over and published', async () => {
    const replace = async (title: string): Promise<string> => {
      const file = suite.records('lives.ndjson', [{ room_id: '1', title }]);
      await suite.load('lives', [file], { mode: 'replace' });
      return suite.live('lives');
    };
    await replace('first');
    await replace('second');
    let newest = '';
    const frozen = withLocks(target(), ['lives'], 'rollback', async (locked) => {
      const held = (await store.get(lockId('lives'))) as StoredState<unknown>;
      await store.remove(lockId('lives'), held);
      newest = await replace('third');
      return rollBack(locked, 'lives');
    });
    await expect(frozen).rejects.toThrow('The lock on lives was lost to');
    expect(await suite.live('lives')).toBe(newest);
  });

  it('stays held while its holder works for longer than a lease', async () => {
    const lock = await ClusterLock.acquire(store, 'creator-days', 'patient', TIMING);
    await sleep(2 * TIMING.leaseMs);
    await expect(ClusterLock.acquire(store, 'creator-days', 'second', TIMING)).rejects.toThrow('in use by patient');
    await lock.release();
  });
});
