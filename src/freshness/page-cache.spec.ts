import { jest } from '@jest/globals';
import { scopeOf, watchOf } from '../../test/support/requests.js';
import { EncodedData } from '../common/encoded-data.js';
import { inScope, type RequestScope } from '../common/request-scope.js';
import { PageCache } from './data-cache.js';
import { DataVersionWatch } from './data-watch.js';

const page = (text: string): EncodedData => EncodedData.of({ list: [`${text} é ß 手`] });

/** The page that a request gets. */
const remember = (
  cache: PageCache,
  key: string,
  make: () => Promise<EncodedData>,
  scope: RequestScope = scopeOf(),
): Promise<EncodedData> => inScope(scope, () => cache.remember(key, make));

describe('the page cache', () => {
  /** What the watch of the data version says. */
  let version: number;
  let ageMs: number;
  let settled: boolean;
  const present = watchOf(() => version);
  const watch = {
    ageMs: () => ageMs,
    get isSettled() {
      return settled;
    },
    get snapshot() {
      return present.snapshot;
    },
    withSnapshot<Result>(work: () => Promise<Result>): Promise<Result> {
      return DataVersionWatch.prototype.withSnapshot.call(this, work) as Promise<Result>;
    },
  };
  beforeEach(() => {
    [version, ageMs, settled] = [1, 0, true];
  });

  const keep = async (cache: PageCache, key: string, made: EncodedData): Promise<void> => {
    expect(await remember(cache, key, () => Promise.resolve(made))).toEqual(made);
  };
  /** The page cached for the key; undefined when it would have to be made. */
  const find = async (cache: PageCache, key: string): Promise<EncodedData | undefined> => {
    const notCached = new Error('not cached');
    return remember(cache, key, () => Promise.reject(notCached)).catch((error: unknown) => {
      if (error === notCached) return undefined;
      throw error;
    });
  };

  it('gives back the page that was made for a key, says so on the request, and counts', async () => {
    const cache = new PageCache(watch, { pageCacheBytes: 10_000 });
    const made = page('one');
    const [first, second] = [scopeOf(), scopeOf()];
    await remember(cache, 'a', () => Promise.resolve(made), first);
    expect(await remember(cache, 'a', () => Promise.reject(new Error('made again')), second)).toEqual(made);
    expect([first.cached, second.cached]).toEqual([false, true]);
    expect(await find(cache, 'b')).toBeUndefined();
    expect(cache.state).toMatchObject({ hits: 1, misses: 2, entries: 1 });
  });

  it('makes a page anew while the version changes, three times at most, and names that of the last time', async () => {
    const cache = new PageCache(watch, { pageCacheBytes: 10_000 });
    const made = async (newest: number): Promise<unknown[]> => {
      const scope = scopeOf();
      const make = () => {
        const shownVersion = version;
        version = Math.min(newest, version + 1);
        return Promise.resolve(page(`${shownVersion}`));
      };
      const shown = await remember(cache, 'a', make, scope);
      return [scope.snapshot?.dataVersion, shown];
    };
    expect(await made(2)).toEqual(['epoch.2', page('2')]);
    expect(await made(9)).toEqual(['epoch.2', page('2')]);
    version = 3;
    expect(await made(9)).toEqual(['epoch.5', page('5')]);
    expect(await find(cache, 'a')).toBeUndefined();
  });

  it('serves pages for 60 s while the state of the data can’t be read, with their age, and counts what it has not', async () => {
    const cache = new PageCache(watch, { pageCacheBytes: 10_000 });
    await keep(cache, 'a', page('one'));
    ageMs = 59_999;
    expect(await find(cache, 'a')).toEqual({ ...page('one'), ageSeconds: 59 });
    expect(await find(cache, 'b')).toBeUndefined();
    ageMs = 60_001;
    expect(await find(cache, 'a')).toBeUndefined();
    expect(cache.state).toMatchObject({ hits: 1, misses: 3 });
    ageMs = 0;
    expect((await find(cache, 'a'))?.ageSeconds).toBeUndefined();
  });

  it.each([
    [true, 600],
    [false, 30],
  ])('keeps a page, the data being settled: %s, for %s s', async (isSettled, seconds) => {
    settled = isSettled;
    const now = jest.spyOn(performance, 'now').mockReturnValue(1);
    const cache = new PageCache(watch, { pageCacheBytes: 10_000 });
    await keep(cache, 'a', page('one'));
    now.mockReturnValue(1 + seconds * 1000);
    expect(await find(cache, 'a')).toEqual(page('one'));
    now.mockReturnValue(2 + seconds * 1000);
    expect(await find(cache, 'a')).toBeUndefined();
    now.mockRestore();
  });

  it('is bounded in bytes: the page asked for longest ago goes first', async () => {
    const cache = new PageCache(watch, { pageCacheBytes: 5000 });
    for (const key of ['a', 'b', 'c', 'd']) await keep(cache, key, page(key.repeat(1100)));
    expect(cache.state.bytes).toBeLessThanOrEqual(5000);
    expect(await find(cache, 'a')).toBeUndefined();
    expect(await find(cache, 'c')).toEqual(page('c'.repeat(1100)));
    expect(await find(cache, 'd')).toEqual(page('d'.repeat(1100)));
  });

  it('leaves pages alone that are larger than all it may have', async () => {
    const cache = new PageCache(watch, { pageCacheBytes: 4000 });
    await keep(cache, 'a', page('small'));
    await keep(cache, 'b', page('x'.repeat(4000)));
    expect(await find(cache, 'b')).toBeUndefined();
    expect(await find(cache, 'a')).toEqual(page('small'));
  });

  it('keeps nothing when it may have no bytes', async () => {
    const cache = new PageCache(watch, { pageCacheBytes: 0 });
    await keep(cache, 'a', page('one'));
    expect(await find(cache, 'a')).toBeUndefined();
    expect(cache.state).toEqual({ hits: 0, misses: 2, refused: 1, entries: 0, bytes: 0 });
  });
});
