import { setTimeout as sleep } from 'node:timers/promises';
import { UnavailableFailure } from '../../common/errors/failure.js';
import { BusyLoop, ExpensiveBulkhead, SearchBulkhead } from './search-bulkhead.js';
import { jest } from '@jest/globals';
import { type Client, errors } from '@elastic/elasticsearch';
import fc from 'fast-check';
import { inManyOrders, stepOf } from '../../../test/support/schedules.js';
import { ClusterReads } from '../../elastic/client/cluster-reads.js';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the bulkhead of searches', () => {
  let shed: number;
  let isBusy: boolean;
  let bulkhead: SearchBulkhead;
  beforeEach(() => {
    [shed, isBusy] = [0, false];
    const loop = {
      get isBusy() {
        return isBusy;
      },
    };
    bulkhead = new SearchBulkhead(
      { requestsAtOnce: 12, requestsWaiting: 28 },
      { countShed: () => void (shed += 1) },
      loop,
    );
  });

  /** A search that is in flight until the test ends it. */
  function arrive() {
    let end = (): void => undefined;
    const search = { state: 'waiting', end: () => end() };
    const work = (): Promise<void> => {
      search.state = 'in flight';
      return new Promise((resolve) => (end = resolve));
    };
    bulkhead.run(new AbortController().signal, work).then(
      () => (search.state = 'done'),
      (error: unknown) => (search.state = error instanceof UnavailableFailure ? 'refused' : (error as Error).message),
    );
    return search;
  }
  const arriveMany = async (count: number) => {
    const searches = Array.from({ length: count }, arrive);
    await turn();
    return searches;
  };

  it('lets the one that has waited longest begin when another ends', async () => {
    const searches = await arriveMany(14);
    searches[0]?.end();
    await turn();
    expect(searches.slice(12).map(({ state }) => state)).toEqual(['in flight', 'waiting']);
  });

  it('begins nothing for a client that has gone already', async () => {
    const work = (): Promise<never> => Promise.reject(new Error('It was begun.'));
    await expect(bulkhead.run(AbortSignal.abort(new Error('gone')), work)).rejects.toThrow('gone');
    expect(bulkhead.state).toEqual({ active: 0, waiting: 0 });
  });

  it('has requests refused unread while it is full and the process itself is busy, and counts them', async () => {
    isBusy = true;
    const searches = await arriveMany(39);
    expect([bulkhead.refusesUnread(), shed]).toEqual([false, 0]);
    searches.push(...(await arriveMany(1)));
    expect([bulkhead.refusesUnread(), shed]).toEqual([true, 1]);
    isBusy = false;
    expect([bulkhead.refusesUnread(), shed]).toEqual([false, 1]);
    isBusy = true;
    searches[0]?.end();
    await turn();
    expect(bulkhead.refusesUnread()).toBe(false);
  });
});

describe('the bulkhead of expensive searches', () => {
  it('uses half of its slots, at least one, while other searches are in flight', async () => {
    const state = { active: 1, waiting: 0 };
    const limits = { requestsAtOnce: 2, requestsWaiting: 9 };
    const bulkhead = new ExpensiveBulkhead(limits, { countShed: () => undefined }, { state });
    const ends: (() => void)[] = [];
    const arrive = () =>
      void bulkhead.run(new AbortController().signal, () => new Promise<void>((resolve) => ends.push(resolve)));
    for (let left = 4; left > 0; left -= 1) arrive();
    await turn();
    expect(bulkhead.state).toEqual({ active: 1, waiting: 3 });
    state.active = 0;
    ends[0]?.();
    await turn();
    expect(bulkhead.state).toEqual({ active: 2, waiting: 1 });
    state.active = 3;
    ends[1]?.();
    await turn();
    expect(bulkhead.state).toEqual({ active: 1, waiting: 1 });
  });
});

const work = (ms: number): void => {
  for (const until = performance.now() + ms; performance.now() < until;) continue;
};

describe('BusyLoop', () => {
  it('is busy after a moment of nothing but work, and no more after a rest', async () => {
    const loop = new BusyLoop();
    const rest = async (): Promise<void> => {
      while (loop.isBusy) await sleep(50);
    };
    await rest();
    await sleep(0);
    work(200);
    expect(loop.isBusy).toBe(true);
    await rest();
  });
});

const AT_ONCE = 2;
const WAITING = 3;

describe('the bulkhead with a circuit breaker behind it, in any order of searches, failures and leaving clients', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('never has too many in flight, frees every place, lets one read test the index, and passes again', async () => {
    const fate = fc.constantFrom('answered', 'fails', 'fails', 'fails', 'leaves');
    const drawn = fc.array(fate, { minLength: 20, maxLength: 20 });
    await inManyOrders(drawn, async (scheduler, fates) => {
      const step = stepOf(scheduler);
      let [shed, refused, inFlight, mostInFlight, testing] = [0, 0, 0, 0, 0];
      const reads = new ClusterReads({
        connectionPool: { size: 1 },
        transport: { request: () => Promise.reject(new Error('No answer.')) },
      } as unknown as Client);
      const bulkhead = new SearchBulkhead(
        { requestsAtOnce: AT_ONCE, requestsWaiting: WAITING },
        { countShed: () => void (shed += 1) },
        { isBusy: false },
      );
      const send = async (fails: boolean): Promise<void> => {
        const isTest = reads.breakerState !== 'closed';
        inFlight += 1;
        if (isTest) testing += 1;
        mostInFlight = Math.max(mostInFlight, inFlight);
        expect(testing).toBeLessThanOrEqual(1);
        await step('read');
        inFlight -= 1;
        if (isTest) testing -= 1;
        if (fails) throw new errors.RequestAbortedError('No answer.');
      };
      const search = async (fate: string): Promise<void> => {
        await step('arrival');
        const gone = new AbortController();
        const searching = bulkhead
          .run(gone.signal, () =>
            reads.run('lives', () => send(fate === 'fails'), { timeoutMs: 1, signal: gone.signal }),
          )
          .catch((error: unknown) => {
            if ((error as Error).message.startsWith('Too many')) refused += 1;
          });
        if (fate === 'leaves') {
          await step('leaves');
          gone.abort(new Error('gone'));
        }
        await searching;
      };
      const time = async (): Promise<void> => {
        for (let second = 0; second < 3; second += 1) {
          await step('a second passes');
          jest.advanceTimersByTime(1001);
        }
      };
      await scheduler.waitFor(Promise.all([...fates.map(search), time()]));
      expect(mostInFlight).toBeLessThanOrEqual(AT_ONCE);
      expect(bulkhead.state).toEqual({ active: 0, waiting: 0 });
      expect(refused).toBe(shed);
      jest.advanceTimersByTime(1001);
      await scheduler.waitFor(search('answered'));
      expect(reads.breakerState).toBe('closed');
    });
  });
});
