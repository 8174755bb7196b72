import { EncodedData } from './encoded-data.js';
import { PageCache } from './page-cache.js';

const page = (text: string): EncodedData => EncodedData.of({ list: [`${text} é ß 手`] });

describe('the page cache', () => {
  let generation: number | undefined;
  let settled: boolean;
  const data = { current: () => generation, isSettled: () => settled };
  const keep = (cache: PageCache, key: string, made: EncodedData): void => {
    const looked = cache.look(key);
    if (typeof looked !== 'function') throw new Error(`${key} is there already.`);
    looked(made);
  };
  beforeEach(() => {
    generation = 1;
    settled = true;
  });

  it('gives back the page that was made for a key', () => {
    const cache = new PageCache(data, 10_000);
    const made = page('one');
    keep(cache, 'a', made);
    expect(cache.look('a')).toEqual(made);
    expect(cache.look('b')).toBeInstanceOf(Function);
    expect(cache.state).toMatchObject({ hits: 1, misses: 2, pages: 1 });
  });

  it('forgets every page when the data changes', () => {
    const cache = new PageCache(data, 10_000);
    keep(cache, 'a', page('one'));
    generation = 2;
    expect(cache.look('a')).toBeInstanceOf(Function);
    expect(cache.state.pages).toBe(0);
  });

  it('keeps no page that was asked for before the data changed', () => {
    const cache = new PageCache(data, 10_000);
    const looked = cache.look('a') as (made: EncodedData) => void;
    generation = 2;
    looked(page('of the older data'));
    expect(cache.look('a')).toBeInstanceOf(Function);
  });

  it('neither gives nor keeps while the generation is not known', () => {
    const cache = new PageCache(data, 10_000);
    keep(cache, 'a', page('one'));
    generation = undefined;
    keep(cache, 'a', page('two'));
    expect(cache.look('a')).toBeInstanceOf(Function);
    generation = 1;
    expect(cache.look('a')).toMatchObject({ hits: 1 });
  });

  it.each([
    [true, 600],
    [false, 30],
  ])('keeps a page, the data being settled: %s, for %s s', (isSettled, seconds) => {
    settled = isSettled;
    let now = 1;
    const cache = new PageCache(data, 10_000, { now: () => now });
    keep(cache, 'a', page('one'));
    now += seconds * 1000;
    expect(cache.look('a')).toBeInstanceOf(EncodedData);
    now += 1;
    expect(cache.look('a')).toBeInstanceOf(Function);
  });

  it('is bounded in bytes: the page asked for longest ago goes first', () => {
    const cache = new PageCache(data, 6000);
    for (const key of ['a', 'b', 'c', 'd']) keep(cache, key, page(key.repeat(1100)));
    expect(cache.state.bytes).toBeLessThanOrEqual(6000);
    expect(cache.look('a')).toBeInstanceOf(Function);
    expect(cache.look('c')).toEqual(page('c'.repeat(1100)));
    expect(cache.look('d')).toEqual(page('d'.repeat(1100)));
  });

  it('keeps the last of the pages that were made for a key at once, and none of another', () => {
    const cache = new PageCache(data, 10_000);
    const [first, second] = [cache.look('a'), cache.look('a')] as ((made: EncodedData) => void)[];
    first?.(page('first'.repeat(300)));
    keep(cache, 'b', page('other'.repeat(300)));
    second?.(page('second'.repeat(300)));
    keep(cache, 'c', page('another'.repeat(200)));
    expect(cache.look('a')).toEqual(page('second'.repeat(300)));
    expect(cache.look('b')).toEqual(page('other'.repeat(300)));
    expect(cache.look('c')).toEqual(page('another'.repeat(200)));
  });

  it('leaves pages alone that are larger than all it may have', () => {
    const cache = new PageCache(data, 4000);
    keep(cache, 'a', page('small'));
    keep(cache, 'b', page('x'.repeat(4000)));
    expect(cache.look('b')).toBeInstanceOf(Function);
    expect(cache.look('a')).toEqual(page('small'));
  });

  it('keeps nothing when it may have no bytes', () => {
    const cache = new PageCache(data, 0);
    keep(cache, 'a', page('one'));
    expect(cache.look('a')).toBeInstanceOf(Function);
    expect(cache.state).toEqual({ hits: 0, misses: 0, pages: 0, bytes: 0 });
  });
});
