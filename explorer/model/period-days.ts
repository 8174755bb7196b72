import { dayAt, dayNumber, shiftDay } from '../../src/common/period/day.js';
import {
  DATE_TYPES,
  type DatedPeriod,
  firstDay,
  isCovered,
  isRefusal,
  lastDay,
  previousPeriod,
  readPeriod,
} from '../../src/common/period/period.js';
import type { Lang } from './address.js';
import { formatDays } from './format.js';

export interface Days {
  readonly from: string;
  readonly to: string;
}

/** The text of a range of days, both included. */
export const rangeText = ({ from, to }: Days): string => `range:${from}~${to}`;

/** The period of a text; undefined when it is not valid. */
function periodIn(chosen: string): DatedPeriod | undefined {
  const [type, value = ''] = chosen.split(':');
  const known = DATE_TYPES.find((own) => own === type);
  const period = known && readPeriod(known, value, Infinity);
  return isRefusal(period) ? undefined : period;
}

/** The first and last day of a period; undefined when its text is not valid. */
export function daysOf(chosen: string): Days | undefined {
  const period = periodIn(chosen);
  return period && { from: firstDay(period), to: lastDay(period) };
}

/** Whether the data covers a period, and the one before, named as rankings do. Only with both are they compared. */
export interface Coverage {
  readonly complete?: boolean | undefined;
  readonly previous_complete?: boolean | undefined;
}

export const isCompared = ({ complete, previous_complete: before }: Coverage = {}): boolean =>
  complete !== false && before !== false;

/** @param reach the first and last day of the data */
export function coverageOf(chosen: string, { from, to }: Partial<Days>): Coverage {
  const period = periodIn(chosen);
  if (period === undefined || from === undefined || to === undefined) return {};
  const before = previousPeriod(period);
  const covers = (one: DatedPeriod): boolean => isCovered(one, { oldest: from, newest: to });
  return { complete: covers(period), previous_complete: before !== undefined && covers(before) };
}

/** A period with its days: `2026-26 · Jun 22 – 28, 2026`. */
export function periodName(chosen: string, lang: Lang): string {
  const [type, value = ''] = chosen.split(':');
  const days = daysOf(chosen);
  if (days === undefined || (type !== 'week' && type !== 'range')) return value || chosen;
  const written = formatDays(days.from, days.to, lang);
  return type === 'week' ? `${value} · ${written}` : written;
}

/** A month as its days: rankings compare these with as many days before, as breakdowns do. */
export function withDays(chosen: string): string {
  const days = daysOf(chosen);
  return days !== undefined && chosen.startsWith('month:') ? rangeText(days) : chosen;
}

/** The same number of days before, which breakdowns compare with. */
export function daysBefore({ from, to }: Days): Days {
  const length = dayNumber(to) - dayNumber(from) + 1;
  return { from: shiftDay(from, -length), to: shiftDay(to, -length) };
}

/** How many days that sales are added up over at most. */
const MOST_DAYS = 400;

/** The last days that have data. */
export const lastDaysText = (end: number, days: number): string => {
  const to = dayAt(Math.floor(end / 86_400));
  return rangeText({ from: shiftDay(to, 1 - days), to });
};

/** All days up to one that a breakdown takes. */
export const longSpan = (to: string): Days => ({ from: shiftDay(to, 1 - MOST_DAYS), to });

/** From the day before a moment, which may be its day in the market's own calendar, for some days. Unix seconds. */
export function daysFrom(moment: number, days: number, end: number | undefined): string {
  const from = dayAt(Math.floor(moment / 86_400) - 1);
  const to = shiftDay(from, days);
  const last = end === undefined ? to : dayAt(Math.floor(end / 86_400));
  return rangeText({ from, to: to <= last ? to : last < from ? from : last });
}
