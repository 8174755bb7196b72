import { formatPrice, isRegion, marketClock, REGION_CODES } from './regions.js';

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

/** Moments around the changes of clocks in 2026. */
const MOMENTS = [
  '2026-03-08T06:59:59Z',
  '2026-03-08T07:00:00Z',
  '2026-03-29T00:59:59Z',
  '2026-03-29T01:00:00Z',
  '2026-10-25T00:59:59Z',
  '2026-10-25T01:00:00Z',
  '2026-11-01T05:59:59Z',
  '2026-11-01T06:00:00Z',
  '2026-12-31T23:30:00Z',
];

/** Weekday and hour at each moment, from Python's zoneinfo. */
const CLOCKS = {
  US: '7:1 7:3 6:20 6:21 6:20 6:21 7:1 7:1 4:18',
  GB: '7:6 7:7 7:0 7:2 7:1 7:1 7:5 7:6 4:23',
  MX: '7:0 7:1 6:18 6:19 6:18 6:19 6:23 7:0 4:17',
  ES: '7:7 7:8 7:1 7:3 7:2 7:2 7:6 7:7 5:0',
  DE: '7:7 7:8 7:1 7:3 7:2 7:2 7:6 7:7 5:0',
  IT: '7:7 7:8 7:1 7:3 7:2 7:2 7:6 7:7 5:0',
  FR: '7:7 7:8 7:1 7:3 7:2 7:2 7:6 7:7 5:0',
  PT: '7:6 7:7 7:0 7:2 7:1 7:1 7:5 7:6 4:23',
  NL: '7:7 7:8 7:1 7:3 7:2 7:2 7:6 7:7 5:0',
  BE: '7:7 7:8 7:1 7:3 7:2 7:2 7:6 7:7 5:0',
  AT: '7:7 7:8 7:1 7:3 7:2 7:2 7:6 7:7 5:0',
  PL: '7:7 7:8 7:1 7:3 7:2 7:2 7:6 7:7 5:0',
  ID: '7:13 7:14 7:7 7:8 7:7 7:8 7:12 7:13 5:6',
  VN: '7:13 7:14 7:7 7:8 7:7 7:8 7:12 7:13 5:6',
  MY: '7:14 7:15 7:8 7:9 7:8 7:9 7:13 7:14 5:7',
  TH: '7:13 7:14 7:7 7:8 7:7 7:8 7:12 7:13 5:6',
  PH: '7:14 7:15 7:8 7:9 7:8 7:9 7:13 7:14 5:7',
  BR: '7:3 7:4 6:21 6:22 6:21 6:22 7:2 7:3 4:20',
  JP: '7:15 7:16 7:9 7:10 7:9 7:10 7:14 7:15 5:8',
  SG: '7:14 7:15 7:8 7:9 7:8 7:9 7:13 7:14 5:7',
};

describe('the clock of a market', () => {
  it.each(Object.entries(CLOCKS))('has the hour and weekday of most people of %s', (region, expected) => {
    const clocks = MOMENTS.map((moment) => marketClock(region, Date.parse(moment) / 1000));
    expect(clocks.map(({ weekday, hour }) => `${weekday}:${hour}`).join(' ')).toBe(expected);
  });

  it('is that of every region, and unknown without a region or a time', () => {
    expect(Object.keys(CLOCKS)).toEqual(REGION_CODES);
    const unknown = { hour: null, weekday: null };
    expect([marketClock('XX', 0), marketClock(null, 0), marketClock('US', null)]).toEqual([unknown, unknown, unknown]);
    expect(marketClock('JP', 0)).toEqual({ hour: 9, weekday: 4 });
  });
});
