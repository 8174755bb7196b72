import { codesIn, measureOf, measuresIn } from './codes-and-measures.js';

const codes = (text: string): string[] => codesIn(text).map(({ code }) => code);

describe('the codes of a text', () => {
  it.each([
    ['Cordless phone KX-TG6313S', ['kxtg6313s']],
    ['Bolt HEN 226 DEU Backofen', ['bolthen226', 'bolthen226deu', 'hen226', 'hen226deu', '226deu']],
    ['Sound bar MDV AS50G', ['barmdvas50g', 'mdvas50g', 'as50g']],
    ['XQ1482B/1-80', ['xq1482b180']],
    ['ヘッドホンWH-1000XM4ブラック', ['wh1000xm4']],
    ['vopsea[GSL960PZBZ]', ['gsl960pzbz']],
    ['games 0711719814153', ['711719814153']],
    ['ＷＨ－１０００XM4', ['wh1000xm4']],
    ['nails 40063 / W 210', ['40063']],
    ['Filter TB 80 02 38 23', ['tb8002', 'tb800238', '800238', '80023823', '023823']],
    ['bottle 1.5 l, 20000 pieces', ['20000']],
    ['a red phone case', []],
    ['023823', ['023823']],
    ['ps4 pro', []],
    ['case iphone 15 pro', ['15pro']],
  ])('%s are %j', (text, expected) => {
    expect(codes(text)).toEqual(expected);
  });
});

describe('the measures of a text', () => {
  it.each([
    ['Agua 50 cl', ['500ml']],
    ['0,5 kg and 1/2 kg and ½ kg', ['500g', '500g', '500g']],
    ['洗发水500毫升', ['500ml']],
    ['น้ำหอม 50 มล.', ['50ml']],
    ['Tray 1.20 m, 120-cm', ['1200mm', '1200mm']],
    ['1.500 g or 0.125 l', ['1500g', '125ml']],
    ['40 x 60 cm', ['600mm']],
    ['20000 mAh 34 in 5.5.5 m', []],
  ])('%s are %j', (text, expected) => {
    expect(measuresIn(text)).toEqual(expected);
  });

  it.each([
    ['500 ml', '500ml'],
    ['0.5L', '500ml'],
    ['40x60cm', undefined],
    ['20V', undefined],
    ['500', undefined],
  ])('the word %s is %s', (word, expected) => {
    expect(measureOf(word)).toBe(expected);
  });
});
