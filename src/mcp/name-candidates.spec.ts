import { Failure } from '../common/errors/failure.js';
import { candidatesOf, nameHint, namesIn } from './name-candidates.js';

const CREATORS = [
  { kind: 'category', text: 'Noah', filter: { creator_category_id: 1 } },
  ...Array.from({ length: 6 }, (_, at) => ({ kind: 'creator', text: `Noah ${at}`, filter: { uid: `71${at}` } })),
];

describe('names in the place of ids', () => {
  it('are texts with other characters than digits', () => {
    expect(namesIn({ uid: ['7', '@noah'], seller_id: 'Glow', l2_category_id: 'Skincare', product_id: 12 })).toEqual([
      ['uid', '@noah'],
      ['seller_id', 'Glow'],
      ['l2_category_id', 'Skincare'],
    ]);
    expect(namesIn({ date_type: 'day', uid: [1.5, { a: 1 }, null], room_id: null })).toEqual([]);
  });

  it('have at most five candidates, found by the name without its sign', async () => {
    const asked: unknown[] = [];
    const ask = (...call: readonly unknown[]) => {
      asked.push(call);
      return Promise.resolve({ list: CREATORS });
    };
    const found = await candidatesOf(['unique_id', ' @noah'], ask);
    expect(found).toEqual(Array.from({ length: 5 }, (_, at) => ({ uid: `71${at}`, name: `Noah ${at}` })));
    expect(await candidatesOf(['creator_category_id', 'Noah'], ask)).toEqual([
      { creator_category_id: 1, name: 'Noah' },
    ]);
    const products = (...call: readonly unknown[]) => {
      asked.push(call);
      return Promise.resolve({ list: [{ product_id: '5', title: 'Serum' }] });
    };
    expect(await candidatesOf(['product_id', 'serum'], products)).toEqual([{ product_id: '5', name: 'Serum' }]);
    expect(asked).toEqual([
      ['find_ids', { of: 'creators', keywords: 'noah' }],
      ['find_ids', { of: 'creators', keywords: 'Noah' }],
      ['search_products', { match: 'all_words', keywords: 'serum' }],
    ]);
  });

  it('are said in a sentence, also where the token may not look for them', async () => {
    const noah = ['uid', 'noah'] as const;
    const two = () => Promise.resolve({ list: CREATORS.slice(0, 3) });
    expect(await nameHint(noah, two)).toBe('"noah" looks like a name, not a uid; perhaps 710 (Noah 0), 711 (Noah 1).');
    const refuse = () => Promise.reject(new Failure('forbidden', 'no scope'));
    expect(await nameHint(noah, refuse)).toBe('"noah" looks like a name, not a uid: find_ids has ids.');
    expect(await nameHint(['room_id', 'noah'], refuse)).toBe(
      '"noah" looks like a name, not a room_id: search_lives has ids.',
    );
  });
});
