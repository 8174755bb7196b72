import { formatMoney, formatShortUsd, formatUsd } from './format.js';

const plain = (text: string): string => text.replace(/\s/gu, ' ');

describe('money', () => {
  it.each([
    ['US', 'EN_US', '$43,018.00'],
    ['MX', 'EN_US', 'MX$43,018.00'],
    ['SG', 'EN_US', 'SGD 43,018.00'],
    ['DE', 'EN_US', '€43,018.00'],
    ['VN', 'EN_US', '₫43,018'],
    ['ID', 'EN_US', 'IDR 43,018'],
    ['US', 'ZH_CN', 'US$43,018.00'],
    ['SG', 'ZH_CN', 'SGD 43,018.00'],
    [null, 'EN_US', '43,018'],
  ] as const)('of %s has the currency and the decimals of the region: %s, %s', (region, lang, written) => {
    expect(plain(formatMoney(43_018, region, lang))).toBe(written);
  });

  it('has one style whatever the size of the amount', () => {
    expect([0.5, 464, 11_103_340.29].map((amount) => formatUsd(amount, 'EN_US'))).toEqual([
      '$0.50',
      '$464.00',
      '$11,103,340.29',
    ]);
  });

  it('is short on axes', () => {
    expect([0, 950, 1_250_000].map((amount) => formatShortUsd(amount, 'EN_US'))).toEqual(['$0', '$950', '$1.3M']);
  });
});
