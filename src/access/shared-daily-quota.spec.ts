import type { StateCondition, StoredState } from '../elastic/state/state-store.js';
import { UnavailableFailure } from '../common/errors/failure.js';
import { SharedDailyQuota } from './shared-daily-quota.js';

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
