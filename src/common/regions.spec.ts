import { formatPrice, isRegion, REGION_CODES } from './regions.js';

describe('regions', () => {
  it('are the 20 of the contract', () => {
    expect(REGION_CODES.join(', ')).toBe(
      'US, GB, MX, ES, DE, IT, FR, PT, NL, BE, AT, PL, ID, VN, MY, TH, PH, BR, JP, SG',
    );
  });

  it.each([
    ['UK', false],
    ['us', false],
    ['toString', false],
    ['JP', true],
  ])('%s is one: %s', (code, expected) => {
    expect(isRegion(code)).toBe(expected);
  });

  it.each([
    ['US', 1234.5, '$1,234.50'],
    ['GB', 0.5, '£0.50'],
    ['DE', 1234.5, '1.234,50 €'],
    ['AT', 12, '€ 12,00'],
    ['FR', 1234.5, '1 234,50 €'],
    ['NL', 1234.5, '€ 1.234,50'],
    ['PL', 12345.5, '12 345,50 zł'],
    ['ID', 15000, 'Rp 15.000'],
    ['VN', 250000, '250.000 ₫'],
    ['MY', 99.9, 'RM 99.90'],
    ['TH', 59, '฿59.00'],
    ['PH', 59, '₱59.00'],
    ['BR', 1234.5, 'R$ 1.234,50'],
    ['JP', 1200, '￥1,200'],
    ['SG', 9.9, '$9.90'],
    ['ES', 12345.5, '12.345,50 €'],
    ['IT', 12345.5, '12.345,50 €'],
    ['PT', 12345.5, '12 345,50 €'],
    ['BE', 1234.5, '€ 1.234,50'],
    ['MX', 1234.5, '$1,234.50'],
  ] as const)('writes prices of %s in its style: %d as %s', (region, amount, expected) => {
    expect(formatPrice(amount, region)).toBe(expected);
  });

  it.each(REGION_CODES)('writes no space but the ordinary one for %s', (region) => {
    expect(formatPrice(1234567.5, region)).not.toMatch(/[^\S ]/u);
  });
});
