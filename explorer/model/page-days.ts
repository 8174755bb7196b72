import { dayAt, dayNumber, firstDay, periodOf, type PeriodType, shiftDay } from '../../src/common/period/period.js';
import { baseOf, type Coverage, type Days, daysOf, rangeText } from './periods.js';

/** @param reach the first and last day of the data */
export function coverageOf(chosen: string, base: string | undefined, { from, to }: Partial<Days>): Coverage {
  const [days, before] = [daysOf(chosen), baseOf(chosen, base)];
  if (days === undefined || before === undefined || from === undefined || to === undefined) return {};
  const covers = (one: Days): boolean => from <= one.from && one.to <= to;
  return { complete: covers(days), previous_complete: covers(before) };
}

/** The period of a kind that is compared with another than the chosen one: as far from it as the base is. */
export function baseOfOther(chosen: string, base: string, type: PeriodType, other: string): string {
  const [from, to] = [daysOf(chosen)?.from, baseOf(chosen, base)?.from];
  const start = firstDay({ type, value: other });
  const half = { day: 0, week: 3, month: 14 }[type];
  return from === undefined || to === undefined
    ? other
    : periodOf(type, shiftDay(start, dayNumber(to) - dayNumber(from) + half)).value;
}

/** How many days that sales are added up over at most. */
const MOST_DAYS = 400;

/** All days up to one that a breakdown takes. */
export const longSpan = (to: string): Days => ({ from: shiftDay(to, 1 - MOST_DAYS), to });

/** From the day before a moment, which may be its day in the market's own calendar, for some days. Unix seconds. */
export function daysFrom(moment: number, days: number, end: number | undefined): string {
  const from = dayAt(Math.floor(moment / 86_400) - 1);
  const to = shiftDay(from, days);
  const last = end === undefined ? to : dayAt(Math.floor(end / 86_400));
  return rangeText({ from, to: to <= last ? to : last < from ? from : last });
}
