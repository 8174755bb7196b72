import { chooseShards, shardsNeeded } from './ensure-indices.js';

describe('the number of shards', () => {
  it.each([
    [{}, 1],
    [{ records: 10_000_000, bytes: 25e9 }, 1],
    [{ records: 10_000_001 }, 2],
    [{ bytes: 25e9 + 1 }, 2],
    [{ records: 30_000_000, bytes: 26e9 }, 3],
    [{ records: 1000, bytes: 100e9 }, 4],
  ])('for %j is %i', (size, shards) => {
    expect(shardsNeeded(size)).toBe(shards);
    expect(chooseShards('videos', 'auto', size)).toBe(shards);
  });

  it('is the number that is set, however much or little there is', () => {
    expect(chooseShards('videos', 3, { records: 1e9 }, 5)).toBe(3);
    expect(chooseShards('sales', 3)).toBe(3);
  });

  it('is never chosen lower than that of the index which is replaced', () => {
    expect(chooseShards('products', 'auto', { records: 5 }, 6)).toBe(6);
    expect(chooseShards('products', 'auto', { records: 75_000_000 }, 6)).toBe(8);
  });

  it('is one for tokens and state, whatever is set', () => {
    expect([chooseShards('tokens', 5), chooseShards('state', 5)]).toEqual([1, 1]);
  });
});
