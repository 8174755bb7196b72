import fc from 'fast-check';
import { Rates } from './rates.record.js';

const rates = (...list: readonly (readonly [date: string, currency: 'USD' | 'VND' | 'EUR', usd: string])[]) =>
  new Rates(list.map(([date, currency, usd]) => ({ date, currency, usd })));

describe('an amount in USD', () => {
  it.each([
    [100, '1', 100],
    [0, '1.27', 0],
    [1, '0.005', 0.01],
    [-1, '0.005', -0.01],
    [1, '0.0049999999', 0],
    [-1, '0.0049999999', 0],
    [1.005, '1', 1.01],
    [2.675, '1.0000000000', 2.68],
    [0.1, '0.15', 0.02],
    [123_456_789, '0.000039', 4814.81],
    [9_007_199_254_740_991, '0.000039', 351_280_770_934.9],
    [1e21, '0.0000000001', 1e11],
    [5e-7, '20000', 0.01],
    [12.345678, '2', 24.69],
  ])('of %d at %s is %d', (amount, usd, expected) => {
    expect(Object.is(rates(['2026-06-30', 'VND', usd]).toUsd(amount, 'VND'), expected)).toBe(true);
  });

  it('is exact for every amount and rate', () => {
    const parts = [fc.integer({ min: -1e13, max: 1e13 }), fc.bigInt({ min: 1n, max: 10n ** 12n })] as const;
    fc.assert(
      fc.property(...parts, (cents, units) => {
        const text = String(units).padStart(11, '0');
        const usd = `${text.slice(0, -10)}.${text.slice(-10)}`;
        const product = BigInt(Math.abs(cents)) * units;
        const rounded = Number((product + 5_000_000_000n) / 10_000_000_000n) * Math.sign(cents);
        const result = rates(['2026-01-01', 'VND', usd]).toUsd(Number(`${cents}e-2`), 'VND');
        expect(result).toBe(Number(`${rounded}e-2`) + 0);
      }),
    );
  });

  it('takes the newest rate of the currency, whatever the order in which they come', () => {
    const loaded = rates(['2026-02-01', 'VND', '2'], ['2026-03-01', 'VND', '3'], ['2026-01-01', 'VND', '1']);
    expect(loaded.toUsd(10, 'VND')).toBe(30);
  });

  it('of a day takes the rate of that day or the newest before it', () => {
    const loaded = rates(['2026-01-01', 'VND', '1'], ['2026-03-01', 'VND', '3'], ['2026-02-01', 'VND', '2']);
    const on = (day: string) => loaded.toUsd(10, 'VND', 4, day);
    expect(['2025-12-31', '2026-01-01', '2026-02-28', '2026-03-01', '2026-09-09'].map(on)).toEqual([
      null,
      10,
      20,
      30,
      30,
    ]);
  });

  it('has the decimals asked for', () => {
    expect(rates(['2026-01-01', 'VND', '0.000039']).toUsd(1234, 'VND', 4)).toBe(0.0481);
  });

  it('is null without an amount, a currency or a rate', () => {
    const loaded = rates(['2026-01-01', 'VND', '1']);
    expect([
      loaded.toUsd(null, 'VND'),
      loaded.toUsd(1, null),
      loaded.toUsd(1, 'EUR'),
      new Rates().toUsd(1, 'USD'),
    ]).toEqual([null, null, null, null]);
  });
});

it('tells the currencies whose newest rate has changed', () => {
  const before = rates(['2026-01-01', 'VND', '1'], ['2026-01-01', 'EUR', '1.08']);
  expect(before.changedSince(before)).toEqual([]);
  const older = rates(['2026-01-01', 'VND', '1'], ['2026-01-01', 'EUR', '1.08'], ['2025-01-01', 'EUR', '1.2']);
  expect(older.changedSince(before)).toEqual([]);
  expect(rates(['2026-01-05', 'VND', '1.0'], ['2026-01-05', 'EUR', '01.080']).changedSince(before)).toEqual([]);
  const newer = rates(['2026-01-01', 'VND', '1'], ['2026-01-02', 'EUR', '1.09']);
  expect(newer.changedSince(before)).toEqual(['EUR']);
  expect(before.changedSince(new Rates())).toEqual(['EUR', 'VND']);
});
