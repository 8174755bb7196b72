import { jest } from '@jest/globals';
import type { Logger } from 'pino';
import { scopeOf } from '../../test/support/requests.js';
import { inScope } from '../common/request-scope.js';
import type { ClusterState } from './cluster-state.js';
import { IndexNames } from '../elastic/indices/index-names.js';
import { CONFIRMED_FOR_MS, DataVersionWatch } from './data-watch.js';

const NAMES = new IndexNames('t-');

const lookOf = (text: string, settled = true): ClusterState => ({
  text,
  settled,
  behind: new Map(),
  troubles: [],
  loads: new Map(),
});

describe('the watch of the data version', () => {
  let generation = 1;
  let settled = true;
  let answers = true;
  let logged: string[];
  let watch: DataVersionWatch;

  beforeEach(async () => {
    jest.useFakeTimers();
    [generation, answers] = [1, true];
    settled = true;
    const look = (): Promise<ClusterState> =>
      answers ? Promise.resolve(lookOf(`${generation} ${settled}`, settled)) : Promise.reject(new Error('down'));
    logged = [];
    const logger = {
      warn: (_: unknown, text: string) => void logged.push(text),
      info: (text: string) => void logged.push(text),
    } as unknown as Logger;
    watch = new DataVersionWatch({ read: look }, logger, NAMES);
    watch.onModuleInit();
    await jest.advanceTimersByTimeAsync(20);
  });
  afterEach(() => {
    watch.beforeApplicationShutdown();
    jest.useRealTimers();
  });

  it('says whether somebody is changing the data, and counts both ends of that as a change', async () => {
    const seen = [watch.snapshot];
    expect(watch.isSettled).toBe(true);
    settled = false;
    await jest.advanceTimersByTimeAsync(500);
    seen.push(watch.snapshot);
    expect(watch.isSettled).toBe(false);
    settled = true;
    await jest.advanceTimersByTimeAsync(500);
    seen.push(watch.snapshot);
    expect(watch.isSettled).toBe(true);
    await jest.advanceTimersByTimeAsync(500);
    expect(new Set(seen.concat(watch.snapshot)).size).toBe(3);
  });

  it('is not believed when its answer is late', async () => {
    const late = new DataVersionWatch(
      { read: () => new Promise((resolve) => setTimeout(resolve, 1200, lookOf('late'))) },
      {} as Logger,
      NAMES,
    );
    late.onModuleInit();
    await jest.advanceTimersByTimeAsync(1300);
    expect(late.ageMs()).toBeGreaterThan(CONFIRMED_FOR_MS);
    late.beforeApplicationShutdown();
  });
});

describe('the version of the data', () => {
  let number: number;
  let epoch: string;
  let answers: boolean;
  let reads: number;
  let watch: DataVersionWatch;

  beforeEach(async () => {
    jest.useFakeTimers();
    [number, epoch, answers, reads] = [7, 'now', true, 0];
    const read = (): Promise<ClusterState> => {
      reads += 1;
      return answers
        ? Promise.resolve({ ...lookOf(`${epoch} ${number}`), dataVersion: { epoch, number } })
        : Promise.reject(new Error('down'));
    };
    const logger = { warn: () => undefined, info: () => undefined };
    watch = new DataVersionWatch({ read }, logger, NAMES);
    watch.onModuleInit();
    await jest.advanceTimersByTimeAsync(20);
    reads = 0;
  });
  afterEach(() => {
    watch.beforeApplicationShutdown();
    jest.useRealTimers();
  });

  it('of a result is the one that its work began with; the work is repeated when it changed, three times at most', async () => {
    const scope = scopeOf();
    const run = (newest: number) => inScope(scope, () => watch.withSnapshot(() => work(newest)));
    const work = async (newest: number): Promise<string | undefined> => {
      const began = watch.snapshot.dataVersion;
      number = Math.min(newest, number + 1);
      await watch.readAgain();
      return began;
    };
    expect([await run(8), scope.snapshot?.dataVersion]).toEqual(['now.8', 'now.8']);
    expect([await run(99), scope.snapshot?.dataVersion]).toEqual(['now.10', 'now.10']);
  });

  it('that is not known before the first read has no work repeated', async () => {
    let runs = 0;
    const logger = { warn: () => undefined, info: () => undefined };
    const starting = new DataVersionWatch(
      { read: () => Promise.resolve({ ...lookOf('1'), dataVersion: { epoch, number } }) },
      logger,
      NAMES,
    );
    const work = async (): Promise<void> => {
      runs += 1;
      await starting.readAgain();
    };
    const scope = scopeOf();
    await inScope(scope, () => starting.withSnapshot(work));
    expect([runs, scope.snapshot?.dataVersion]).toEqual([1, undefined]);
  });

  it('that is newer is read at once, once for all requests', async () => {
    number = 8;
    await Promise.all([watch.reach('now.8'), watch.reach('now.8'), watch.reach('now.8')]);
    expect([watch.snapshot.dataVersion, reads]).toEqual(['now.8', 1]);
  });

  it('goes back with a restored snapshot', async () => {
    number = 3;
    await watch.reach('now.8');
    expect(watch.snapshot.dataVersion).toBe('now.3');
  });

  it('keeps the indices that it was raised for while an alias has another one, for at most two minutes', async () => {
    let index = 'one';
    let settled = true;
    let raisedFor = 'one';
    const look = (): Promise<ClusterState> =>
      Promise.resolve({
        ...lookOf(`${number} ${index} ${settled}`, settled),
        behind: new Map([['videos', index]]),
        dataVersion: { epoch, number },
        lastChange: { cause: 'load', raised_at: '2026-06-30T00:00:00Z', indices: { videos: raisedFor } },
      });
    const moving = new DataVersionWatch({ read: look }, { warn: () => undefined, info: () => undefined }, NAMES);
    moving.onModuleInit();
    await jest.advanceTimersByTimeAsync(20);
    const seen = () => [moving.snapshot.indices.get('videos'), moving.snapshot.dataVersion];
    [index, settled] = ['two', false];
    await jest.advanceTimersByTimeAsync(950);
    expect(seen()).toEqual(['one', 'now.7']);
    const { snapshot } = moving;
    await jest.advanceTimersByTimeAsync(950);
    expect(moving.snapshot).toBe(snapshot);
    [number, raisedFor] = [8, 'two'];
    await jest.advanceTimersByTimeAsync(950);
    expect(seen()).toEqual(['two', 'now.8']);
    // A process moves it again and is frozen, while every other read reaches a node that does not know of the move.
    for (let read = 0; read < 400; read += 1) {
      index = read % 2 === 0 ? 'three' : 'two';
      await jest.advanceTimersByTimeAsync(350);
    }
    expect(seen()).toEqual(['two', 'now.8']);
    index = 'three';
    await jest.advanceTimersByTimeAsync(119_500);
    expect(seen()).toEqual(['two', 'now.8']);
    await jest.advanceTimersByTimeAsync(1_500);
    expect(seen()).toEqual(['three', 'now.8']);
    index = 'two';
    await jest.advanceTimersByTimeAsync(950);
    expect(seen()).toEqual(['three', 'now.8']);
    [number, raisedFor] = [9, 'two'];
    await jest.advanceTimersByTimeAsync(950);
    expect(seen()).toEqual(['two', 'now.9']);
    moving.beforeApplicationShutdown();
  });

  it('is waited for no longer than a second', async () => {
    const silent = new DataVersionWatch(
      { read: () => new Promise(() => undefined) },
      {
        warn: () => undefined,
        info: () => undefined,
      },
      NAMES,
    );
    const refused = expect(silent.reach('now.1')).rejects.toMatchObject({ kind: 'unavailable' });
    await jest.advanceTimersByTimeAsync(1001);
    await refused;
  });
});
