import { setTimeout as sleep } from 'node:timers/promises';
import { UnavailableFailure } from '../../common/errors/failure.js';
import { BusyLoop, ExpensiveBulkhead, SearchBulkhead } from './search-bulkhead.js';

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

  it('lets a search of an earlier request begin before those of later ones', async () => {
    const [first] = await arriveMany(12);
    const begun: number[] = [];
    const { signal } = new AbortController();
    for (const since of [2, 1, 2, 1]) void bulkhead.run(signal, () => Promise.resolve(void begun.push(since)), since);
    await turn();
    first?.end();
    await turn();
    expect(begun).toEqual([1, 1, 2, 2]);
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
    const bulkhead = new ExpensiveBulkhead({ expensive: limits }, { countShed: () => undefined }, { state });
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
    work(200);
    // From this look on there is no turn in which the machine could let the process wait.
    expect(typeof loop.isBusy).toBe('boolean');
    work(200);
    expect(loop.isBusy).toBe(true);
    await rest();
  });
});
