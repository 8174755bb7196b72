import fc from 'fast-check';
import {
  amountParts,
  amountPer,
  divideRounded,
  exactAmount,
  exactSum,
  formatPercent,
  gmvParts,
  parsePercent,
  roundedAmount,
  roundHalfAwayFromZero,
  roundToCents,
  tenThousandths,
} from './numbers.js';

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

const sumOf = (...amounts: string[]): bigint =>
  amounts.reduce((sum, amount) => sum + exactAmount(amountParts(Number(amount)), 'gmv', '1'), 0n);

/** An amount of at most 15 digits, 4 of them decimals: in ten-thousandths and as it is written. */
const amount = fc
  .tuple(fc.bigInt({ min: -999_999_999_999_999n, max: 999_999_999_999_999n }), fc.integer({ min: 0, max: 4 }))
  .map(([digits, decimals]) => {
    const size = String(digits < 0n ? -digits : digits).padStart(decimals + 1, '0');
    const whole = size.slice(0, size.length - decimals);
    const text = decimals === 0 ? whole : `${whole}.${size.slice(-decimals)}`;
    return { tenThousandths: digits * 10n ** BigInt(4 - decimals), text: digits < 0n ? `-${text}` : text };
  });

describe('an amount in ten-thousandths', () => {
  it('is its written digits, whatever its size and sign', () => {
    const inBound = amount.filter(({ tenThousandths: exact }) => exact < 2n ** 53n && exact > -(2n ** 53n));
    fc.assert(
      fc.property(inBound, ({ tenThousandths: exact, text }) => {
        expect(BigInt(tenThousandths(Number(text)))).toBe(exact);
      }),
    );
  });

  it.each([
    [1.00005, 10_001],
    [-0.0049, -49],
    [-1_000_000_000, -10_000_000_000_000],
    [1e300, 9e18],
    [-1e300, -9e18],
  ])('of %d is %d', (given, expected) => {
    expect(tenThousandths(given)).toBe(expected);
  });
});

describe('an amount per unit', () => {
  it.each([
    [10, 4, 1, 2.5],
    [10, 3, 1, 3.33],
    [0.01, 2, 1, 0.01],
    [-0.01, 2, 1, -0.01],
    [-0.01, 3, 1, 0],
    [1.1, 3_000_000_000, 1000, 0],
    [12.35, 7, 1000, 1764.29],
    [1.005e10, 1_000_000, 1000, 10_050_000],
    [0, 7, 1, 0],
    [5, 0, 1, null],
    [5, null, 1, null],
    [null, 5, 1, null],
  ])('%j for %j, times %j', (amount, count, times, expected) => {
    expect(amountPer(amount, count, times)).toBe(expected);
  });
});

describe('a sum of amounts', () => {
  it('is exact whatever the number, sizes and signs of the amounts', () => {
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 40 }), (amounts) => {
        const expected = amounts.reduce((total, { tenThousandths }) => total + tenThousandths, 0n);
        const texts = amounts.map(({ text }) => text);
        expect(sumOf(...texts)).toBe(expected);
      }),
    );
  });

  it('is exact where binary fractions are not, and beyond 2^53', () => {
    expect(sumOf(...Array<string>(10).fill('0.1'))).toBe(10_000n);
    expect(sumOf(...Array<string>(3).fill('999999999999999'))).toBe(29_999_999_999_999_970_000n);
    expect(sumOf('99999999999.9999', '0.0001', '-100000000000')).toBe(0n);
    expect(sumOf('-0.05')).toBe(-500n);
  });

  it.each([
    [['1.005'], 1.01],
    [['-1.005'], -1.01],
    [['1.0049'], 1],
    [['0.0025', '0.0025'], 0.01],
    [['-0.0049'], 0],
    [['2.675'], 2.68],
    [['90071992547409.93', '0.0001'], 90071992547409.93],
    [[], 0],
  ])('of %j is shown as %d, rounded half away from zero', (amounts, shown) => {
    expect(roundToCents(sumOf(...amounts))).toBe(shown);
  });

  it('never shows a negative zero', () => {
    expect(Object.is(roundToCents(sumOf('-0.001')), 0)).toBe(true);
  });
});

describe('a rounded amount', () => {
  it('is the exact one, rounded half away from zero, also where its ten-thousandths exceed 2^53', () => {
    const whole = fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -1000, max: 1000 }));
    const fraction = fc.oneof(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: -200, max: 200 }));
    fc.assert(
      fc.property(whole, fraction, (wholes, fractions) => {
        const amount = BigInt(wholes) * 10_000n + BigInt(fractions);
        const size = amount < 0n ? -amount : amount;
        const hundredths = size / 100n + (size % 100n >= 50n ? 1n : 0n);
        const text = `${amount < 0n ? '-' : ''}${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`;
        expect(roundedAmount({ whole: wholes, fraction: fractions }, 'gmv', '1')).toBe(Number(text) + 0);
      }),
      { numRuns: 2000 },
    );
  });

  it('is refused where a sum may have been rounded', () => {
    const refusal = new RangeError('The sum of usd_gmv of 17 2026-06 is too large to be exact.');
    expect(() => roundedAmount({ whole: 2 ** 53, fraction: 0 }, 'usd_gmv', '17 2026-06')).toThrow(refusal);
    expect(() => roundedAmount({ whole: 0, fraction: -(2 ** 53) }, 'usd_gmv', '17 2026-06')).toThrow(refusal);
    expect(() => exactSum(2 ** 53, 'units_sold', '')).toThrow('The sum of units_sold of what has no key is too large');
  });
});

describe('the parts of an amount', () => {
  it.each([
    [0, 0, 0],
    [12.34, 12, 3400],
    [-12.3456, -12, -3456],
    [0.00005, 0, 1],
    [-0.00005, 0, -1],
    [0.99999, 1, 0],
    [9876543210987.65, 9876543210987, 6500],
    [-99999999999999.9, -99999999999999, -9000],
    [5e-7, 0, 0],
    [1e300, 9e18, 0],
    [-1e300, -9e18, 0],
  ])('of %d are %d and %d', (amount, whole, fraction) => {
    const parts = gmvParts(amount, 'gmv');
    expect([parts.gmv_whole === whole, Number(parts.gmv_fraction) + 0]).toEqual([true, fraction]);
  });

  it('of none are none', () => expect(gmvParts(null, 'gmv')).toEqual({ gmv_whole: null, gmv_fraction: null }));

  it('add up to the amount at 4 decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e13, max: 1e13 }), (tenThousandths) => {
        const { gmv_whole, gmv_fraction } = gmvParts(Number(`${tenThousandths}e-4`), 'gmv');
        expect(Number(gmv_whole) * 10_000 + Number(gmv_fraction)).toBe(tenThousandths + 0);
      }),
    );
  });
});

it.each([
  [5n, 10n, 1n],
  [-5n, 10n, -1n],
  [4n, 10n, 0n],
  [-14n, 10n, -1n],
  [15n, 10n, 2n],
  [7n, 3n, 2n],
  [-(10n ** 30n), 3n, -(10n ** 30n) / 3n],
])('%d divided by %d is %d, rounded half away from zero', (dividend, divisor, quotient) => {
  expect(divideRounded(dividend, divisor)).toBe(quotient);
});
