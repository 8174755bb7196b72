import fc from 'fast-check';
import type { CountedSale } from '../facts/fact-sources.js';
import { Amounts, Sums } from './sums.js';

type Parts = readonly [whole: number, fraction: number];
const sumOf = (...amounts: readonly Parts[]): Amounts => {
  const sum = new Amounts();
  for (const [whole, fraction] of amounts) sum.add(3, whole, fraction);
  return sum;
};

/** An amount of at most 15 digits before the point, its parts of one sign. */
const amount = fc
  .tuple(fc.integer({ min: 0, max: 999_999_999_999_999 }), fc.nat(9999), fc.constantFrom(1, -1))
  .map(([whole, fraction, sign]): Parts => [sign * whole, sign * fraction]);

describe('a sum of amounts', () => {
  it('is exact whatever the sizes and signs, by itself and with another', () => {
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 40 }), fc.nat(40), (amounts, split) => {
        const exact = (some: readonly Parts[]) =>
          some.reduce((total, [whole, fraction]) => total + BigInt(whole) * 10_000n + BigInt(fraction), 0n);
        const [one, other] = [amounts.slice(0, split), amounts.slice(split)];
        expect(sumOf(...amounts).of(3)).toBe(exact(amounts));
        expect(sumOf(...one).shown(3, sumOf(...other))).toBe(sumOf(...amounts).shown(3));
      }),
    );
  });

  it.each<[Parts[], number]>([
    [[[1, 50]], 1.01],
    [[[-1, -50]], -1.01],
    [[[1, 49]], 1],
    [
      [
        [0, 25],
        [0, 25],
      ],
      0.01,
    ],
    [[[0, -49]], 0],
    [[[2, 6750]], 2.68],
    [[[90_071_992_547_409, 9300]], 90_071_992_547_409.93],
    [
      [
        [999_999_999_999_999, 0],
        [999_999_999_999_999, 0],
      ],
      1_999_999_999_999_998,
    ],
    [[], 0],
  ])('of %j is shown as %d, rounded half away from zero', (amounts, shown) => {
    expect(sumOf(...amounts).shown(3)).toBe(shown);
  });

  it('never shows a negative zero', () => {
    expect(Object.is(sumOf([0, -10]).shown(3), 0)).toBe(true);
  });
});

describe('the sums of rows', () => {
  it('count the distinct creators, products, videos and live streams of each', () => {
    const id = fc.integer({ min: 0, max: 60 }).map(String);
    const fact = fc.record({
      row: fc.nat(40),
      uid: id,
      product_id: id,
      content_id: id,
      channel: fc.constantFrom('video' as const, 'live' as const),
    });
    fc.assert(
      fc.property(fc.array(fact, { maxLength: 3000, size: 'max' }), (facts) => {
        const sums = new Sums();
        const amounts = { units_sold: 1, gmv_whole: 1, gmv_fraction: 0, usd_gmv_whole: 1, usd_gmv_fraction: 0 };
        for (const { row, ...ids } of facts) {
          sums.add(row, sums.number({ date: '', product_category_id: 1, ...amounts, ...ids } satisfies CountedSale));
        }
        const { video, live } = sums.channels;
        for (let row = 0; row <= 40; row += 1) {
          const own = facts.filter((one) => one.row === row);
          const distinct = (ids: readonly string[]) => new Set(ids).size;
          const contents = (channel: string) =>
            distinct(own.filter((one) => one.channel === channel).map(({ content_id }) => content_id));
          expect([sums.creators.of(row), sums.products.of(row), video.contents.of(row), live.contents.of(row)]).toEqual(
            [
              distinct(own.map(({ uid }) => uid)),
              distinct(own.map(({ product_id }) => product_id)),
              contents('video'),
              contents('live'),
            ],
          );
        }
        expect(sums.close()).toBe(new Set(facts.map(({ uid }) => uid)).size);
      }),
      { numRuns: 20 },
    );
  });
});
