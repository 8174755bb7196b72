import {
  canBeJoined,
  editsAllowed,
  frequentAbove,
  handleIn,
  isLookedUp,
  numberWithUnit,
  readWords,
  swappedForms,
  withUmlauts,
  withUnitEach,
  wordsOf,
} from './keyword-reading.js';
import type { WordEntry } from './types.js';
import { formsOf } from './word-forms.js';

describe('the words of keywords', () => {
  it.each([
    ['red phone case', ['red', 'phone', 'case']],
    ['case case CASE', ['case', 'CASE']],
    ["l'oréal t-shirt @mia.beauty_by", ['oréal', 't', 'shirt', 'mia', 'beauty', 'by']],
    ['lipstick,red shampoo/conditioner cat&dog', ['lipstick', 'red', 'shampoo', 'conditioner', 'cat', 'dog']],
    ["kid's toys, women’s James's", ['kids', 'toys', 'womens', 'James']],
    ["huile d'argan dell’olio O'Neill", ['huile', 'argan', 'olio', 'O', 'Neill']],
    ["AC/DC M&M's R+B cat/dog", ['AC/DC', 'M&M', 'R+B', 'cat', 'dog']],
    ['QRS212/BLK hood[GSL960PZBZ]', ['QRS212', 'BLK', 'hood', 'GSL960PZBZ']],
    ['5.5 1/2" 10x15" 1,000', ['5.5', '1/2"', '10x15"', '1,000']],
    ['Lego® 🔥lip 👍🏽I❤️you', ['Lego', '🔥', 'lip', '👍🏽', 'I', '❤️', 'you']],
    ['กรุงเทพฯ lipฯstick col·lecció', ['กรุงเทพฯ', 'lip', 'stick', 'col·lecció']],
    ['bottle 500 ml', ['bottle', '500 ml']],
    ["34 in. 36' 20-Volt 1.5 Liter", ['34 in', "36'", '20-Volt', '1.5 Liter']],
    ['40x60 40 X 60 30*20 × 1.5cm', ['40x60', '40 X 60', '30*20 × 1.5cm']],
    ['40cm x 60cm 30 cm × 20 cm × 10 cm 3l x 2kg', ['40x60cm', '30x20x10 cm', '3l', 'x', '2kg']],
    [
      '矿泉水50cl น้ำปลา0.7ลิตร 洗发水500毫升装 พระราม3',
      ['矿泉水', '50cl', 'น้ำปลา', '0.7ลิตร', '洗发水', '500毫升', '装', 'พระราม3'],
    ],
    ['42-315 kx-42-315 42-315a 4x4k', ['42-315', 'kx', '42', '315', '315a', '4x4k']],
    ['3/4" 10.000 5 in 1', ['3/4"', '10.000', '5', 'in', '1']],
    ['500ml iphone 15 pro', ['500ml', 'iphone', '15', 'pro']],
    ['手机 保护壳 💄', ['手机', '保护壳', '💄']],
    ['!!! * ( -', []],
    ['', []],
  ])('%s are %j', (keywords, words) => {
    expect(wordsOf(keywords)).toEqual(words);
  });

  it.each([
    ['34 in', '34'],
    ['34"', '34'],
    ["36'", '36'],
    ['3/4 inch', '3/4'],
    ['20-Volt', '20'],
    ['1.5l', '1.5'],
    ['500毫升', '500'],
    ['50 มล', '50'],
    ['½"', '½'],
    ['40 x 60cm', '40 x 60'],
    ['40x60', undefined],
    ['15', undefined],
    ['a500ml', undefined],
    ['inch', undefined],
  ])('%s measures %s', (word, number) => {
    expect(numberWithUnit(word)).toBe(number);
  });

  it.each([
    ['case', true],
    ['iphone15', true],
    ['15', false],
    ['4006', false],
    ['40063', true],
    ['500ml', false],
    ['500 ml', false],
    ['40x60', false],
    ['手机', true],
  ])('%s is looked up: %s', (word, expected) => {
    expect(isLookedUp(word)).toBe(expected);
  });

  it.each([
    ['tv', 0],
    ['mia', 1],
    ['case', 1],
    ['(case)', 1],
    ['(phones)', 2],
    ['$case', 1],
    ['a+case', 0],
    ['phone', 1],
    ['gürtel', 2],
    ['laptops', 2],
    ['iphone15', 0],
    ['スマホケース', 0],
    ['รองเท้า', 0],
    ['a'.repeat(40), 2],
    ['a'.repeat(41), 0],
  ])('%s may have %d edits', (word, edits) => {
    expect(editsAllowed(word)).toBe(edits);
  });

  it.each([
    ['case', ['case']],
    ['Dres', ['Dres', 'dre']],
    ['cookiees', ['cookiees', 'cookiee']],
    ['batteries', ['batteries', 'battery']],
    ['leashes', ['leashes', 'leash']],
    ['Lens', ['Lens', 'lens']],
    ['shelves', ['shelves', 'shelf']],
  ])('%s is compared with the terms of an index as %j', (word, forms) => {
    expect(formsOf(word)).toEqual(forms);
  });

  it.each([
    ['kuechengeraet', 'küchengerät'],
    ['Maedchen', 'mädchen'],
    ['steuergeraet', 'steuergerät'],
    ['neue', undefined],
    ['blaue', undefined],
    ['queen', undefined],
    ['case', undefined],
  ])('%s may write out the umlauts of %s', (word, respelt) => {
    expect(withUmlauts(word)).toBe(respelt);
  });

  it.each([
    ['กขคง', ['ขกคง', 'กคขง', 'กขงค']],
    ['กขขค', ['ขกขค', 'กขคข']],
    ['กขค', []],
    ['กขค4', []],
    ['case', []],
  ])('%s may be one of these with two letters swapped: %j', (word, forms) => {
    expect(swappedForms(word)).toEqual(forms);
  });

  it.each([
    ['40x60cm', ['40 cm 60 cm']],
    ['30×20×10 cm', ['30 cm 20 cm 10 cm']],
    ['30 × 20 x 10"', ['30 " 20 " 10 "']],
    ['40x60', ['40 mm 60 mm', '40 cm 60 cm', '40 m 60 m', '40 in 60 in', '40 ft 60 ft']],
    ['42-315', []],
    ['60 cm', []],
  ])('%s may have a unit behind each number', (word, sizes) => {
    expect(withUnitEach(word)).toEqual(sizes);
  });

  it('of 20 letters may have two swapped, of 21 none', () => {
    expect([20, 21].map((letters) => swappedForms('กข'.repeat(11).slice(0, letters)).length)).toEqual([19, 0]);
  });

  it.each([
    ['case', true],
    ['iphone15', true],
    ['"case"', true],
    ['$case+', true],
    ['a+b', false],
    ['手机', false],
    ['500ml', false],
  ])('%s may be one word with its neighbour: %s', (word, expected) => {
    expect(canBeJoined(word)).toBe(expected);
  });

  it.each([
    ['beauty.by_anna', 'beauty.by_anna'],
    ['@beauty', 'beauty'],
    ['yui185', 'yui185'],
    ['lipstick', undefined],
    ['1729384756102938475', undefined],
    ['mia@beauty.by', 'mia@beauty.by'],
    ['mia beauty', undefined],
    ['mia beauty.by', undefined],
    ['beauty.by mia', undefined],
    ['@mia beauty', undefined],
    ['@beauty mia', undefined],
  ])('%s name the handle %s', (keywords, handle) => {
    expect(handleIn(keywords)).toBe(handle);
  });
});

describe('a word', () => {
  const read = (word: string, entry: Partial<WordEntry>) => {
    const [one] = readWords(word, () => ({ records: 0, isSplit: false, similar: [], ...entry }));
    return { isKnown: one?.isKnown, as: one?.readings.map(({ term }) => term) };
  };
  const near = (term: string, records: number, edits = 1) => ({ term, records, edits });

  it('that stands in three records is known, and taken for nothing else', () => {
    expect(read('case', { records: 3, similar: [near('cake', 3000)] })).toEqual({ isKnown: true, as: [] });
  });

  it.each([
    ['pointer', 3, near('printer', 90), true],
    ['pointer', 3, near('printer', 91), false],
    ['pointer', 4, near('printer', 4000), true],
    ['pointer', 4, near('printer', 4001), false],
    ['washer', 3, near('laser', 4000, 2), true],
    ['point', 3, near('print', 3000), true],
  ])('%s in %d records next to %j is known: %s', (word, records, neighbour, isKnown) => {
    const as = isKnown ? [] : [neighbour.term];
    expect(read(word, { records, similar: [neighbour] })).toEqual({ isKnown, as });
  });

  it.each([
    ['candle', near('cradle', 2, 2), []],
    ['candle', near('cradle', 3, 2), ['cradle']],
    ['laptops', near('lapetus', 1, 2), ['lapetus']],
  ])('%s is %j, two letters away, as %j', (word, neighbour, as) => {
    expect(read(word, { similar: [neighbour] }).as).toEqual(as);
  });

  it.each([
    ['in two', 2, 100],
    ['in fewer than a thousandth of those of its neighbour', 3, 3001],
    ['nowhere', 0, 1],
  ])('that stands %s may be a slip', (_, records, ofNeighbour) => {
    const neighbours = [near('phone', ofNeighbour)];
    expect(read('phome', { records, similar: neighbours })).toEqual({ isKnown: false, as: ['phone'] });
  });

  it('is taken for nothing rarer than itself', () => {
    expect(read('mia', { records: 2, similar: [near('mai', 2)] })).toEqual({ isKnown: false, as: [] });
  });

  it('is likelier one of few edits, of many records, of the same first letter', () => {
    const neighbours = [
      near('sand', 4),
      near('sony', 225, 2),
      near('sound', 400),
      near('bond', 400),
      near('bind', 3, 2),
    ];
    expect(read('sond', { similar: neighbours })).toEqual({ isKnown: false, as: ['sound', 'bond', 'sand'] });
  });

  it.each([
    ['iphone', 'phone', []],
    ['pphone', 'phone', ['phone']],
    ['laptop', 'lapt0p', []],
  ])('%s is %s: %j', (word, term, as) => {
    expect(read(word, { similar: [near(term, 100)] }).as).toEqual(as);
  });

  it('is likelier two swapped letters than another word of up to sixteen times the records', () => {
    expect(read('filp', { similar: [near('film', 1599), near('flip', 100)] }).as).toEqual(['flip', 'film']);
    expect(read('filp', { similar: [near('film', 1601), near('flip', 100)] }).as).toEqual(['film', 'flip']);
  });

  it('has six readings at most, those that are as likely in the order of the alphabet', () => {
    const terms = ['send', 'seed', 'sold', 'sand', 'sound', 'soda', 'son'];
    expect(read('sond', { similar: terms.map((term) => near(term, 100)) }).as).toEqual([
      'sand',
      'seed',
      'send',
      'soda',
      'sold',
      'son',
    ]);
  });

  it('that was not looked up is known', () => {
    expect(readWords('15', () => undefined)).toEqual([
      { word: '15', records: undefined, isSplit: false, isKnown: true, readings: [] },
    ]);
  });

  it('is surely known above a thousandth of all records', () => {
    expect([0, 3000, 3001, 1_000_000].map(frequentAbove)).toEqual([3, 3, 4, 1000]);
  });
});
