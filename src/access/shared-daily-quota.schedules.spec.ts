import type { Response } from 'express';
import fc from 'fast-check';
import { inManyOrders, stepOf } from '../../test/support/schedules.js';
import type { StateCondition, StoredState } from '../elastic/state/state-store.js';
import { Failure } from '../common/errors/failure.js';
import { RequestLimits } from './request-limits.js';
import { SharedDailyQuota } from './shared-daily-quota.js';

const PER_DAY = 6;
const PER_MINUTE = 4;
const RESPONSE = { setHeader: () => undefined } as unknown as Response;

describe('limits that two processes count, in any order of reads and writes', () => {
  it('answer exactly the requests of the quota, and count a request whose write got no answer at most once', async () => {
    const drawn = fc.record({
      requests: fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 })),
      lost: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
    });
    await inManyOrders(drawn, async (scheduler, { requests, lost }) => {
      const step = stepOf(scheduler);
      let stored: StoredState<unknown> | undefined;
      let writes = 0;
      const store = {
        async get<Value>(): Promise<StoredState<Value> | undefined> {
          await step('get');
          const seen = stored;
          await step('get answered');
          return seen as StoredState<Value> | undefined;
        },
        async put<Value>(_: string, value: Value, condition?: StateCondition): Promise<StoredState<Value> | undefined> {
          await step('put');
          const seqNo = condition === 'absent' || condition === undefined ? undefined : condition.seqNo;
          if (stored?.seqNo !== seqNo) return undefined;
          const written = { value, version: 1, seqNo: (stored?.seqNo ?? 0) + 1, primaryTerm: 1 };
          stored = written;
          await step('put answered');
          if (lost[writes++] === true) throw new Error('cut');
          return written;
        },
      };
      const counts = { answered: 0, refused: 0, failed: 0 };
      const process = async (asked: number): Promise<void> => {
        const limits = new RequestLimits(new SharedDailyQuota(store, 60_000), { countLimited: () => undefined });
        const token = { name: 'one', scopes: [], limits: { perMinute: PER_MINUTE, perDay: PER_DAY } };
        const own: Promise<unknown>[] = [];
        for (let request = 0; request < asked; request += 1) {
          await step('request');
          own.push(
            limits.count(token, RESPONSE).then(
              () => (counts.answered += 1),
              (error: unknown) =>
                (counts[error instanceof Failure && error.kind === 'quota_used' ? 'refused' : 'failed'] += 1),
            ),
          );
        }
        await Promise.all(own);
      };
      await scheduler.waitFor(Promise.all(requests.map(process)));
      const { answered, refused, failed } = counts;
      const mayAsk = requests.map((asked) => Math.min(asked, PER_MINUTE)).reduce((one, other) => one + other);
      const counted = (stored as StoredState<{ requests: number }> | undefined)?.value.requests ?? 0;
      expect(answered + refused + failed).toBe(requests[0] + requests[1]);
      expect(counted).toBeLessThanOrEqual(PER_DAY);
      expect(counted - answered).toBeGreaterThanOrEqual(0);
      expect(counted - answered).toBeLessThanOrEqual(failed);
      if (failed === 0) expect(answered).toBe(Math.min(PER_DAY, mayAsk));
    });
  });
});
