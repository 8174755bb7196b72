import {
  formatChange,
  formatHeading,
  formatMoney,
  formatPrice,
  formatShortUsd,
  formatTime,
  formatUsd,
  formatValue,
} from './format.js';

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
    expect(plain(formatPrice(43_018, region, lang))).toBe(written);
  });

  it('has one style in a column of sales, whatever the currency and the size of the amount', () => {
    const sales = [
      [464.5, 'US'],
      [43_018, 'MX'],
      [10_374_285_000, 'VN'],
      [0, 'SG'],
    ] as const;
    const written = sales.map(([amount, region]) => plain(formatMoney(amount, region, 'EN_US')));
    expect(written).toEqual(['$465', 'MX$43,018', '₫10,374,285,000', 'SGD 0']);
    expect(formatUsd(11_103_340.29, 'ZH_CN')).toBe('US$11,103,340');
    expect([0.3, 12].map((rate) => formatValue({ kind: 'percent' }, rate, 'US', 'EN_US'))).toEqual(['0.30%', '12.00%']);
  });

  it('is short on axes', () => {
    expect([0, 950, 1_250_000].map((amount) => formatShortUsd(amount, 'EN_US'))).toEqual(['$0', '$950', '$1.3M']);
  });
});

it.each([
  [12.5, '+12.5%'],
  [-3, '-3%'],
  [0, '0%'],
  [999.99, '+999.99%'],
  [1000, '×11'],
  [6_381.4, '×64.8'],
])('a growth of %d percent is written %s', (percent, written) => {
  expect(formatChange(percent, 'EN_US')).toBe(written);
});

it.each([
  ['2026-06-01', '2026-06-30', '', 'June 2026'],
  ['2026-05-01', '2026-05-31', '2026', 'May'],
  ['2025-06-01', '2025-06-30', '2026', 'June 2025'],
  ['2024-02-01', '2024-02-29', '', 'February 2024'],
  ['2026-06-01', '2026-06-29', '2026', 'Jun 1 – 29'],
  ['2026-05-01', '2026-06-30', '2026', 'May 1 – Jun 30'],
  ['2025-06-23', '2025-06-29', '2026', 'Jun 23 – 29, 2025'],
])('a heading calls %s to %s, next to the year “%s”, %s', (from, to, year, words) => {
  expect(plain(formatHeading({ from, to }, 'EN_US', year))).toBe(words);
});

describe('a time', () => {
  it.each([
    ['US', 'Mon, Jun 1, 2026, 07:30 PM EDT', 'Jun 1, 2026'],
    ['JP', 'Tue, Jun 2, 2026, 08:30 AM GMT+9', 'Jun 2, 2026'],
    [null, 'Mon, Jun 1, 2026, 11:30 PM UTC', 'Jun 1, 2026'],
  ])('of a live stream has its weekday and minute on the clock of its market: %s', (region, start, day) => {
    const time = 1_780_272_000 + 23.5 * 3600;
    expect(plain(formatValue({ kind: 'start' }, time, region, 'EN_US'))).toBe(start);
    expect(formatValue({ kind: 'time' }, time, region, 'EN_US')).toBe(day);
  });

  it('follows the clocks of a market in winter', () => {
    expect(plain(formatTime(1_767_225_600, 'EN_US', 'minute', 'US'))).toBe('Wed, Dec 31, 2025, 07:00 PM EST');
  });

  it('is a date, or the number itself when the calendar has no such date', () => {
    expect(formatTime(1_780_272_000, 'EN_US')).toBe('Jun 1, 2026');
    expect(formatTime(1e20, 'EN_US')).toBe('100000000000000000000');
  });
});
