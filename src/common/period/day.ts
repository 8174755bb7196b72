const MS_PER_DAY = 86_400_000;

/** The days that can be written as YYYY-MM-DD. */
export const FIRST_DAY = '0001-01-01';
export const LAST_DAY = '9999-12-31';

/** Days since 1970-01-01 of a day written YYYY-MM-DD. */
export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / MS_PER_DAY;

/** Returns the day in UTC, YYYY-MM-DD, of a moment in milliseconds since 1970. */
export const dayOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);

/** Returns Unix seconds as YYYY-MM-DD hh:mm:ss in UTC. */
export const utcText = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');

/** Returns the day, YYYY-MM-DD, with this number of days after 1970-01-01. */
export const dayAt = (days: number): string => dayOf(days * MS_PER_DAY);

/** Returns the day `days` days later, or earlier when the number is negative. Days are written YYYY-MM-DD. */
export const shiftDay = (day: string, days: number): string => dayAt(dayNumber(day) + days);

/** Returns the number of days from `from` to `to`. */
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from);

/** 1 is Monday, 7 is Sunday (ISO 8601). */
export const isoWeekday = (day: string): number => ((((dayNumber(day) + 3) % 7) + 7) % 7) + 1;

export const writeYear = (year: number): string => String(year).padStart(4, '0');

/** The day of the calendar nearest to the numbers given, YYYY-MM-DD: that day itself when there is one. */
export function nearestDay(year: number, month: number, day: number): string {
  if (year < 1) return FIRST_DAY;
  if (month < 1) return `${writeYear(year)}-01-01`;
  if (month > 12) return `${writeYear(year)}-12-31`;
  const first = `${writeYear(year)}-${String(month).padStart(2, '0')}-01`;
  const end = new Date(first);
  const days = new Date(end.setUTCMonth(month, 0)).getUTCDate();
  return shiftDay(first, Math.max(1, Math.min(day, days)) - 1);
}
