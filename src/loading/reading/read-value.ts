import { memoize } from '../../common/memoize.js';
import { dayOf, MS_PER_DAY, utcText } from '../../common/period/period.js';
import { CURRENCIES, currencyOf, currencySigns } from '../../common/regions.js';
import { cleanId } from '../../common/id.js';
import type { ValueSchema } from '../../fields/load-rules.js';
import type { JsonObject } from '../../common/json-object.js';

export const DATE_STYLES = ['dmy', 'mdy', 'ymd', 'excel'] as const;

/** How days and moments are written, where it is not as documented. */
export interface DateStyle {
  /** The order of day, month and year with `/`, `.` or `-` between them, or the serial numbers of spreadsheets. */
  readonly dates?: (typeof DATE_STYLES)[number];
  /** The IANA time zone of moments. */
  readonly zone?: string;
}

const WRITTEN =
  /^'?(\d{1,4})([/.-])(\d{1,2})\2(\d{1,4})(?:(?:T|,?\s+)(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?:\s*([ap])\.?m\.?)?\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?)?$/i;
const SERIAL = /^'?(\d{1,7}(?:[.,]\d+)?)$/;
/** The serial number of 1 March 1900, before which spreadsheets disagree, that of 1970, and the last. */
const SERIALS = { first: 61, epoch: 25_569, last: 2_958_465 };

/** A day and time as they are on a clock, in milliseconds as if that were UTC. */
interface ClockTime {
  readonly ms: number;
  /** What the clock differs from UTC, if the text says it. */
  readonly offsetMs?: number;
}

/** A moment, or a time on a clock without its zone, as it stands in Parquet. */
const TYPED = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,9}Z?$/;

/** A text with a blank for several, none around it, and a hyphen for the minus sign (U+2212). */
const fold = (text: string): string => text.trim().replace(/\s+/g, ' ').replaceAll('\u2212', '-');

function readClockTime(text: string, style: DateStyle['dates']): ClockTime | undefined {
  const dates = TYPED.test(text) ? 'ymd' : style;
  if (dates === 'excel') {
    const serial = Number(SERIAL.exec(text.trim())?.[1]?.replace(',', '.'));
    const isDate = serial >= SERIALS.first && serial < SERIALS.last + 1;
    return isDate ? { ms: Math.round((serial - SERIALS.epoch) * 86_400) * 1000 } : undefined;
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
  return offset === undefined ? { ms } : { ms, offsetMs: offsetIn(offset) };
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
function readWrittenDay(text: string, { dates }: DateStyle): string | undefined {
  const time = readClockTime(text, dates);
  const isDay = dates !== undefined || (time?.offsetMs === undefined && text.includes('T00:00:00.000'));
  return time && isDay ? dayOf(time.ms) : undefined;
}

/**
 * Reads a moment as Unix seconds; undefined for another text, without a time zone, and for a time that clocks skipped. Of
 * a time that clocks show twice it is the first.
 */
function readMoment(text: string, { dates, zone }: DateStyle): number | undefined {
  const time = readClockTime(text, dates);
  if (time === undefined) return undefined;
  if (time.offsetMs !== undefined) return (time.ms - time.offsetMs) / 1000;
  if (zone === undefined) return undefined;
  const offsets = [time.ms - MS_PER_DAY, time.ms + MS_PER_DAY].map((ms) => offsetAt(ms, zone));
  const moments = offsets.map((offset) => time.ms - offset).filter((ms) => ms + offsetAt(ms, zone) === time.ms);
  return moments.length === 0 ? undefined : Math.min(...moments) / 1000;
}

/** How numbers are written in a text, where it is not as in JSON. */
export interface NumberStyle {
  /** The decimal mark. The other mark, blanks and apostrophes may separate thousands. */
  readonly decimal?: '.' | ',';
  /** Whether a text may have signs of units: `1.2K`, `1.2万`, `$7.99`, `7.5%`. */
  readonly units?: boolean;
}

const POWERS: Readonly<Record<string, number>> = { k: 3, K: 3, M: 6, B: 9, 万: 4, 亿: 8 };

const numberPattern = (decimal: string, groups: string): RegExp =>
  new RegExp(`^(\\d+${groups && `|\\d{1,3}(?:[${groups}]\\d{3})+`})(?:[${decimal}](\\d+))?(?:[eE]([+-]?\\d+))?$`);
const PLAIN = numberPattern('.', '');
const GROUPED = { '.': numberPattern('.', ",\\s'’"), ',': numberPattern(',', ".\\s'’") };
/** Behind an apostrophe as spreadsheets write it: signs, a number from its first to its last digit, other signs. */
const PARTS = /^'?([^\d']*)(\d|\d.*\d)(\D*)$/;
const POWER = /^ ?([kKMB](?![A-Za-z])|[万亿])?(.*)$/;

/**
 * Reads a number from text; undefined for another text. A whole number has no exponent: a spreadsheet writes one when it
 * has rounded. Brackets around an amount are a minus, where an option says how numbers are written.
 * @param unit the currency of the number, or `%`; another sign in the text is not read
 */
function readNumber(
  text: string,
  isWhole: boolean,
  { decimal, units = false }: NumberStyle,
  unit?: string | null,
): number | undefined {
  const [, before = '', number = '', behind = ''] = PARTS.exec(fold(text)) ?? [];
  const minus = `${before}${behind}`.replace(/[^-()]/g, '');
  const isBracketed = minus === '()' && (units || decimal !== undefined);
  const [, letter = '', after = ''] = POWER.exec(isBracketed ? behind.replace(')', '') : behind) ?? [];
  const isUnit = (written: string): boolean => {
    const sign = written.trim().toLowerCase();
    if (sign === '' || !units) return sign === '';
    return unit === '%' ? sign === '%' : typeof unit === 'string' && currencySigns(unit).has(sign);
  };
  if (!isUnit(before.replace(isBracketed ? '(' : '-', '')) || !isUnit(after)) return undefined;
  const [, whole, decimals = '', exponent] = (decimal === undefined ? PLAIN : GROUPED[decimal]).exec(number) ?? [];
  if (whole === undefined || (letter !== '' && !units)) return undefined;
  const power = POWERS[letter] ?? 0;
  if (isWhole && (exponent !== undefined || /[1-9]/.test(decimals.slice(power)))) return undefined;
  const digits = whole.replace(/\D/g, '');
  const value = Number(`${minus === '' ? '' : '-'}${digits}.${decimals}e${Number(exponent ?? 0) + power}`);
  return isWhole && !Number.isSafeInteger(value) ? undefined : value;
}

type ValueStyle = NumberStyle & DateStyle;

/** A value as its field has it, and what it was read as: `numbers`. */
interface ReadValue {
  readonly value: string | number;
  readonly as: string;
}

const isFlag = ({ enum: choices = [] }: ValueSchema): boolean =>
  JSON.stringify(choices.filter((choice) => choice !== null)) === '[0,1]';

/**
 * Reads a value that is not as its field has it; undefined when it can't be read, or needs not.
 * @param holder the object that the field is in, which may name its currency
 */
export function readValue(
  value: string | number | boolean,
  schema: ValueSchema,
  style: ValueStyle,
  holder: JsonObject = {},
): ReadValue | undefined {
  const text = String(value);
  const isWhole = schema.type.includes('integer');
  const seen = (read: string | number | undefined, as: string): ReadValue | undefined =>
    read === undefined || read === value ? undefined : { value: read, as };
  if (schema.format === 'date') return seen(readWrittenDay(text, style), 'days');
  if (schema.format === 'utc-time') {
    const moment = readMoment(text, style);
    return seen(moment === undefined ? moment : utcText(moment), 'moments');
  }
  if (schema.rule === 'percent') {
    if (!text.includes('%') && style.units !== true) return undefined;
    const percent = readNumber(text, false, style, '%');
    return seen(percent === undefined ? percent : `${percent}%`, 'percentages');
  }
  if (typeof value === 'number' && schema.rule !== 'unix-seconds') return undefined;
  if (schema.type.includes('string'))
    return isWhole && value !== true && value !== false ? seen(cleanId(text), 'ids') : undefined;
  if (isFlag(schema) && /^(?:true|false)$/i.test(text.trim())) return { value: /t/i.test(text) ? 1 : 0, as: 'flags' };
  if (typeof value === 'boolean' || (!isWhole && !schema.type.includes('number'))) return undefined;
  const moment = schema.rule === 'unix-seconds' ? readMoment(text, style) : undefined;
  if (moment !== undefined) return seen(moment, 'moments');
  const digits = text.replace(/\D/g, '').replace(/^0+|(?<!0)0+$/g, '');
  // More digits than an amount may have would be rounded.
  if (schema.format === 'amount' && digits.length > 15) return undefined;
  return seen(readNumber(text, isWhole, style, unitOf(schema, holder)), 'numbers');
}

/** The currency of a field's amounts, or `%`; null where the record does not say it. */
function unitOf({ unit }: ValueSchema, holder: JsonObject): string | null {
  if (unit === 'region' || unit === 'creator_region') return currencyOf(String(holder[unit]));
  if (unit === 'currency') return CURRENCIES.find((currency) => currency === holder.currency) ?? null;
  return unit ?? null;
}

const MARKS = ['.', ','] as const;
/** What may read a value: one option, or else two. */
const stylesIn = (zone: string): readonly (readonly ValueStyle[])[] => [
  [...MARKS.map((decimal) => ({ decimal })), { units: true }, { zone }, ...DATE_STYLES.map((dates) => ({ dates }))],
  [...MARKS.map((decimal) => ({ decimal, units: true })), ...DATE_STYLES.map((dates) => ({ dates, zone }))],
];
/** A longer text is no number and no moment. */
const LONGEST_HINTED = 60;
/** Texts that people write for an unknown value. */
const UNKNOWN = /^(?:[-–—?.]+|#?n\.?\/?a\.?|null|none|nil|nan|unknown)$/i;

/**
 * What would read a refused value, one sentence: options, an entry of a mapping file, or a field that is missing. Empty when
 * nothing does.
 * @param path the field; items of lists have no entry
 * @param given the options that did not read it
 */
export function explainOptions(
  value: string | number | boolean,
  schema: ValueSchema,
  path: string,
  holder: JsonObject,
  given: ValueStyle = {},
): string {
  const text = String(value);
  if (path === '' || text.length > LONGEST_HINTED || readValue(value, schema, {}, holder) !== undefined) return '';
  const isMoment = schema.format === 'utc-time' || schema.rule === 'unix-seconds';
  if (isMoment && given.zone !== undefined && readClockTime(text, given.dates) !== undefined)
    return ` Clocks in ${given.zone} skipped this time; a time with its offset, such as +02:00, is read.`;
  const readings = (style: ValueStyle): string[] => {
    if (TYPED.test(text) && style.dates !== undefined && style.dates !== 'ymd') return [];
    const read = readValue(value, schema, style, holder);
    const options = Object.entries(style).map(([name, given]) => `--${name}${given === true ? '' : ` ${given}`}`);
    return read === undefined ? [] : [`${options.join(' ')} reads it as ${read.value}`];
  };
  const found = stylesIn(given.zone ?? 'UTC')
    .map((styles) => styles.flatMap(readings))
    .find((step) => step.length > 0);
  if (found !== undefined) return ` ${found.join(', ')}.`;
  const isAmount = (currency: string): boolean =>
    MARKS.some((decimal) => readNumber(text, false, { decimal, units: true }, currency) !== undefined);
  const hasCurrency = readNumber(text, false, {}) === undefined && CURRENCIES.some(isAmount);
  if (hasCurrency && schema.unit === 'creator_region')
    return ' --units reads it where it is in the currency of the creator’s region, and the creator is loaded.';
  if (hasCurrency && (schema.unit === 'region' || schema.unit === 'currency')) {
    const currency = unitOf(schema, holder);
    return currency === null
      ? ` --units reads it where the record has a ${schema.unit}, which may be a constant of a mapping file.`
      : ` It is no amount in ${currency}, the currency by its ${schema.unit}.`;
  }
  if (UNKNOWN.test(text.trim()))
    return schema.type.includes('null') ? ` --null-values ${JSON.stringify(text)} loads it as unknown.` : '';
  const { format, enum: choices, rule } = schema;
  const isClosed = choices !== undefined || rule === 'region';
  const isMapped = isClosed || format === 'date' || format === 'utc-time' || !schema.type.includes('string');
  return isMapped && !/^$|\d/.test(text) && !path.includes('[')
    ? ` A mapping file can say what it stands for: values: { ${path}: { ${JSON.stringify(text)}: … } }.`
    : '';
}
