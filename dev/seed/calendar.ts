import CALENDAR from './data/calendar.json' with { type: 'json' };
import { memoize } from '../../src/common/memoize.js';
import { dayAt, isoWeekday } from '../../src/common/period/period.js';
import type { Climate, Market } from './markets.js';
import type { Random } from './random.js';

const SECONDS_PER_DAY = 86_400;
export const SECONDS_PER_HOUR = 3600;

/** Converts a day number to YYYY-MM-DD. */
export const dayText = memoize(dayAt);

const { months: MONTHS, seasons: SEASONS, weekdays: WEEKDAYS } = CALENDAR;
/** Factors of sales by climate and `MM-DD`. */
const SALES_DAYS: Readonly<Record<Climate, Readonly<Record<string, number>>>> = CALENDAR.salesDays;
export type Season = keyof typeof SEASONS;

/** Relative sales of seasonal goods in a month; 0 is January. The tropics have no seasons. */
export function seasonLift(season: Season | undefined, month: number, climate: Climate): number {
  if (season === undefined) return 1;
  if (season !== 'summer' && season !== 'winter') return SEASONS[season][month] ?? 1;
  if (climate === 'tropical') return season === 'summer' ? 1 : 0.2;
  return SEASONS[season][(month + (climate === 'south' ? 6 : 0)) % 12] ?? 1;
}

/** The month of a day; 0 is January. */
export const monthOf = (day: number): number => Number(dayText(day).slice(5, 7)) - 1;

/** The weekday of a day; 0 is Monday. */
export const weekdayOf = (day: number): number => isoWeekday(dayText(day)) - 1;

/** Converts a second of a market's calendar day to Unix seconds. */
export const marketTime = (market: Market, day: number, second: number): number =>
  day * SECONDS_PER_DAY + second - market.utcOffsetHours * SECONDS_PER_HOUR;

/** Whether a day ends an ISO week or a month. */
export const endsAPeriod = (day: number): boolean => weekdayOf(day) === 6 || dayText(day + 1).endsWith('-01');

/** Relative activity and sales in a market on a day; 1 is usual. */
function dayLift(market: Market, day: number): number {
  const salesDay = SALES_DAYS[market.climate][dayText(day).slice(5)] ?? 1;
  return (WEEKDAYS[weekdayOf(day)] ?? 1) * (MONTHS[monthOf(day)] ?? 1) * salesDay;
}

function cumulate(weights: readonly number[]): readonly number[] {
  let sum = 0;
  return weights.map((weight) => (sum += weight));
}

const HOURS = { video: cumulate(CALENDAR.hours.video), live: cumulate(CALENDAR.hours.live) };

/** Draws the second of the day at which a show begins. */
export const drawSecond = (channel: 'video' | 'live', random: Random): number =>
  random.pickByWeight(HOURS[channel]) * SECONDS_PER_HOUR + random.whole(0, SECONDS_PER_HOUR - 1);

/** The days of the data with the relative activity of each market. */
export class Rhythm {
  private readonly days: readonly number[];
  private readonly lifts = memoize((market: Market) => this.days.map((day) => dayLift(market, day)));
  private readonly sums = memoize((market: Market) => cumulate(this.lifts(market)));

  constructor(
    private readonly firstDay: number,
    lastDay: number,
  ) {
    this.days = Array.from({ length: lastDay - firstDay + 1 }, (_, after) => firstDay + after);
  }

  drawDay(market: Market, random: Random): number {
    return this.firstDay + random.pickByWeight(this.sums(market));
  }

  lift(market: Market, day: number): number {
    return this.lifts(market)[day - this.firstDay] ?? 1;
  }
}
