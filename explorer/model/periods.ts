import { writeRange } from './field-text.js';

/** A period that a board has, newest first within its kind. */
export interface Period {
  readonly ranking: 'topEcommerce' | 'topGrowth';
  readonly date_type: 'day' | 'week' | 'month';
  readonly date_value: string;
  readonly complete: boolean;
}

export interface PeriodsData {
  readonly list: readonly Period[];
}

const DAY = 86_400;

/** The text of the period that a board is opened with: the newest month that is whole, else the newest there is. */
export function newestPeriod({ list }: PeriodsData, board: Period['ranking']): string | undefined {
  const own = list.filter(({ ranking }) => ranking === board);
  const months = own.filter(({ date_type }) => date_type === 'month');
  const found = months.find(({ complete }) => complete) ?? months[0] ?? own[0];
  return found === undefined ? undefined : `${found.date_type}:${found.date_value}`;
}

/** The last second of the newest day that has a board; undefined without one. Unix seconds. */
export function endOfData({ list }: PeriodsData): number | undefined {
  const days = list.filter(({ date_type }) => date_type === 'day').map(({ date_value }) => date_value);
  const newest = days.sort().at(-1);
  return newest === undefined ? undefined : Date.parse(`${newest}T00:00:00Z`) / 1000 + DAY - 1;
}

/** The text of a range of whole days that ends at `end`. Unix seconds. */
export const lastDays = (end: number, days: number): string => writeRange(end + 1 - days * DAY, end);

/** The day of a moment as date inputs write it, in UTC. */
export const dayOf = (seconds: string): string =>
  /^\d+(?:\.\d+)?$/.test(seconds) ? new Date(Number(seconds) * 1000).toISOString().slice(0, 10) : '';

/** The first or last second of a day, as ranges write it. */
export function momentOf(day: string, end: 'first' | 'last'): string {
  const start = Date.parse(`${day}T00:00:00Z`) / 1000;
  return Number.isNaN(start) ? '' : String(end === 'first' ? start : start + DAY - 1);
}
