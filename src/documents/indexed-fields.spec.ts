import { nameBeginnings, suggestInput } from './indexed-fields.js';

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
