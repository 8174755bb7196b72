import { nameBeginnings, suggestInput, gmvParts } from './indexed-fields.js';
import fc from 'fast-check';

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

describe('the names that suggestions complete', () => {
  it('begin at the text and at each of its words', () => {
    expect(nameBeginnings('mia.beauty_shop', 'Mia  Beauty', null, ' ')).toEqual([
      'mia.beauty_shop',
      'beauty_shop',
      'shop',
      'Mia  Beauty',
      'Beauty',
    ]);
    expect(nameBeginnings('护肤 达人')).toEqual(['护肤 达人', '达人']);
    expect(nameBeginnings('a b c d e f g h i j k l')).toHaveLength(10);
  });

  it('are weighted by a whole number that Elasticsearch takes, and hold no control character', () => {
    expect(suggestInput(['a\u0000b\u001f', '\u0001'], 12.6)).toEqual({ input: ['a b'], weight: 13 });
    expect(suggestInput(['a'], 1e12, ' 7')).toEqual({ input: ['a 7'], weight: 2 ** 31 - 1 });
    expect(suggestInput(['a'], -5)).toEqual({ input: ['a'], weight: 0 });
    expect(suggestInput(['a'], null)).toEqual({ input: ['a'], weight: 0 });
    expect(suggestInput([], 5)).toBeNull();
  });
});
