import type { Market } from './markets.js';

const MS_PER_DAY = 86_400_000;
const SECONDS_PER_DAY = 86_400;

/** Days since 1970-01-01 of YYYY-MM-DD. */
export const dayNumber = (date: string): number => Math.round(Date.parse(`${date}T00:00:00Z`) / MS_PER_DAY);

/** YYYY-MM-DD of a day number. */
export const dayText = (day: number): string => new Date(day * MS_PER_DAY).toISOString().slice(0, 10);

/** Unix seconds of a second of a market's calendar day. */
export const marketTime = (market: Market, day: number, second: number): number =>
  day * SECONDS_PER_DAY + second - market.utcOffsetHours * 3600;

/** `YYYY-MM-DD hh:mm:ss` in UTC of Unix seconds. */
export const utcText = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');

/** Whether a day ends an ISO week or a month. */
export function endsAPeriod(day: number): boolean {
  const isSunday = (((day + 3) % 7) + 7) % 7 === 6;
  return isSunday || dayText(day + 1).endsWith('-01');
}
