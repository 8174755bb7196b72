import type { StateCondition, StoredState } from '../elastic/state/state-store.js';
import { LimitFailure, UnavailableFailure } from '../common/errors/failure.js';
import { SharedDailyQuota } from './shared-daily-quota.js';
import type { Response } from 'express';
import fc from 'fast-check';
import { inManyOrders, stepOf } from '../../test/support/schedules.js';
import { RequestLimits } from '../http/access/request-limits.js';

/** The documents of the state index, written on the same conditions; may be out of reach. */
class StateInMemory {
  private readonly documents = new Map<string, StoredState<unknown>>();
  failing = false;
  puts = 0;

  async get<Value>(id: string): Promise<StoredState<Value> | undefined> {
    if (this.failing) throw new Error('down');
    await Promise.resolve();
    return this.documents.get(id) as StoredState<Value> | undefined;
  }

  async put<Value>(id: string, value: Value, condition?: StateCondition): Promise<StoredState<Value> | undefined> {
    if (this.failing) throw new Error('down');
    await Promise.resolve();
    const now = this.documents.get(id);
    const seqNo = condition === 'absent' || condition === undefined ? undefined : condition.seqNo;
    if (now?.seqNo !== seqNo) return undefined;
    this.puts += 1;
    const stored = { value, version: 1, seqNo: (now?.seqNo ?? 0) + 1, primaryTerm: 1 };
    this.documents.set(id, stored);
    return stored;
  }
}

const NOON = Date.parse('2026-06-30T12:00:00Z');

describe('SharedDailyQuota', () => {
  let store: StateInMemory;
  let now: number;
  const newProcess = (offsetMs = 0): SharedDailyQuota => new SharedDailyQuota(store, 1000, () => now + offsetMs);
  beforeEach(() => {
    store = new StateInMemory();
    now = NOON;
  });

  async function answered(process: SharedDailyQuota, perDay: number, asked: number): Promise<number> {
    const standings = await Promise.all(Array.from({ length: asked }, async () => process.take('one', perDay)));
    return standings.filter(({ open }) => open).length;
  }

  it('takes many at once from all processes together, or none', async () => {
    const [first, second] = [newProcess(), newProcess()];
    expect(await first.take('one', 1000, 600)).toMatchObject({ open: true, remaining: 400 });
    expect(await second.take('one', 1000, 401)).toMatchObject({ open: false, remaining: 400 });
    expect(await second.take('one', 1000, 390)).toMatchObject({ open: true, remaining: 10 });
    expect(await answered(first, 1000, 20)).toBe(10);
    now += 86_400_000;
    expect(await first.take('one', 1000, 1000)).toMatchObject({ open: true, remaining: 0 });
  });

  it('takes back what was taken on that day, and on no other', async () => {
    const [first, second] = [newProcess(), newProcess()];
    expect(await answered(first, 100, 100)).toBe(100);
    await second.giveBack('one', 30, now);
    await second.giveBack('one', 30, now - 86_400_000);
    expect(await answered(newProcess(), 100, 100)).toBe(30);
    now += 86_400_000;
    expect(await answered(first, 100, 1)).toBe(1);
    await second.giveBack('one', 1, now - 86_400_000);
    expect(await answered(newProcess(), 100, 200)).toBe(99);
  });

  it('counts together what comes while it counts', async () => {
    const process = newProcess();
    const first = process.take('one', 100_000);
    await Promise.resolve().then(() => undefined);
    expect(await answered(process, 100_000, 5000)).toBe(5000);
    expect((await first).open).toBe(true);
    expect(store.puts).toBe(2);
  });

  it('begins anew at midnight UTC, and leaves yesterday behind', async () => {
    const process = newProcess();
    expect(await answered(process, 100, 99)).toBe(99);
    now = Date.parse('2026-06-30T23:59:58.500Z');
    expect((await process.take('one', 100)).resetMs).toBe(1500);
    now = Date.parse('2026-07-01T00:00:00Z');
    expect(await answered(process, 100, 150)).toBe(100);
  });

  it('never gives a day twice to a process whose clock is behind', async () => {
    now = Date.parse('2026-07-01T00:00:30Z');
    expect(await answered(newProcess(), 100, 100)).toBe(100);
    expect(await answered(newProcess(-60_000), 100, 100)).toBe(0);
    expect(await answered(newProcess(), 100, 100)).toBe(0);
  });

  it('says so when the store is out of reach', async () => {
    const process = newProcess();
    expect((await process.take('one', 1000)).open).toBe(true);
    store.failing = true;
    await expect(process.take('one', 1000)).rejects.toThrow(UnavailableFailure);
    store.failing = false;
    expect(await process.take('one', 1000)).toMatchObject({ open: true, remaining: 998 });
  });
});

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
              (error: unknown) => (counts[error instanceof LimitFailure ? 'refused' : 'failed'] += 1),
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
