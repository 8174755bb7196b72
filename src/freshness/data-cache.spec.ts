import { scopeOf, watchOf } from '../../test/support/requests.js';
import { inScope } from '../common/request-scope.js';
import { DataCache } from './data-cache.js';

interface Read {
  readonly read: number;
}

describe('a cache of what was read from the data', () => {
  let current: number | undefined;
  let cache: DataCache<Read>;
  beforeEach(() => {
    current = 7;
    cache = new DataCache(
      watchOf(() => current),
      10,
    );
  });

  /** The values for a request that is answered from a version; without one from whatever is there. */
  const open = (dataVersion?: string) =>
    inScope(scopeOf(dataVersion === undefined ? {} : { snapshot: { dataVersion, indices: new Map() } }), () =>
      cache.open(),
    );

  it('keeps values until the data changes, and none that was read before a change', () => {
    const late = open();
    late.set('a', { read: 1 });
    expect([open().get('a'), open().get('b')]).toEqual([{ read: 1 }, undefined]);
    current = 8;
    late.set('b', { read: 2 });
    expect([open().get('a'), open().get('b'), late.get('b')]).toEqual([undefined, undefined, undefined]);
    current = undefined;
    open().set('c', { read: 3 });
    current = 8;
    expect(open().get('c')).toBeUndefined();
  });

  it('keeps no value that is read after a change by a request that is answered from the version before', () => {
    open('epoch.6').set('a', { read: 6 });
    expect(open().get('a')).toBeUndefined();
    open('epoch.7').set('a', { read: 7 });
    expect(open().get('a')).toEqual({ read: 7 });
  });
});
