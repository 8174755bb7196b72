import fc from 'fast-check';
import { placeAmong } from './quartiles.js';

/** numpy.percentile(values, [25, 50, 75]), whose default method is linear, written down from numpy 2. */
const BY_NUMPY: readonly (readonly [values: readonly number[], quartiles: readonly number[]])[] = [
  [
    [1, 2, 3, 4, 10],
    [2, 3, 4],
  ],
  [
    [4.4, 1.1, 3.3, 2.2, 0, 9.95],
    [1.375, 2.75, 4.125],
  ],
  [
    [-3.5, -3.5, 7, 0.01, 250000.99, 12],
    [-2.6225, 3.505, 10.75],
  ],
  [
    [5, 5, 5, 5, 5],
    [5, 5, 5],
  ],
];

describe('a place among peers', () => {
  it.each(BY_NUMPY)('has the quartiles of numpy for %j', (values, quartiles) => {
    const { p25, median, p75 } = placeAmong(1, values);
    expect([p25, median, p75]).toEqual(quartiles);
  });

  it('has its quartiles by the formula of numpy, for values in any number and order', () => {
    const cents = fc.array(fc.integer({ min: -500_000, max: 5_000_000 }), { minLength: 5, maxLength: 60 });
    const haveQuartiles = (drawn: readonly number[]): void => {
      const values = drawn.map((one) => one / 100);
      const sorted = [...values].sort((one, other) => one - other);
      const [p25, median, p75] = [0.25, 0.5, 0.75].map((share) => {
        const virtual = share * (sorted.length - 1);
        const [low = NaN, high = NaN] = [sorted[Math.floor(virtual)], sorted[Math.ceil(virtual)]];
        return low + (high - low) * (virtual - Math.floor(virtual));
      });
      const place = placeAmong(values[0] ?? 0, values.slice(0));
      for (const [found, expected] of [
        [place.p25, p25],
        [place.median, median],
        [place.p75, p75],
      ]) {
        expect(Math.abs((found ?? NaN) - (expected ?? NaN))).toBeLessThan(1e-9);
      }
    };
    fc.assert(fc.property(cents, haveQuartiles), { numRuns: 200 });
  });

  it('counts smaller and larger values, not equal ones', () => {
    expect(placeAmong(5, [5, 5, 7, 9, 1, 2, 3])).toMatchObject({ rank: 3, tied: 2, percentile: 42.86 });
    expect(placeAmong(9, [9, 9, 9, 9, 9])).toMatchObject({ rank: 1, tied: 5, percentile: 0 });
    expect(placeAmong(0.1 + 0.2, [0.3, 0.29, 0.31, 1, 0])).toMatchObject({ rank: 3, percentile: 40 });
  });

  it('has the mean of the five largest peers', () => {
    expect(placeAmong(1, [1, 2, 3, 4, 5, 6.01, -9]).top5_mean).toBe(4.002);
  });
});
