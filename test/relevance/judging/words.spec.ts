import { placeOf } from './words.js';

describe('where a text holds a phrase', () => {
  it.each([
    ['power bank', 'Powerbank', 'all'],
    ['powerbank', 'power bank 10000 mAh', 'first'],
    ['t-shirt', 'blue T Shirt', 'last'],
    ['hülle', 'Handy·hülle', 'last'],
    ['Handyhülle', 'rote Handy·hülle schwarz', 'middle'],
    ['dien thoai', 'Ốp lưng Điện thoại', 'last'],
    ['มือถือ', 'เคส·มือถือ', 'last'],
    ['ケース', 'スマホ·ケース', 'last'],
    ['mes', 'mesa de centro', undefined],
    ['hülle', 'Handyhülle', undefined],
    ['bank', 'Powerbank', undefined],
    ['', 'anything', undefined],
  ])('%s in %s: %s', (phrase, text, place) => {
    expect(placeOf(phrase, text)).toBe(place);
  });
});
