import { type DatedPeriod, dayAt, dayNumber, firstDay, lastDay, periodOf, type PeriodType } from './period.js';

/** How the days, weeks or months of a period stand next to those of the period that it is compared with. */
export interface Pairing {
  /** The value of the one that stands next to a day compared with; undefined where it has no partner. */
  readonly partnerOf: (day: string) => string | undefined;
  readonly hasPartner: (value: string) => boolean;
}

const monthNumber = (day: string): number => 12 * Number(day.slice(0, 4)) + Number(day.slice(5, 7)) - 1;

const monthAt = (number: number): string =>
  `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}`;

const isOfWholeMonths = (days: DatedPeriod): boolean =>
  firstDay(days).endsWith('-01') && lastDay(days) === lastDay(periodOf('month', lastDay(days)));

/** Pairs the first day with the first, months with months where both periods have whole ones. */
export function pairingOf(type: PeriodType, now: DatedPeriod, before: DatedPeriod): Pairing {
  const isByMonth = type === 'month' && [now, before].every(isOfWholeMonths);
  const numberOf = isByMonth ? monthNumber : dayNumber;
  const [first, firstBefore] = [now, before].map((one) => numberOf(firstDay(one))) as [number, number];
  const end = numberOf(lastDay(periodOf(type, lastDay(now))));
  const pairs = numberOf(lastDay(before)) - firstBefore;
  return {
    partnerOf: (day) => {
      const number = first + numberOf(day) - firstBefore;
      if (number > end) return undefined;
      return isByMonth ? monthAt(number) : periodOf(type, dayAt(number)).value;
    },
    hasPartner: (value) => numberOf(firstDay({ type, value })) - first <= pairs,
  };
}
