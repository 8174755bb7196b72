import { firstDay, lastDay, periodOf as periodOfDay, PERIOD_TYPES } from '../../../src/common/period/period.js';
import { daysOfPeriod, periodOf, secondsOfDays, shiftPeriod, unixSeconds } from './periods.js';

const DAYS = Array.from({ length: 30 * 366 }, (_, index) =>
  new Date(Date.UTC(2009, 11, 20 + index)).toISOString().slice(0, 10),
);

describe.each(PERIOD_TYPES)('a %s', (type) => {
  it('is the one that the service counts a day to, for thirty years', () => {
    expect(DAYS.map((day) => periodOf(type, day))).toEqual(DAYS.map((day) => periodOfDay(type, day)));
  });

  it('has the days that the service counts to it', () => {
    const periods = DAYS.filter((_, index) => index % 17 === 0).map((day) => periodOfDay(type, day));
    expect(periods.map(daysOfPeriod)).toEqual(
      periods.map((period) => ({ from: firstDay(period), to: lastDay(period) })),
    );
  });
});

describe('shifting a period', () => {
  it.each([
    [{ type: 'day', value: '2024-02-28' }, 2, '2024-03-01'],
    [{ type: 'day', value: '2026-01-01' }, -1, '2025-12-31'],
    [{ type: 'week', value: '2020-52' }, 1, '2020-53'],
    [{ type: 'week', value: '2020-52' }, 2, '2021-01'],
    [{ type: 'week', value: '2026-26' }, -26, '2025-52'],
    [{ type: 'month', value: '2026-01' }, -13, '2024-12'],
    [{ type: 'month', value: '2026-06' }, 0, '2026-06'],
  ] as const)('%j by %i gives %s', (period, by, value) => {
    expect(shiftPeriod(period, by)).toEqual({ type: period.type, value });
  });

  it.each([
    { type: 'week', value: '2025-53' },
    { type: 'week', value: '2026-W05' },
    { type: 'week', value: '2026-00' },
    { type: 'month', value: '2026-13' },
    { type: 'month', value: '2026-6' },
    { type: 'day', value: '2026-02-29' },
    { type: 'day', value: 'today' },
  ] as const)('refuses %j', (period) => {
    expect(() => shiftPeriod(period, 1)).toThrow(new RangeError(`${period.value} is no ${period.type}.`));
  });
});

describe('seconds', () => {
  it('of moments and of days in UTC', () => {
    expect(unixSeconds('2026-06-01')).toBe(1_780_272_000);
    expect(unixSeconds('2026-06-01T02:00:00.999+02:00')).toBe(1_780_272_000);
    expect(unixSeconds(new Date(1_780_272_000_999))).toBe(1_780_272_000);
  });

  it('of whole days, both ends included', () => {
    expect(secondsOfDays('2026-06-01', '2026-06-30')).toEqual({ min: 1_780_272_000, max: 1_782_863_999 });
    expect(secondsOfDays('2026-06-01')).toEqual({ min: 1_780_272_000, max: 1_780_358_399 });
  });

  it.each(['2026-06-31', 'soon', new Date(NaN)])('refuses %p', (moment) => {
    expect(() => unixSeconds(moment)).toThrow(RangeError);
  });

  it('are days from one to another, too', () => {
    const range = { type: 'range', value: '2026-06-03~2026-06-30' } as const;
    expect(daysOfPeriod(range)).toEqual({ from: '2026-06-03', to: '2026-06-30' });
    expect(shiftPeriod(range, -1)).toEqual({ type: 'range', value: '2026-05-06~2026-06-02' });
    for (const value of [
      '2026-06-30~2026-06-03',
      '2026-06-31~2026-07-01',
      '2026-06-01',
      'a~b',
      '2026-06-01~2026-06-02~',
    ]) {
      expect(() => daysOfPeriod({ type: 'range', value })).toThrow(RangeError);
    }
  });
});
