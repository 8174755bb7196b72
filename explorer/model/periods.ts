import { writeRange } from './field-text.js';

/** A period that a board has, newest first within its kind. */
export interface Period {
  readonly ranking: 'topEcommerce' | 'topGrowth';
  readonly date_type: 'day' | 'week' | 'month';
  readonly date_value: string;
  readonly complete: boolean;
}

/** The kinds of data whose newest moment the service tells, Unix seconds. */
export type NewestKind = 'videos' | 'products' | 'lives';

export interface PeriodsData {
  readonly list: readonly Period[];
  readonly newest?: Readonly<Record<NewestKind, number | null>> | null;
}

const DAY = 86_400;

/** The text of the period that a board is opened with: the newest month that is whole, else the newest there is. */
export function newestPeriod({ list }: PeriodsData, board: Period['ranking']): string | undefined {
  const own = list.filter(({ ranking }) => ranking === board);
  const months = own.filter(({ date_type }) => date_type === 'month');
  const found = months.find(({ complete }) => complete) ?? months[0] ?? own[0];
  return found === undefined ? undefined : `${found.date_type}:${found.date_value}`;
}

/** The last second of the newest day that has data of a kind; undefined without any. Unix seconds. */
export function endOfData({ newest }: PeriodsData, kind: NewestKind | undefined): number | undefined {
  const moment = kind && newest?.[kind];
  return typeof moment === 'number' ? Math.floor(moment / DAY + 1) * DAY - 1 : undefined;
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
