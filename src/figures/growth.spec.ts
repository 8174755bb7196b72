import { growthRate } from './growth.js';

describe('growth', () => {
  it.each([
    [800, 801, 0.13],
    [20_000, 20_201, 1.01],
    [20_000, 19_799, -1.01],
    [8, 9, 12.5],
    [3, 6, 100],
    [100_000, 100_001, 0],
    [100_000, 99_999, 0],
    [0, 7, null],
    [0, 0, null],
    [9_007_199_254_740_991, 0, -100],
  ])('from %d to %d is %d percent', (before, now, rate) => {
    expect(growthRate(before, now)).toBe(rate);
  });
});
