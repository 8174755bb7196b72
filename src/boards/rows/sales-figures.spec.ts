import fc from 'fast-check';
import { ExactSum } from './sales-figures.js';

const sumOf = (...amounts: string[]): ExactSum => {
  const sum = new ExactSum();
  for (const amount of amounts) sum.add(amount);
  return sum;
};

/** An amount of at most 15 digits, 4 of them decimals: in ten-thousandths and as it is written. */
const amount = fc
  .tuple(fc.bigInt({ min: -999_999_999_999_999n, max: 999_999_999_999_999n }), fc.integer({ min: 0, max: 4 }))
  .map(([digits, decimals]) => {
    const size = String(digits < 0n ? -digits : digits).padStart(decimals + 1, '0');
    const whole = size.slice(0, size.length - decimals);
    const text = decimals === 0 ? whole : `${whole}.${size.slice(-decimals)}`;
    return { tenThousandths: digits * 10n ** BigInt(4 - decimals), text: digits < 0n ? `-${text}` : text };
  });

describe('a sum of amounts', () => {
  it('is exact whatever the sizes and signs, whether added one by one or in parts', () => {
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 40 }), fc.nat(40), (amounts, split) => {
        const expected = amounts.reduce((total, { tenThousandths }) => total + tenThousandths, 0n);
        const texts = amounts.map(({ text }) => text);
        expect(sumOf(...texts).tenThousandths).toBe(expected);
        expect(sumOf(...texts.slice(0, split)).plus(sumOf(...texts.slice(split))).tenThousandths).toBe(expected);
      }),
    );
  });

  it('is exact where binary fractions are not, and beyond 2^53', () => {
    expect(sumOf(...Array<string>(10).fill('0.1')).toString()).toBe('1.0000');
    expect(sumOf(...Array<string>(3).fill('999999999999999')).toString()).toBe('2999999999999997.0000');
    expect(sumOf('99999999999.9999', '0.0001', '-100000000000').toString()).toBe('0.0000');
    expect(sumOf('-0.05').toString()).toBe('-0.0500');
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
    expect(sumOf(...amounts).toCents()).toBe(shown);
  });

  it('never shows a negative zero', () => {
    expect(Object.is(sumOf('-0.001').toCents(), 0)).toBe(true);
  });
});
