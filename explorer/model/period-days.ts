import * as calendar from '../../src/common/period/period.js';
import type { Lang } from './address.js';
import { formatDays } from './format.js';

export interface Days {
  readonly from: string;
  readonly to: string;
}

export const rangeValue = ({ from, to }: Days): string => `${from}~${to}`;

/** The text of a range of days, both included. */
export const rangeText = (days: Days): string => `range:${rangeValue(days)}`;

/** The period of a text; undefined when it is not valid. */
function periodIn(chosen: string): calendar.DatedPeriod | undefined {
  const [type, value = ''] = chosen.split(':');
  const known = calendar.DATE_TYPES.find((own) => own === type);
  const period = known && calendar.readPeriod(known, value, Infinity);
  return calendar.isRefusal(period) ? undefined : period;
}

/** The first and last day of a period; undefined when its text is not valid. */
export function daysOf(chosen: string): Days | undefined {
  const period = periodIn(chosen);
  return period && { from: calendar.firstDay(period), to: calendar.lastDay(period) };
}

const MOST_STEPS = 62;

/** The steps of the curve of a period: days, of a long one weeks; undefined where it is one day. */
export function stepOf(chosen: string): 'day' | 'week' | undefined {
  const days = daysOf(chosen);
  const more = days === undefined ? 0 : calendar.dayNumber(days.to) - calendar.dayNumber(days.from);
  return more === 0 ? undefined : more < MOST_STEPS ? 'day' : 'week';
}

/** What asks a list of sales for its curve and those of its rows. */
export function seriesOf(chosen = ''): { readonly series?: 'day' | 'week' } {
  const series = stepOf(chosen);
  return series === undefined ? {} : { series };
}

/** Whether the data covers a period, and the one compared with, named as rankings do. Only with both are they compared. */
export interface Coverage {
  readonly complete?: boolean | undefined;
  readonly previous_complete?: boolean | undefined;
  readonly date_type?: string;
  readonly previous_date_value?: string | null;
}

export const isCompared = ({ complete, previous_complete: before }: Coverage = {}): boolean =>
  complete !== false && before !== false;

/** The text of the period that a ranking compared its rows with. */
export const beforeOf = ({ date_type: type, previous_date_value: value }: Coverage = {}): string =>
  value ? `${value.includes('~') ? 'range' : type}:${value}` : '';

/** A period with its days: `2026-26 · Jun 22 – 28, 2026`. */
export function periodName(chosen: string, lang: Lang): string {
  const [type, value = ''] = chosen.split(':');
  const days = daysOf(chosen);
  if (days === undefined || (type !== 'week' && type !== 'range')) return value || chosen;
  const written = formatDays(days.from, days.to, lang);
  return type === 'week' ? `${value} · ${written}` : written;
}

/** The rule of a base that follows the period. */
export const YEAR = 'year';
const WEEKS = 52;

/**
 * The days that a period is compared with: by itself the month, the week or as many days before, the same a year earlier, or
 * as many days from a first one.
 */
export function baseOf(chosen: string, base: string | undefined): Days | undefined {
  const days = daysOf(chosen);
  if (days === undefined) return undefined;
  const { from } = days;
  const more = calendar.dayNumber(days.to) - calendar.dayNumber(from);
  const [year = 0, month = 0, day = 0] = from.split('-').map(Number);
  const isOfDays = base !== undefined && calendar.isDay(base);
  const before = chosen.startsWith('week:')
    ? calendar.shiftDay(from, -7 * WEEKS)
    : calendar.nearestDay(year - 1, month, day);
  if (chosen.startsWith('month:') && !isOfDays) {
    return daysOf(`month:${calendar.periodOf('month', base === YEAR ? before : calendar.shiftDay(from, -1)).value}`);
  }
  const first = base === YEAR ? before : isOfDays ? base : calendar.shiftDay(from, -more - 1);
  return { from: first, to: calendar.shiftDay(first, more) };
}

/** What a ranking is asked to compare with, so that it has the base of all other parts of a page. */
export function comparedTo(chosen = '', base: string | undefined): { readonly compare_to?: string } {
  const before = base === undefined ? undefined : baseOf(chosen, base);
  return before === undefined ? {} : { compare_to: rangeValue(before) };
}

/** The nearest period with data to one without any; undefined where there is some, or nobody knows. */
export function nearestWithData(chosen: string, { from, to }: Partial<Days>): string | undefined {
  const days = daysOf(chosen);
  if (!days || !from || !to || (from <= days.to && days.from <= to)) return undefined;
  const [type = ''] = chosen.split(':');
  const isBefore = days.to < from;
  if (type !== 'range') return `${type}:${calendar.periodOf(type as calendar.PeriodType, isBefore ? from : to).value}`;
  const more = calendar.dayNumber(days.to) - calendar.dayNumber(days.from);
  return rangeText(isBefore ? { from, to: calendar.shiftDay(from, more) } : { from: calendar.shiftDay(to, -more), to });
}

/** The last days that have data. */
export const lastDaysText = (end: number, days: number): string => {
  const to = calendar.dayAt(Math.floor(end / 86_400));
  return rangeText({ from: calendar.shiftDay(to, 1 - days), to });
};
