import fc from 'fast-check';
import { inManyOrders, stepOf } from '../../../test/support/schedules.js';
import { WorkFailure } from '../../common/errors/failure.js';
import { ClusterLock } from './cluster-lock.js';
import type { StateCondition, StateStore, StoredState } from './state-store.js';

/** Every lock counts as that of a dead holder at once. */
const NO_LEASE = { leaseMs: 0, renewEveryMs: 3_600_000, pollEveryMs: 1 };

describe('a lock that processes take over from each other, in any order of reads and writes', () => {
  it('can be confirmed only by the last of them, and ends the work of all others', async () => {
    await inManyOrders(fc.integer({ min: 2, max: 5 }), async (scheduler, processes) => {
      const step = stepOf(scheduler);
      let stored: StoredState<unknown> | undefined;
      let taken = 0;
      const isMet = (condition: StateCondition | undefined): boolean =>
        stored?.seqNo === (condition === 'absent' || condition === undefined ? undefined : condition.seqNo);
      const store = {
        get: async () => {
          await step('get');
          const seen = stored;
          await step('get answered');
          return seen;
        },
        put: async (_: string, value: unknown, condition?: StateCondition) => {
          await step('put');
          const written = { value, version: 1, seqNo: (taken += 1), primaryTerm: 1 };
          const isWritten = isMet(condition);
          if (isWritten) stored = written;
          await step('put answered');
          return isWritten ? written : undefined;
        },
        remove: async (_: string, condition: StateCondition) => {
          await step('remove');
          if (isMet(condition)) stored = undefined;
        },
      } as unknown as StateStore;
      const acquire = async (): Promise<ClusterLock> => {
        await step('start');
        return ClusterLock.acquire(store, 'videos', 'load', NO_LEASE, { giveUpAfterMs: 0 });
      };
      const locks = await scheduler.waitFor(Promise.all(Array.from({ length: processes }, acquire)));
      const confirmed = await scheduler.waitFor(Promise.allSettled(locks.map((lock) => lock.confirm())));
      expect(confirmed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const [at, result] of confirmed.entries()) {
        const { signal } = locks[at] as ClusterLock;
        expect([signal.aborted, signal.reason instanceof WorkFailure]).toEqual(
          Array(2).fill(result.status === 'rejected'),
        );
      }
      await scheduler.waitFor(Promise.all(locks.map((lock) => lock.release())));
      expect(stored).toBeUndefined();
    });
  });
});
