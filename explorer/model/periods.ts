import type { PeriodRecord } from '../../clients/typescript/src/schema.js';
import * as calendar from '../../src/common/period/period.js';
import { dayAt } from '../../src/common/period/period.js';
import { writeRange } from './field-text.js';
import { formatDays, isDate } from './format.js';
import type { NewestKind, Ranking } from './views.js';
import type { Lang } from './address.js';

/** A period that a ranking has, newest first within its kind. */
export type Period = Readonly<Pick<PeriodRecord, 'ranking' | 'date_type' | 'date_value' | 'complete'>>;

export interface PeriodsData {
  readonly list: readonly Period[];
  readonly newest?: Readonly<Partial<Record<NewestKind, number | string | null>>> | null;
}

const DAY = 86_400;

/** The text of the newest period of a type that is complete, else of the newest there is: a list opens with a month. */
export function newestPeriod({ list }: PeriodsData, ranking: Ranking, type: Period['date_type'] = 'month') {
  const own = list.filter((period) => period.ranking === ranking);
  const typed = own.filter(({ date_type }) => date_type === type);
  const found = typed.find(({ complete }) => complete) ?? typed[0] ?? own[0];
  return found === undefined ? undefined : `${found.date_type}:${found.date_value}`;
}

const MOST_PERIODS = { day: 60, week: 52, month: 24 } as const;

/** The periods of a chart: those of the chosen one's type, the newest that there are unless it is older. */
export function historySpan(periods: readonly Period[], chosen: string): readonly Period[] {
  const [type = '', value = ''] = chosen.split(':');
  if (type === 'range') {
    return value
      .split('~')
      .map((date_value) => ({ ranking: 'topEcommerce', date_type: 'day', date_value, complete: true }));
  }
  const own = periods.filter(({ date_type }) => date_type === type).reverse();
  const at = own.findIndex(({ date_value }) => date_value === value);
  const most = MOST_PERIODS[type as Period['date_type']];
  return at < 0 || at >= own.length - most ? own.slice(-most) : own.slice(Math.max(0, at + 1 - most), at + 1);
}

/** The last second of the newest day that has data of a kind; undefined without any. Unix seconds. */
export function endOfData({ newest }: PeriodsData, kind: NewestKind | undefined): number | undefined {
  const given = kind && newest?.[kind];
  const moment = typeof given === 'string' ? Date.parse(`${given}T00:00:00Z`) / 1000 : given;
  return typeof moment === 'number' ? Math.floor(moment / DAY + 1) * DAY - 1 : undefined;
}

/** The first and the last day with sales. @param end the last second of the data */
export const reachOf = (periods: readonly Period[], end: number | undefined): { from?: string; to?: string } => {
  const from = periods.findLast(({ date_type }) => date_type === 'day')?.date_value;
  return from === undefined || end === undefined ? {} : { from, to: dayOf(String(end)) };
};

/** The text of a range of whole days that ends at `end`. Unix seconds. */
export const lastDays = (end: number, days: number): string => writeRange(end + 1 - days * DAY, end);

/** The day of a moment as date inputs write it, in UTC; empty when the text is no moment. */
export const dayOf = (seconds: string): string =>
  seconds !== '' && isDate(Number(seconds)) ? dayAt(Number(seconds) / DAY) : '';

/** The first or last second of a day, as ranges write it. */
export function momentOf(day: string, end: 'first' | 'last'): string {
  const start = Date.parse(`${day}T00:00:00Z`) / 1000;
  return Number.isNaN(start) ? '' : String(end === 'first' ? start : start + DAY - 1);
}

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
