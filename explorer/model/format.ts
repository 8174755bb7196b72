import { LOCALES, isRegion, priceDecimals, REGIONS } from '../../src/common/regions.js';
import { shiftDay } from '../../src/common/period/period.js';
import type { Lang } from './address.js';
import type { Column, ColumnKind } from './columns.js';

/** Whether a number of Unix seconds has a date: the address may hold any number. */
export const isDate = (seconds: number): boolean => !Number.isNaN(new Date(seconds * 1000).getTime());

const formats = new Map<string, Intl.NumberFormat>();

function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, options);
  formats.set(key, format);
  return format;
}

export const formatNumber = (value: number, lang: Lang): string =>
  numberFormat(LOCALES[lang], { maximumFractionDigits: 2 }).format(value);

/** From here on a growth is written as a factor. Percent. */
const AS_FACTOR = 1000;

/** `+12.5%`, or `×11` where percent say little. */
export const formatChange = (percent: number, lang: Lang): string =>
  percent >= AS_FACTOR
    ? `×${numberFormat(LOCALES[lang], { maximumFractionDigits: 1 }).format(percent / 100 + 1)}`
    : `${percent > 0 ? '+' : ''}${formatNumber(percent, lang)}%`;

/** The growth from one figure to another in percent; undefined from nothing. */
export const growthOf = (value: number, before: number): number | undefined =>
  before > 0 ? Math.round((10_000 * (value - before)) / before) / 100 : undefined;

const PERCENT = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

/** `1.2M`: for tiles; with more decimals for axes, whose steps must not read the same. */
export const formatShort = (value: number, lang: Lang, decimals = 1): string =>
  numberFormat(LOCALES[lang], { notation: 'compact', maximumFractionDigits: decimals }).format(value);

/**
 * A sum of sales in the currency of a region, in whole units: figures of a column then have one style whatever their
 * currency, and the symbol tells dollars apart: `$`, `MX$`, `SGD`.
 */
export const formatMoney = (amount: number, region: unknown, lang: Lang): string =>
  inCurrencyOf(region, 0, amount, lang);

export const formatUsd = (amount: number, lang: Lang): string => formatMoney(amount, 'US', lang);

/** An amount with the decimals of its currency. */
export const formatPrice = (amount: number, region: unknown, lang: Lang): string =>
  inCurrencyOf(region, undefined, amount, lang);

const inCurrencyOf = (region: unknown, decimals: number | undefined, amount: number, lang: Lang): string =>
  typeof region === 'string' && isRegion(region)
    ? inCurrency(REGIONS[region].currency, decimals ?? priceDecimals(region), lang).format(amount)
    : formatNumber(amount, lang);

/** A difference of two amounts, with its sign. */
export const formatUsdChange = (amount: number, lang: Lang): string =>
  `${Math.round(amount) > 0 ? '+' : ''}${formatUsd(amount, lang)}`;

/** `$1.2M` */
export const formatShortUsd = (amount: number, lang: Lang, decimals = 1): string =>
  inCurrency('USD', decimals, lang, 'compact').format(amount);

const inCurrency = (currency: string, decimals: number, lang: Lang, notation: 'standard' | 'compact' = 'standard') =>
  numberFormat(LOCALES[lang], {
    style: 'currency',
    currency,
    notation,
    minimumFractionDigits: notation === 'compact' ? 0 : decimals,
    maximumFractionDigits: decimals,
  });

/**
 * @param time Unix seconds; a number outside the calendar stays a number
 * @param region whose clock is shown; without one that of UTC, as filters count days
 */
export function formatTime(
  time: number,
  lang: Lang,
  style: 'month' | 'day' | 'short' | 'minute' = 'day',
  region?: unknown,
): string {
  if (!isDate(time)) return String(time);
  const timeZone = typeof region === 'string' && isRegion(region) ? REGIONS[region].zone : 'UTC';
  const options: Readonly<Record<typeof style, Intl.DateTimeFormatOptions>> = {
    month: { month: 'short', year: 'numeric' },
    day: { dateStyle: 'medium' },
    short: { month: 'short', day: 'numeric' },
    minute: {
      ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
      timeZoneName: 'short',
    },
  };
  return new Intl.DateTimeFormat(LOCALES[lang], { ...options[style], timeZone }).format(time * 1000);
}

/** A moment as spreadsheets read it, by the clock of a region: `2026-06-14 15:00`. @param time Unix seconds */
export function formatClock(time: number, region: string): string {
  if (!isDate(time)) return String(time);
  const timeZone = isRegion(region) ? REGIONS[region].zone : 'UTC';
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(time * 1000);
}

/** A period as an axis has room for it: `Jun 3` for a day. */
export const formatLabel = (period: string, lang: Lang): string =>
  /^\d{4}-\d\d-\d\d$/.test(period) ? formatTime(Date.parse(period) / 1000, lang, 'short') : period;

/** The days from one to another, YYYY-MM-DD: `Jun 22 – 28, 2026`. */
export const formatDays = (from: string, to: string, lang: Lang): string =>
  new Intl.DateTimeFormat(LOCALES[lang], { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(
    Date.parse(from),
    Date.parse(to),
  );

/** Days as a heading has them: `June 2026`, `Jun 22 – 28, 2026`; of a year that is known `May`. */
export function formatHeading({ from, to }: Readonly<Record<'from' | 'to', string>>, lang: Lang, year = ''): string {
  const isMonth = from.endsWith('-01') && from.slice(0, 7) === to.slice(0, 7) && shiftDay(to, 1).endsWith('-01');
  const format = new Intl.DateTimeFormat(LOCALES[lang], {
    ...(isMonth ? { month: 'long' } : { month: 'short', day: 'numeric' }),
    ...(!from.startsWith(year || '-') && { year: 'numeric' }),
    timeZone: 'UTC',
  });
  return isMonth ? format.format(Date.parse(from)) : format.formatRange(Date.parse(from), Date.parse(to));
}

/** `1:30`, or `0:01:30` with hours always. */
export function formatDuration(seconds: number, withHours = false): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (part: number): string => String(part).padStart(2, '0');
  return withHours || hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** Formats a value for a column of its kind; `—` when it is not loaded. */
export function formatValue({ kind }: Pick<Column, 'kind'>, value: unknown, region: unknown, lang: Lang): string {
  if (value === null || value === undefined || value === '') return '—';
  if (typeof value !== 'number') return typeof value === 'string' ? value : JSON.stringify(value);
  return (FORMATS[kind] ?? formatNumber)(value, lang, region);
}

/** How figures of a kind are written that are no plain numbers. */
const FORMATS: Readonly<Partial<Record<ColumnKind, (value: number, lang: Lang, region: unknown) => string>>> = {
  price: (value, lang, region) => formatPrice(value, region, lang),
  money: (value, lang, region) => formatMoney(value, region, lang),
  usd: formatUsd,
  change: formatUsdChange,
  growth: formatChange,
  percent: (value, lang) => `${numberFormat(LOCALES[lang], PERCENT).format(value)}%`,
  time: (value, lang, region) => formatTime(value, lang, 'day', region),
  start: (value, lang, region) => formatTime(value, lang, 'minute', region),
  duration: (value) => formatDuration(value),
  flag: (value) => (value === 1 ? '✓' : '–'),
  id: String,
};
