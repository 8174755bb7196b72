import fc from 'fast-check';
import {
  firstDay,
  isCovered,
  isDay,
  isRefusal,
  lastDay,
  nextPeriod,
  PERIOD_TYPES,
  periodForm,
  periodOf,
  periodsBetween,
  type PeriodType,
  previousPeriod,
  readPeriod,
  utcText,
} from './period.js';

const week = (value: string) => ({ type: 'week', value }) as const;
const read = (type: PeriodType, text: string) => {
  const result = readPeriod(type, text);
  return 'reason' in result ? result : result.value;
};

describe('reading a period', () => {
  it('tells a refusal from a period and from none', () => {
    expect([undefined, readPeriod('day', '2026-06-30'), readPeriod('day', '')].map(isRefusal)).toEqual([
      false,
      false,
      true,
    ]);
  });

  it.each([
    ['day', '2026-06-30', '2026-06-30'],
    ['day', '2024-02-29', '2024-02-29'],
    ['day', '2000-02-29', '2000-02-29'],
    ['day', '0001-01-01', '0001-01-01'],
    ['day', '9999-12-31', '9999-12-31'],
    ['week', '2026-05', '2026-05'],
    ['week', '2026-W05', '2026-05'],
    ['week', '2026-53', '2026-53'],
    ['week', '2020-W53', '2020-53'],
    ['week', '2004-53', '2004-53'],
    ['week', '9999-52', '9999-52'],
    ['month', '2026-12', '2026-12'],
    ['month', '0001-01', '0001-01'],
    ['month', '0001-07', '0001-07'],
    ['week', '0001-30', '0001-30'],
  ] as const)('takes the %s %s as %s', (type, text, value) => expect(read(type, text)).toBe(value));

  it.each([
    ['day', '2026-6-30', 'YYYY-MM-DD'],
    ['day', '2026-06', 'YYYY-MM-DD'],
    ['day', '20260630', 'YYYY-MM-DD'],
    ['day', ' 2026-06-30', 'YYYY-MM-DD'],
    ['day', '2026-06-30T00:00:00Z', 'YYYY-MM-DD'],
    ['day', '', 'YYYY-MM-DD'],
    ['week', '2026-5', 'YYYY-WW'],
    ['week', '12026-05', 'YYYY-WW'],
    ['week', '2026W05', 'YYYY-WW'],
    ['week', '2026-w05', 'YYYY-WW'],
    ['week', '2026-W05-1', 'YYYY-WW'],
    ['month', '2026-06-30', 'YYYY-MM'],
    ['month', '12026-06', 'YYYY-MM'],
    ['month', '٢٠٢٦-٠٦', 'YYYY-MM'],
  ] as const)('refuses the %s %j, which must look like %s', (type, text, format) =>
    expect(read(type, text)).toEqual({ reason: 'format', format }),
  );

  it.each([
    ['day', '2026-02-29', '2026-02-28'],
    ['day', '1900-02-29', '1900-02-28'],
    ['day', '2026-04-31', '2026-04-30'],
    ['day', '2026-13-01', '2026-12-31'],
    ['day', '2026-00-10', '2026-01-01'],
    ['day', '2026-05-00', '2026-05-01'],
    ['day', '0000-05-05', '0001-01-01'],
    ['week', '2025-53', '2025-52'],
    ['week', '2025-W53', '2025-52'],
    ['week', '2026-54', '2026-53'],
    ['week', '2026-00', '2026-01'],
    ['week', '9999-53', '9999-52'],
    ['week', '0000-10', '0001-01'],
    ['month', '2026-13', '2026-12'],
    ['month', '2026-00', '2026-01'],
    ['month', '0000-07', '0001-01'],
  ] as const)('refuses the %s %s, which no calendar has, and names %s', (type, text, nearest) =>
    expect(read(type, text)).toEqual({ reason: 'calendar', nearest }),
  );

  it('tells a day from what is none', () => {
    expect([isDay('2024-02-29'), isDay('2023-02-29'), isDay('2024-02')]).toEqual([true, false, false]);
  });
});

describe('the form of a text', () => {
  it.each([
    [['day'] as const, { format: 'date' }, ['2026-06-30'], ['2026-26', '2026-6-30']],
    [['week', 'month'] as const, {}, ['2026-26', '2026-W26', '2026-06'], ['2026-06-30', '2026']],
  ])('of %j is %j and a pattern', (types, format, good, bad) => {
    const { pattern, ...rest } = periodForm(types);
    expect(rest).toEqual(format);
    const isTaken = (text: string) => new RegExp(pattern).test(text);
    expect([good.map(isTaken), bad.map(isTaken)]).toEqual([good.map(() => true), bad.map(() => false)]);
  });

  it('of a moment in UTC has its seconds', () => {
    expect(utcText(Date.UTC(2026, 5, 30, 23, 59, 58) / 1000)).toBe('2026-06-30 23:59:58');
  });
});

describe('the periods a day belongs to', () => {
  it.each([
    ['2025-12-28', '2025-52'],
    ['2025-12-29', '2026-01'],
    ['2026-01-04', '2026-01'],
    ['2026-01-05', '2026-02'],
    ['2026-12-31', '2026-53'],
    ['2027-01-03', '2026-53'],
    ['2027-01-04', '2027-01'],
    ['2021-01-01', '2020-53'],
    ['2024-12-30', '2025-01'],
    ['2024-02-29', '2024-09'],
    ['0001-01-01', '0001-01'],
    ['9999-12-31', '9999-52'],
  ])('%s is in week %s', (day, value) => expect(periodOf('week', day)).toEqual(week(value)));

  it('are the day itself and its month', () => {
    expect(periodOf('day', '2026-06-30').value).toBe('2026-06-30');
    expect(periodOf('month', '2026-06-30').value).toBe('2026-06');
  });
});

describe('the days of a period', () => {
  it.each([
    ['week', '2026-01', '2025-12-29', '2026-01-04'],
    ['week', '2026-53', '2026-12-28', '2027-01-03'],
    ['week', '0001-01', '0001-01-01', '0001-01-07'],
    ['week', '9999-52', '9999-12-27', '9999-12-31'],
    ['month', '2024-02', '2024-02-01', '2024-02-29'],
    ['month', '2100-02', '2100-02-01', '2100-02-28'],
    ['month', '9999-12', '9999-12-01', '9999-12-31'],
    ['day', '2026-06-30', '2026-06-30', '2026-06-30'],
  ] as const)('%s %s: from %s to %s', (type, value, first, last) => {
    expect([firstDay({ type, value }), lastDay({ type, value })]).toEqual([first, last]);
  });
});

describe('neighbours', () => {
  it.each([
    ['day', '2024-02-29', '2024-03-01'],
    ['day', '2025-12-31', '2026-01-01'],
    ['week', '2025-52', '2026-01'],
    ['week', '2026-53', '2027-01'],
    ['month', '2025-12', '2026-01'],
  ] as const)('of type %s: %s comes before %s', (type, before, after) => {
    expect(nextPeriod({ type, value: before })).toEqual({ type, value: after });
    expect(previousPeriod({ type, value: after })).toEqual({ type, value: before });
  });

  it('end where days can no longer be written', () => {
    expect(PERIOD_TYPES.map((type) => previousPeriod(periodOf(type, '0001-01-01')))).toEqual(Array(3).fill(undefined));
    expect(PERIOD_TYPES.map((type) => nextPeriod(periodOf(type, '9999-12-31')))).toEqual(Array(3).fill(undefined));
  });
});

describe('the periods between two days', () => {
  const values = (type: PeriodType, from: string, to: string) =>
    [...periodsBetween(type, from, to)].map((period) => period.value);

  it('are those with a day in common, in turn', () => {
    expect(values('day', '2024-02-28', '2024-03-01')).toEqual(['2024-02-28', '2024-02-29', '2024-03-01']);
    expect(values('week', '2026-12-20', '2027-01-04')).toEqual(['2026-51', '2026-52', '2026-53', '2027-01']);
    expect(values('month', '2025-11-30', '2026-01-01')).toEqual(['2025-11', '2025-12', '2026-01']);
    expect(values('week', '9999-12-31', '9999-12-31')).toEqual(['9999-52']);
    expect(values('day', '2026-01-02', '2026-01-01')).toEqual([]);
  });
});

describe('every day', () => {
  const anyDay = fc
    .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const types = fc.constantFrom(...PERIOD_TYPES);

  it('lies within its periods, whose canonical value reads back as the same period', () => {
    fc.assert(
      fc.property(anyDay, types, (day, type) => {
        const period = periodOf(type, day);
        expect(readPeriod(type, period.value)).toEqual(period);
        expect(firstDay(period) <= day && day <= lastDay(period)).toBe(true);
        expect(periodOf(type, firstDay(period))).toEqual(period);
        expect(periodOf(type, lastDay(period))).toEqual(period);
      }),
    );
  });

  it('has the ISO week that counting Thursdays from the new year gives', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const date = new Date(`${day}T00:00:00Z`);
        date.setUTCDate(date.getUTCDate() + 4 - (date.getUTCDay() || 7));
        let thursdays = 0;
        for (
          const at = new Date(date);
          at.getUTCFullYear() === date.getUTCFullYear();
          at.setUTCDate(at.getUTCDate() - 7)
        ) {
          thursdays += 1;
        }
        const year = String(date.getUTCFullYear()).padStart(4, '0');
        expect(periodOf('week', day).value).toBe(`${year}-${String(thursdays).padStart(2, '0')}`);
      }),
    );
  });

  it('is followed and preceded by neighbours that touch and do not overlap', () => {
    fc.assert(
      fc.property(anyDay, types, (day, type) => {
        const period = periodOf(type, day);
        const next = nextPeriod(period);
        if (next === undefined) return;
        expect(previousPeriod(next)).toEqual(period);
        expect(Date.parse(firstDay(next)) - Date.parse(lastDay(period))).toBe(86_400_000);
      }),
    );
  });
});

describe('the reach', () => {
  it.each([
    [['2026-06-22', '2026-06-28'], true],
    [['2026-06-01', '2026-06-25', '2026-07-01'], true],
    [['2026-06-21', '2026-06-29'], true],
    [['2026-06-23', '2026-06-28'], false],
    [['2026-06-22', '2026-06-27'], false],
    [['2026-06-25'], false],
    [[], false],
  ])('of facts on %j covers a week: %s', (days: readonly string[], isWhole) => {
    expect(isCovered(week('2026-26'), { oldest: days.at(0), newest: days.at(-1) })).toBe(isWhole);
  });
});

describe('a range of days', () => {
  it.each([
    ['2026-06-01~2026-06-30', { type: 'range', value: '2026-06-01~2026-06-30' }],
    ['2026-06-01~2026-06-01', { type: 'range', value: '2026-06-01~2026-06-01' }],
    ['9999-12-01~9999-12-31', { type: 'range', value: '9999-12-01~9999-12-31' }],
    ['2026-06-01~2026-08-31', { type: 'range', value: '2026-06-01~2026-08-31' }],
    ['2026-06-01~2026-09-01', { reason: 'calendar', nearest: '2026-06-01~2026-08-31' }],
    ['2026-06-02~2026-06-01', { reason: 'calendar', nearest: '2026-06-02~2026-06-02' }],
    ['2026-02-29~2026-03-01', { reason: 'calendar', nearest: '2026-02-28~2026-03-01' }],
    ['2026-06-01', { reason: 'format', format: 'YYYY-MM-DD~YYYY-MM-DD' }],
    ['2026-06-01~2026-06-02~2026-06-03', { reason: 'format', format: 'YYYY-MM-DD~YYYY-MM-DD' }],
  ])('%s is read as %j', (text, read) => {
    expect(readPeriod('range', text)).toEqual(read);
  });

  it('follows as many days', () => {
    const range = { type: 'range', value: '2026-06-03~2026-06-30' } as const;
    expect([firstDay(range), lastDay(range)]).toEqual(['2026-06-03', '2026-06-30']);
    expect(previousPeriod(range)).toEqual({ type: 'range', value: '2026-05-06~2026-06-02' });
    expect(previousPeriod({ type: 'range', value: '0001-01-02~0001-01-03' })).toBeUndefined();
    const second = { type: 'range', value: '0001-01-03~0001-01-04' } as const;
    expect(previousPeriod(second)).toEqual({ type: 'range', value: '0001-01-01~0001-01-02' });
  });
});
