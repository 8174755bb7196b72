export const MS_PER_DAY = 86_400_000;

/** The days that can be written as YYYY-MM-DD. */
const FIRST_DAY = '0001-01-01';
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

const writeYear = (year: number): string => String(year).padStart(4, '0');

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

/** The calendar periods (docs/api.md, "Requests"). */
export const PERIOD_TYPES = ['day', 'week', 'month'] as const;
export type PeriodType = (typeof PERIOD_TYPES)[number];

/** The periods that a request may name: calendar periods and any range of days. */
export const DATE_TYPES = [...PERIOD_TYPES, 'range'] as const;
export type DateType = (typeof DATE_TYPES)[number];

/** A period; `value` is canonical: YYYY-MM-DD, YYYY-WW (ISO week), YYYY-MM, or YYYY-MM-DD~YYYY-MM-DD, both days included. */
export interface Period<Type extends DateType = PeriodType> {
  readonly type: Type;
  readonly value: string;
}
export type DatedPeriod = Period<DateType>;

export const MOST_RANGE_DAYS = 92;
/** Stands for the newest complete day, week or month; with a number of days for the one that holds the day so long before its end. */
const FOLLOWING = /^last(?:-([0-9]{1,4})d)?$/;

const DAY = '[0-9]{4}-[0-9]{2}-[0-9]{2}';
const DAY_OR_FOLLOWING = `(?:${DAY}|last(?:-[0-9]{1,4}d)?)`;
const FOLLOWING_RANGE = new RegExp(`^${DAY_OR_FOLLOWING}~${DAY_OR_FOLLOWING}$`);

/** Whether a value stands for a period that follows the data, or for a range with such a day. */
export const isFollowing = (type: DateType, value: string): boolean =>
  type === 'range' ? FOLLOWING_RANGE.test(value) && value.includes('last') : FOLLOWING.test(value);

/** The period that a value stands for. @param newest the newest complete one of its type */
export function followed(newest: Period, value: string): Period {
  const day = shiftDay(lastDay(newest), -Number(FOLLOWING.exec(value)?.[1] ?? 0));
  return periodOf(newest.type, day < FIRST_DAY ? FIRST_DAY : day);
}

/** Why a text is no period: it is written otherwise (`format`), or the calendar doesn't have it (`calendar`). */
type PeriodRefusal =
  { readonly reason: 'format'; readonly format: string } | { readonly reason: 'calendar'; readonly nearest: string };

/** How the value of each type is written. */
export const PERIOD_FORMATS: Readonly<Record<DateType, string>> = {
  day: 'YYYY-MM-DD',
  week: 'YYYY-WW',
  month: 'YYYY-MM',
  range: 'YYYY-MM-DD~YYYY-MM-DD',
};

const PATTERNS: Readonly<Record<DateType, RegExp>> = {
  day: /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/,
  week: /^([0-9]{4})-W?([0-9]{2})$/,
  month: /^([0-9]{4})-([0-9]{2})$/,
  range: new RegExp(`^${DAY}~${DAY}$`),
};

/** A period of a type, or the range of days that a value with two of them is. */
export const periodFrom = (type: DateType, value: string): DatedPeriod => ({
  type: value.includes('~') ? 'range' : type,
  value,
});

/** How JSON Schema says that a text is written as periods of one of these types are, or stands for one that follows the data. */
export const periodForm = (types: readonly DateType[], takesFollowing = false) => ({
  ...(types.join() === 'day' && !takesFollowing && { format: 'date' }),
  pattern: [
    ...types.map((type) => (takesFollowing && type === 'range' ? FOLLOWING_RANGE : PATTERNS[type]).source),
    ...(takesFollowing && types.join() !== 'range' ? [FOLLOWING.source] : []),
  ].join('|'),
});

/** Whether what `readPeriod` gave is a refusal. */
export const isRefusal = (read: DatedPeriod | PeriodRefusal | undefined): read is PeriodRefusal =>
  read !== undefined && 'reason' in read;

/**
 * Reads a period's value; weeks are taken as `2026-05` and `2026-W05`. Years run from 0001 to 9999.
 * @param most days of a range
 * @returns the period in canonical form, or why there is none and, for the calendar's sake, the nearest that there is
 */
export function readPeriod<Type extends DateType>(
  type: Type,
  text: string,
  most = MOST_RANGE_DAYS,
): Period<Type> | PeriodRefusal {
  if (!PATTERNS[type].test(text)) return { reason: 'format', format: PERIOD_FORMATS[type] };
  const nearest = nearestValue(type, text, most);
  return nearest === text.replace('W', '') ? { type, value: nearest } : { reason: 'calendar', nearest };
}

function nearestValue(type: DateType, text: string, most: number): string {
  const [year = 0, part = 0, day = 0] = text.split(/-W?/).map(Number);
  if (type === 'day') return nearestDay(year, part, day);
  if (type === 'range') {
    const [from = '', to = ''] = text.split('~').map((end) => nearestValue('day', end, most));
    const latest = daysBetween(from, to) < most ? to : shiftDay(from, most - 1);
    return `${from}~${to < from ? from : latest}`;
  }
  if (year < 1) return writePart(1, 1);
  return writePart(year, Math.max(1, Math.min(part, type === 'week' ? weeksIn(year) : 12)));
}

const writePart = (year: number, part: number): string => `${writeYear(year)}-${String(part).padStart(2, '0')}`;

/** 4 January is always in week 1 (ISO 8601). */
const mondayOfWeek1 = (year: number): string => mondayOf(`${writeYear(year)}-01-04`);

const mondayOf = (day: string): string => shiftDay(day, 1 - isoWeekday(day));

/** Weeks of an ISO week-year, 52 or 53: 28 December is always in the last one. */
const weeksIn = (year: number): number => Number(periodOf('week', `${writeYear(year)}-12-28`).value.slice(5));

/** The period of a type that a day (YYYY-MM-DD) belongs to: 2025-12-29 is in week 2026-01. */
export function periodOf(type: PeriodType, day: string): Period {
  if (type === 'day') return { type, value: day };
  if (type === 'month') return { type, value: day.slice(0, 7) };
  const monday = mondayOf(day);
  const thursday = shiftDay(monday, 3);
  const year = Number(thursday.slice(0, 4));
  return { type, value: writePart(year, 1 + daysBetween(mondayOfWeek1(year), monday) / 7) };
}

/** The first and the last day of a period; week 9999-52 ends with the last day that can be written, 9999-12-31. */
function endsOf({ type, value }: DatedPeriod): readonly [first: string, last: string] {
  if (type === 'range') return [value.slice(0, 10), value.slice(11)];
  if (type === 'day') return [value, value];
  const [year = 0, part = 0] = value.split('-').map(Number);
  if (type === 'month') return [`${value}-01`, nearestDay(year, part, 31)];
  const monday = shiftDay(mondayOfWeek1(year), 7 * (part - 1));
  return [monday, monday > shiftDay(LAST_DAY, -6) ? LAST_DAY : shiftDay(monday, 6)];
}

/** The first day of a period, YYYY-MM-DD. */
export const firstDay = (period: DatedPeriod): string => endsOf(period)[0];

/** The last day of a period, YYYY-MM-DD. */
export const lastDay = (period: DatedPeriod): string => endsOf(period)[1];

/** The range of days from a period to another one. */
export const rangeOf = (first: DatedPeriod, last: DatedPeriod = first): Period<'range'> => ({
  type: 'range',
  value: `${firstDay(first)}~${lastDay(last)}`,
});

/** The period before, of the same type, of a range the same number of days; undefined before year 0001. */
export function previousPeriod<Type extends DateType>(period: Period<Type>): Period<Type> | undefined {
  const { type } = period;
  const [first, last] = endsOf(period);
  const days = type === 'range' ? daysBetween(first, last) + 1 : 1;
  if (daysBetween(FIRST_DAY, first) < days) return undefined;
  const end = shiftDay(first, -1);
  return { type, value: type === 'range' ? `${shiftDay(first, -days)}~${end}` : periodOf(type, end).value };
}

/** The period after, of the same type; undefined after year 9999. */
export function nextPeriod(period: Period): Period | undefined {
  const last = lastDay(period);
  return last === LAST_DAY ? undefined : periodOf(period.type, shiftDay(last, 1));
}

/** The periods of a type that have a day in common with `from` to `to` (both YYYY-MM-DD, inclusive), in turn. */
export function* periodsBetween(type: PeriodType, from: string, to: string): Generator<Period> {
  let period: Period | undefined = periodOf(type, from);
  while (period !== undefined && firstDay(period) <= to) {
    yield period;
    period = nextPeriod(period);
  }
}

/** Whether the days between two, both included, cover a period. Without days nothing is covered. */
export const isCovered = (
  period: DatedPeriod,
  { oldest, newest }: Partial<Record<'oldest' | 'newest', string | undefined>>,
): boolean => oldest !== undefined && newest !== undefined && oldest <= firstDay(period) && lastDay(period) <= newest;

/** Whether a text is a day of the calendar, written YYYY-MM-DD. */
export const isDay = (text: string): boolean => !isRefusal(readPeriod('day', text));
