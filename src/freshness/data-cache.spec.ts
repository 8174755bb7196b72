import { scopeOf, watchOf } from '../../test/support/requests.js';
import { type DataSnapshot, inScope, type RequestScope, requestScope } from '../common/request-scope.js';
import { DataCache } from './data-cache.js';

interface Read {
  readonly read: number;
}

describe('a cache of what was read from the data', () => {
  let current: number | undefined;
  const watch = watchOf(() => current);
  let cache: DataCache<Read>;
  beforeEach(() => {
    current = 7;
    cache = new DataCache(watch, 10);
  });

  /** Keeps a value for a request that is answered from a version. */
  const set = (key: string, read: number, snapshot: DataSnapshot): void =>
    inScope(scopeOf({ snapshot }), () => cache.set(key, { read }));

  it('keeps values until the data changes, and none that was read before a change', () => {
    const before = watch.snapshot;
    set('a', 1, before);
    expect([cache.get('a'), cache.get('b')]).toEqual([{ read: 1 }, undefined]);
    current = 8;
    set('b', 2, before);
    expect([cache.get('a'), cache.get('b')]).toEqual([undefined, undefined]);
    set('b', 3, watch.snapshot);
    expect(cache.get('b')).toEqual({ read: 3 });
  });

  it('keeps no value while the version is not confirmed', () => {
    current = undefined;
    set('c', 3, watch.snapshot);
    current = 8;
    expect(cache.get('c')).toBeUndefined();
  });

  it('shares work of the same version only, which has nothing of the token', async () => {
    const shared: RequestScope[] = [];
    const token = { name: 'one', scopes: ['video'] as const };
    const ask = (snapshot: DataSnapshot) =>
      inScope(scopeOf({ snapshot, token, lang: 'ZH_CN' }), () =>
        cache.remember('a', async () => {
          shared.push(requestScope());
          return Promise.resolve({ read: shared.length });
        }),
      );
    const before = watch.snapshot;
    const asked = [ask(before), ask(before)];
    current = 8;
    asked.push(ask(watch.snapshot));
    expect(await Promise.all(asked)).toEqual([{ read: 1 }, { read: 1 }, { read: 2 }]);
    expect(cache.get('a')).toEqual({ read: 2 });
    expect(shared.map(({ token, lang, snapshot }) => [token, lang, snapshot?.dataVersion])).toEqual([
      [undefined, undefined, 'epoch.7'],
      [undefined, undefined, 'epoch.8'],
    ]);
  });

  it('makes a value of its own for a request with no-store, unless it is for all', async () => {
    const make = (read: number) => () => Promise.resolve({ read });
    const options = { isForAll: true };
    for (const [of, expected] of [
      [cache, [2, undefined]],
      [new DataCache<Read>(watch, 10, options), [1, 1]],
    ] as const) {
      await inScope(scopeOf({ useCache: of !== cache }), () => of.remember('a', make(1)));
      const second = await inScope(scopeOf({ useCache: false }), () => of.remember('a', make(2)));
      expect([second.read, of.get('a')?.read]).toEqual(expected);
    }
  });
});
