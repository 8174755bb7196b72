import type { Facts } from '../corpus/facts.js';
import { languageOf } from '../corpus/language.js';
import type { Want } from './judge.js';
import { judge } from './judge.js';

const ENGLISH = languageOf('en');
const GERMAN = languageOf('de');
const CHINESE = languageOf('zh');
const TRADITIONAL_CHINESE = languageOf('zh-hant');

const BLACK = { list: 'colour', index: 0, text: 'black' } as const;
const RED = { list: 'colour', index: 2, text: 'red' } as const;
const FOLDABLE = { list: 'goods', index: 0, text: 'foldable' } as const;

const record = (facts: Partial<Facts>): Facts => ({
  operation: 'product',
  id: '1',
  language: ENGLISH,
  attributes: [],
  mentions: [],
  tags: [],
  names: [],
  ids: ['1'],
  categories: [],
  ...facts,
});
const thing = (attributes: Extract<Want, { of: 'thing' }>['attributes'] = []): Want => ({
  of: 'thing',
  language: ENGLISH,
  name: ENGLISH.name('phone-case'),
  attributes,
});

describe('a query for a thing', () => {
  it.each([
    ['the thing', record({ name: ENGLISH.name('phone-case') }), 3],
    ['another thing', record({ name: ENGLISH.name('phone-holder') }), 0],
    ['something for the thing', record({ mentions: [ENGLISH.name('phone-case')] }), 1],
    ['another thing of a shop called after it', record({ names: ['Phone Case Outlet'] }), 1],
    ['the thing in another language', record({ language: GERMAN, name: GERMAN.name('phone-case') }), 0],
    [
      'the thing in another language below a category called so',
      record({ language: GERMAN, name: GERMAN.name('phone-case'), categories: ['Phone Case', '手机壳'] }),
      2,
    ],
  ])('finds %s', (_, facts, grade) => {
    expect(judge(thing(), facts)).toBe(grade);
  });

  it.each([
    [[BLACK], [BLACK], 3],
    [[BLACK], [RED], 1],
    [[BLACK, FOLDABLE], [BLACK], 2],
    [[BLACK, FOLDABLE], [RED], 1],
    [[], [RED], 3],
  ])('with %j finds one with %j', (wanted, attributes, grade) => {
    expect(judge(thing(wanted), record({ name: ENGLISH.name('phone-case'), attributes }))).toBe(grade);
  });

  it('is the same in simplified and traditional Chinese', () => {
    const want: Want = { of: 'thing', language: CHINESE, name: CHINESE.name('phone-case'), attributes: [] };
    const traditional = { language: TRADITIONAL_CHINESE, name: TRADITIONAL_CHINESE.name('phone-case') };
    expect(judge(want, record(traditional))).toBe(3);
  });
});

describe('a query for a word of a name', () => {
  it.each([
    ['hülle', 2],
    ['handy', 1],
    ['hand', 0],
  ])('%s', (word, grade) => {
    expect(
      judge({ of: 'word', language: GERMAN, word }, record({ language: GERMAN, name: GERMAN.name('phone-case') })),
    ).toBe(grade);
  });
});

describe('a query for a creator, shop, tag, ID or category', () => {
  it.each<[Want, Partial<Facts>, number]>([
    [{ of: 'creator', name: 'mia.beauty' }, { names: ['Mia.Beauty', 'Mia'] }, 3],
    [{ of: 'creator', name: 'mia.beauty' }, { names: ['mia_beauty'] }, 1],
    [{ of: 'creator', name: 'mia.beauty' }, { names: ['mia.beauty2'] }, 0],
    [{ of: 'shop', name: 'Glow Lab' }, { names: ['Glow Lab Outlet'] }, 1],
    [{ of: 'id', id: '12' }, { ids: ['11', '12'] }, 3],
    [{ of: 'id', id: '12' }, { ids: ['123'] }, 0],
    [{ of: 'category', category: 'Coffee' }, { categories: ['Coffee', '咖啡'] }, 3],
    [{ of: 'category', category: 'Coffee' }, { name: ENGLISH.name('coffee-mug') }, 1],
    [{ of: 'category', category: 'Coffee' }, { name: ENGLISH.name('pillow') }, 0],
    [
      { of: 'tag', language: ENGLISH, name: ENGLISH.name('pillow'), tag: 'memoryfoampillow' },
      { name: ENGLISH.name('pillow'), tags: ['memoryfoampillow'] },
      3,
    ],
    [
      { of: 'tag', language: ENGLISH, name: ENGLISH.name('pillow'), tag: 'memoryfoampillow' },
      { name: ENGLISH.name('coffee-mug'), tags: ['memoryfoampillow'] },
      2,
    ],
  ])('%j finds %j', (want, facts, grade) => {
    expect(judge(want, record(facts))).toBe(grade);
  });
});
