import { followerGrowth } from './growth.js';

describe('follower growth', () => {
  it.each([
    [800, 801, 1, '0.13%'],
    [20_000, 20_201, 201, '1.01%'],
    [20_000, 19_799, -201, '-1.01%'],
    [8, 9, 1, '12.5%'],
    [3, 6, 3, '100%'],
    [100_000, 100_001, 1, '0%'],
    [100_000, 99_999, -1, '0%'],
    [5, 5, 0, '0%'],
    [0, 7, 7, null],
    [0, 0, 0, null],
    [9_007_199_254_740_991, 0, -9_007_199_254_740_991, '-100%'],
  ])('from %d to %d is %d and %s', (before, now, count, rate) => {
    expect(followerGrowth(before, now)).toEqual({ count, rate });
  });
});
