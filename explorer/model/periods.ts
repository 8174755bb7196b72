import type { PeriodRecord } from '../../clients/typescript/src/schema.js';
import { dayAt } from '../../src/common/period/period.js';
import { writeRange } from './field-text.js';
import type { NewestKind, Ranking } from './views.js';

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

/** Whether a number of Unix seconds has a date: the address may hold any number. */
export const isDate = (seconds: number): boolean => !Number.isNaN(new Date(seconds * 1000).getTime());

/** The day of a moment as date inputs write it, in UTC; empty when the text is no moment. */
export const dayOf = (seconds: string): string =>
  seconds !== '' && isDate(Number(seconds)) ? dayAt(Number(seconds) / DAY) : '';

/** The first or last second of a day, as ranges write it. */
export function momentOf(day: string, end: 'first' | 'last'): string {
  const start = Date.parse(`${day}T00:00:00Z`) / 1000;
  return Number.isNaN(start) ? '' : String(end === 'first' ? start : start + DAY - 1);
}
