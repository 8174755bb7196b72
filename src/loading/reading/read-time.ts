import { memoize } from '../../common/memoize.js';
import { dayOf, MS_PER_DAY } from '../../common/period/period.js';

export const DATE_STYLES = ['dmy', 'mdy', 'ymd', 'excel'] as const;

/** How days and moments are written, where it is not as documented. */
export interface DateStyle {
  /** The order of day, month and year with `/`, `.` or `-` between them, or the serial numbers of spreadsheets. */
  readonly dates?: (typeof DATE_STYLES)[number];
  readonly zone?: string;
}

const WRITTEN =
  /^'?(\d{1,4})([/.-])(\d{1,2})\2(\d{1,4})(?:(?:T|,?\s+)(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?:\s*([ap])\.?m\.?)?\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?)?$/i;
const SERIAL = /^'?(\d{1,7}(?:[.,]\d+)?)$/;
/** The serial number of 1 March 1900, before which spreadsheets disagree, that of 1970, and the last. */
const SERIALS = { first: 61, epoch: 25_569, last: 2_958_465 };

/** A moment, or a time on a clock without its zone, as it stands in Parquet. */
const TYPED = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,9}Z?$/;

/** A text with a blank for several, none around it, and a hyphen for the minus sign (U+2212). */
export const fold = (text: string): string => text.trim().replace(/\s+/g, ' ').replaceAll('\u2212', '-');

/** A day and time as on a clock, in milliseconds as if that were UTC, and its offset from UTC if the text says it. */
function readClockTime(text: string, style: DateStyle['dates']) {
  const dates = TYPED.test(text) ? 'ymd' : style;
  if (dates === 'excel') {
    const serial = Number(SERIAL.exec(text.trim())?.[1]?.replace(',', '.'));
    const isDate = serial >= SERIALS.first && serial < SERIALS.last + 1;
    return isDate ? { ms: Math.round((serial - SERIALS.epoch) * 86_400) * 1000, offsetMs: undefined } : undefined;
  }
  const [, one = '', , middle = '', three = '', hours, minutes = '0', seconds = '0', half, offset] =
    WRITTEN.exec(fold(text)) ?? [];
  if (dates === undefined || one === '') return undefined;
  const [year, month, day] =
    dates === 'ymd' ? [one, middle, three] : dates === 'dmy' ? [three, middle, one] : [three, one, middle];
  const hour = half === undefined ? Number(hours ?? 0) : (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0);
  const isClock =
    hour < 24 && Number(minutes) < 60 && Number(seconds) < 60 && (half === undefined || Number(hours) <= 12);
  const ms = Date.UTC(Number(year), Number(month) - 1, Number(day), hour, Number(minutes), Number(seconds));
  // A day that does not exist is taken for a later one.
  const written = [year, month, day].map((part) => part.padStart(2, '0')).join('-');
  if (!isClock || dayOf(ms) !== written) return undefined;
  return { ms, offsetMs: offset === undefined ? undefined : offsetIn(offset) };
}

/** The milliseconds of an offset such as `+08:00` or `GMT-3`; 0 without one. */
function offsetIn(text: string): number {
  const [, sign, hours, minutes = 0, seconds = 0] = /([+-])(\d\d?):?(\d\d)?:?(\d\d)?$/.exec(text) ?? [];
  const size = (Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -size : size;
}

const offsetFormat = memoize(
  (timeZone: string) => new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }),
);
const offsetAt = (ms: number, zone: string): number => offsetIn(offsetFormat(zone).format(ms));

/** Reads a day as YYYY-MM-DD; undefined for another text. A time behind it is left out. */
export function readWrittenDay(text: string, { dates }: DateStyle): string | undefined {
  const time = readClockTime(text, dates);
  const isDay = dates !== undefined || (time?.offsetMs === undefined && text.includes('T00:00:00.000'));
  return time && isDay ? dayOf(time.ms) : undefined;
}

/**
 * Reads a moment as Unix seconds; undefined for another text, without a time zone, and for a time that clocks skipped. Of
 * a time that clocks show twice it is the first.
 */
export function readMoment(text: string, { dates, zone }: DateStyle): number | undefined {
  const time = readClockTime(text, dates);
  if (time === undefined) return undefined;
  if (time.offsetMs !== undefined) return (time.ms - time.offsetMs) / 1000;
  if (zone === undefined) return undefined;
  const offsets = [time.ms - MS_PER_DAY, time.ms + MS_PER_DAY].map((ms) => offsetAt(ms, zone));
  const moments = offsets.map((offset) => time.ms - offset).filter((ms) => ms + offsetAt(ms, zone) === time.ms);
  return moments.length === 0 ? undefined : Math.min(...moments) / 1000;
}
