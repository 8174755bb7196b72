import { cleanId, ID_PATTERN, isIdText } from './id.js';

describe('an id', () => {
  it.each(['7491823746501928374', 'shop-1', 'é', '店铺', '😀', '"', "o'neill", 'a'.repeat(100), '😀'.repeat(100)])(
    'is %j',
    (text) => expect(isIdText(text)).toBe(true),
  );

  it.each(['', 'a b', 'a,b', 'a，b', 'a、b', 'a\nb', 'a\u200bb', '\u202aa', 'a\u00adb', 'a\ufeff', 'a'.repeat(101)])(
    'is not %j',
    (text) => expect(isIdText(text)).toBe(false),
  );

  it.each([' 17 ', '="17"', "'17", '"17"', '“17”', "'17'", '#17', '"#17"', '="\'17"'])('is 17 in %j', (written) =>
    expect(cleanId(written)).toBe('17'),
  );

  it.each(['#a', '"a"', 'a"17', "o'neill", '17#', '1729.0', '1.729E+18', '1;2', 'https://shop.example/17', '#'])(
    'keeps the signs that may be its own: %j',
    (written) => expect(cleanId(written)).toBe(written),
  );

  it('has no sign that Unicode calls a blank, a control, a format or ignorable', () => {
    const pattern = new RegExp(ID_PATTERN, 'u');
    // Some scripts use format characters as visible signs: numbers of Arabic and Syriac.
    const isVisible = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2]/;
    const missed = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(
      (sign) => /[\s\p{Cc}\p{Cf}\p{DI}]/u.test(sign) && !isVisible.test(sign) && pattern.test(sign),
    );
    expect(missed).toEqual([]);
  });
});
