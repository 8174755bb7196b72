import type { DateInfo } from './schema.js';

export type PeriodType = Exclude<DateInfo['type'], 'range'>;

/** A day, week or month. */
export interface Period {
  readonly type: PeriodType;
  readonly value: string;
}

/** A range of times as filters take it: Unix seconds, both ends inclusive. */
export interface Seconds {
  readonly min: number;
  readonly max: number;
}

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const FORMATS: Readonly<Record<PeriodType, RegExp>> = {
  day: /^\d{4}-\d{2}-\d{2}$/,
  week: /^\d{4}-\d{2}$/,
  month: /^\d{4}-\d{2}$/,
};

/**
 * The Unix seconds of a moment; a text without a time is the first second of that day in UTC.
 * @throws RangeError for a text that is no moment of ISO 8601, such as `2026-06-31`
 */
export function unixSeconds(moment: Date | string): number {
  const ms = moment instanceof Date ? moment.getTime() : Date.parse(moment);
  const isDay = typeof moment === 'string' && FORMATS.day.test(moment);
  if (Number.isNaN(ms) || (isDay && dayText(ms) !== moment)) throw new RangeError(`${String(moment)} is no moment.`);
  return Math.floor(ms / 1000);
}

/**
 * The seconds of whole days in UTC, as `create_time_range` and `launch_time_range` take them.
 * @param from first day, YYYY-MM-DD
 * @param to last day, YYYY-MM-DD
 * @throws RangeError for a day that no calendar has
 */
export function secondsOfDays(from: string, to = from): Seconds {
  return { min: unixSeconds(from), max: unixSeconds(to) + DAY_MS / 1000 - 1 };
}

/**
 * The period of a type that a day belongs to, as `date_info` takes it: 2025-12-29 is in week 2026-01 (ISO 8601).
 * @param day YYYY-MM-DD, or a moment whose day in UTC is meant
 * @throws RangeError for a day that no calendar has
 */
export function periodOf(type: PeriodType, day: Date | string): Period {
  return periodAt(type, unixSeconds(day) * 1000);
}

/**
 * The first and the last day of a period, YYYY-MM-DD.
 * @throws RangeError for a value that is written otherwise or that no calendar has
 */
export function daysOfPeriod(period: DateInfo): { readonly from: string; readonly to: string } {
  if (period.type === 'range') {
    const [from = '', to = '', ...more] = period.value.split('~');
    if (!(from <= to) || more.length > 0) throw new RangeError(`${period.value} is no range.`);
    return { from: dayText(firstMs({ type: 'day', value: from })), to: dayText(firstMs({ type: 'day', value: to })) };
  }
  return { from: dayText(firstMs(period)), to: dayText(firstMs(shiftPeriod(period, 1)) - DAY_MS) };
}

/**
 * The period so many periods later, or earlier when negative; of a range as many days.
 * @throws RangeError as `daysOfPeriod`
 */
export function shiftPeriod(period: Period, by: number): Period;
export function shiftPeriod(period: DateInfo, by: number): DateInfo;
export function shiftPeriod(period: DateInfo, by: number): DateInfo {
  if (period.type === 'range') {
    const [from, to] = Object.values(daysOfPeriod(period)).map((day) => Date.parse(day)) as [number, number];
    const shift = by * (to - from + DAY_MS);
    return { type: 'range', value: `${dayText(from + shift)}~${dayText(to + shift)}` };
  }
  const first = new Date(firstMs(period));
  switch (period.type) {
    case 'day':
      return periodAt('day', first.getTime() + by * DAY_MS);
    case 'week':
      return periodAt('week', first.getTime() + by * WEEK_MS);
    case 'month':
      return periodAt('month', first.setUTCMonth(first.getUTCMonth() + by));
  }
}

function periodAt(type: PeriodType, ms: number): Period {
  switch (type) {
    case 'day':
      return { type, value: dayText(ms) };
    case 'month':
      return { type, value: dayText(ms).slice(0, 7) };
    case 'week': {
      const year = dayText(mondayOf(ms) + 3 * DAY_MS).slice(0, 4);
      const week = 1 + Math.floor((ms - firstMondayOf(year)) / WEEK_MS);
      return { type, value: `${year}-${String(week).padStart(2, '0')}` };
    }
  }
}

/** The first millisecond of a period. */
function firstMs({ type, value }: Period): number {
  const ms = type === 'week' ? weekMs(value) : Date.parse(type === 'month' ? `${value}-01` : value);
  if (FORMATS[type].test(value) && !Number.isNaN(ms) && periodAt(type, ms).value === value) return ms;
  throw new RangeError(`${value} is no ${type}.`);
}

const weekMs = (value: string): number => firstMondayOf(value.slice(0, 4)) + (Number(value.slice(5)) - 1) * WEEK_MS;

const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** 1970-01-01 was a Thursday. */
const mondayOf = (ms: number): number => Math.floor((ms + 3 * DAY_MS) / WEEK_MS) * WEEK_MS - 3 * DAY_MS;

/** Of week 1, which has 4 January in it. */
const firstMondayOf = (year: string): number => mondayOf(Date.parse(`${year}-01-04`));
