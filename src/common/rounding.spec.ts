import fc from 'fast-check';
import { formatPercent, parsePercent, roundHalfAwayFromZero } from './rounding.js';

describe('roundHalfAwayFromZero', () => {
  it.each([
    [1.005, 2, 1.01],
    [-1.005, 2, -1.01],
    [2.5, 0, 3],
    [-2.5, 0, -3],
    [0.00004, 4, 0],
    [-0.001, 2, 0],
    [1e-7, 4, 0],
    [9007199254740991, 2, 9007199254740991],
    [1e22, 2, 1e22],
  ])('%d to %d decimals is %d', (value, decimals, expected) => {
    expect(roundHalfAwayFromZero(value, decimals)).toBe(expected);
  });

  it('agrees with rounding the written digits as integers', () => {
    fc.assert(
      fc.property(fc.integer({ min: -999_999_999, max: 999_999_999 }), (tenThousandths) => {
        const sign = tenThousandths < 0 ? -1 : 1;
        const cents = Math.floor((Math.abs(tenThousandths) + 50) / 100);
        const expected = cents === 0 ? 0 : (sign * cents) / 100;
        expect(roundHalfAwayFromZero(tenThousandths / 10_000, 2)).toBe(expected);
      }),
    );
  });
});

describe('percent texts', () => {
  it.each([
    [12.5, '12.5%'],
    [12, '12%'],
    [0.005, '0.01%'],
    [-3.456, '-3.46%'],
  ])('%d is written %s', (percent, text) => {
    expect(formatPercent(percent)).toBe(text);
  });

  it.each([
    ['12.5%', 12.5],
    [' 7 % ', 7],
    ['-3', -3],
    ['12,5%', undefined],
    ['', undefined],
  ])('%j is read as %s', (text, percent) => {
    expect(parsePercent(text)).toBe(percent);
  });
});
