import type { Climate, Market } from './markets.js';
import { ALL_MARKETS } from './markets.js';
import type { Random } from './random.js';

const MS_PER_DAY = 86_400_000;
const SECONDS_PER_DAY = 86_400;
export const SECONDS_PER_HOUR = 3600;

/** Converts YYYY-MM-DD to days since 1970-01-01. */
export const dayNumber = (date: string): number => Math.round(Date.parse(`${date}T00:00:00Z`) / MS_PER_DAY);

const dayTexts = new Map<number, string>();

/** Converts a day number to YYYY-MM-DD. */
export function dayText(day: number): string {
  let text = dayTexts.get(day);
  if (text === undefined) {
    text = new Date(day * MS_PER_DAY).toISOString().slice(0, 10);
    dayTexts.set(day, text);
  }
  return text;
}

/** Sales of seasonal goods from January to December in climates with four seasons, relative to other goods. */
const SEASONS = {
  summer: [0.4, 0.5, 0.7, 1, 1.4, 1.8, 1.8, 1.3, 0.8, 0.6, 0.4, 0.4],
  winter: [1.6, 1.3, 0.9, 0.6, 0.4, 0.3, 0.3, 0.5, 0.9, 1.4, 1.8, 1.9],
  christmas: [0.2, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.2, 0.5, 1.2, 3, 3.5],
  halloween: [0.2, 0.3, 0.2, 0.2, 0.2, 0.2, 0.2, 0.6, 2, 4, 0.4, 0.2],
} as const satisfies Record<string, readonly number[]>;
export type Season = keyof typeof SEASONS;

/** Relative sales of all goods from January to December. */
const MONTHS = [0.9, 0.85, 0.95, 0.95, 1, 1.05, 1, 0.95, 1, 1.05, 1.35, 1.3];

/** Relative sales of all goods in a month; 0 is January. */
export const monthLift = (month: number): number => MONTHS[month] ?? 1;

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
export const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7;

/** Converts a second of a market's calendar day to Unix seconds. */
export const marketTime = (market: Market, day: number, second: number): number =>
  day * SECONDS_PER_DAY + second - market.utcOffsetHours * SECONDS_PER_HOUR;

/** Converts Unix seconds to `YYYY-MM-DD hh:mm:ss` in UTC. */
export const utcText = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');

/** Whether a day ends an ISO week or a month. */
export const endsAPeriod = (day: number): boolean => weekdayOf(day) === 6 || dayText(day + 1).endsWith('-01');

/** Relative activity and sales from Monday to Sunday. */
const WEEKDAYS = [0.9, 0.88, 0.92, 0.96, 1.1, 1.18, 1.16];

/** Sales days of a climate: MM-DD and the factor of sales. */
const SALES_DAYS: Readonly<Record<Climate, Readonly<Record<string, number>>>> = {
  tropical: {
    ...{ '01-01': 1.3, '02-02': 1.5, '03-03': 1.6, '04-04': 1.7, '05-05': 1.8, '06-06': 2.1, '06-18': 1.3 },
    ...{ '07-07': 1.9, '08-08': 2, '09-09': 2.3, '10-10': 2.3, '11-11': 3, '12-12': 2.8 },
  },
  north: {
    ...{ '02-13': 1.3, '05-08': 1.3, '05-09': 1.4, '06-18': 1.4, '06-19': 1.5, '06-20': 1.3 },
    ...{ '11-11': 1.5, '11-27': 2.4, '11-28': 1.9, '11-30': 2.2, '12-12': 1.4 },
  },
  south: { '05-09': 1.6, '06-06': 1.3, '06-11': 1.5, '06-12': 1.4, '11-11': 1.6, '11-27': 2.4, '11-28': 1.8 },
};

/** Relative activity and sales in a market on a day; 1 is usual. */
function dayLift(market: Market, day: number): number {
  const salesDay = SALES_DAYS[market.climate][dayText(day).slice(5)] ?? 1;
  return (WEEKDAYS[weekdayOf(day)] ?? 1) * monthLift(monthOf(day)) * salesDay;
}

/** Relative number of videos published from hour 0 to 23 of the market's day. */
const VIDEO_HOURS = [1, 0.5, 0.3, 0.2, 0.2, 0.4, 1, 2, 2.5, 2.5, 2.5, 3.5, 5, 4, 3, 3, 3.5, 5, 7, 8, 8, 7, 4.5, 2];
/** Relative number of live streams started from hour 0 to 23. */
const LIVE_HOURS = [0, 0, 0, 0, 0, 0, 0, 0.3, 0.8, 1.5, 2, 2, 2.5, 2.5, 1.5, 1.2, 1.5, 3, 8, 15, 17, 12, 3, 0];

/** Cumulative weights. */
function cumulate(weights: readonly number[]): readonly number[] {
  let sum = 0;
  return weights.map((weight) => (sum += weight));
}

const HOURS = { video: cumulate(VIDEO_HOURS), live: cumulate(LIVE_HOURS) };

/** Draws the second of the day at which a show begins. */
export const drawSecond = (channel: 'video' | 'live', random: Random): number =>
  random.pickByWeight(HOURS[channel]) * SECONDS_PER_HOUR + random.whole(0, SECONDS_PER_HOUR - 1);

/** The days of the data with the relative activity of each market. */
export class Rhythm {
  private readonly lifts: ReadonlyMap<Market, readonly number[]>;
  private readonly sums: ReadonlyMap<Market, readonly number[]>;

  constructor(
    private readonly firstDay: number,
    lastDay: number,
  ) {
    const days = Array.from({ length: lastDay - firstDay + 1 }, (_, after) => firstDay + after);
    this.lifts = new Map(ALL_MARKETS.map((market) => [market, days.map((day) => dayLift(market, day))]));
    this.sums = new Map([...this.lifts].map(([market, lifts]) => [market, cumulate(lifts)]));
  }

  drawDay(market: Market, random: Random): number {
    return this.firstDay + random.pickByWeight(this.sums.get(market) ?? []);
  }

  lift(market: Market, day: number): number {
    return this.lifts.get(market)?.[day - this.firstDay] ?? 1;
  }
}
