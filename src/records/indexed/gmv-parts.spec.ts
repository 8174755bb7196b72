import fc from 'fast-check';
import { gmvParts } from './gmv-parts.js';

describe('the parts of an amount', () => {
  it.each([
    [0, 0, 0],
    [12.34, 12, 3400],
    [-12.3456, -12, -3456],
    [0.00005, 0, 1],
    [-0.00005, 0, -1],
    [0.99999, 1, 0],
    [1e300, 9e18, 0],
    [-1e300, -9e18, 0],
  ])('of %d are %d and %d', (amount, whole, fraction) => {
    const parts = gmvParts(amount);
    expect([parts.gmv_whole === whole, Number(parts.gmv_fraction) + 0]).toEqual([true, fraction]);
  });

  it('of none are none', () => expect(gmvParts(null)).toEqual({ gmv_whole: null, gmv_fraction: null }));

  it('add up to the amount at 4 decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e13, max: 1e13 }), (tenThousandths) => {
        const { gmv_whole, gmv_fraction } = gmvParts(Number(`${tenThousandths}e-4`));
        expect(Number(gmv_whole) * 10_000 + Number(gmv_fraction)).toBe(tenThousandths + 0);
      }),
    );
  });
});
