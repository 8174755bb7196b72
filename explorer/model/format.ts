import { LOCALES } from '../../src/reference/region-name.js';
import { isRegion, REGIONS } from '../../src/reference/regions.js';
import type { Lang } from './address.js';
import type { Column } from './columns.js';

export const localeOf = (lang: Lang): string => LOCALES[lang];

const formats = new Map<string, Intl.NumberFormat>();

function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, options);
  formats.set(key, format);
  return format;
}

export const formatNumber = (value: number, lang: Lang): string =>
  numberFormat(localeOf(lang), { maximumFractionDigits: 2 }).format(value);

/** `1.2M`: for axes and tiles. */
export const formatShort = (value: number, lang: Lang): string =>
  numberFormat(localeOf(lang), { notation: 'compact', maximumFractionDigits: 1 }).format(value);

/** An amount in the currency and style of a region; without cents from a thousand on. */
export function formatMoney(amount: number, region: unknown, lang: Lang): string {
  if (typeof region !== 'string' || !isRegion(region)) return formatNumber(amount, lang);
  const { locale, currency } = REGIONS[region];
  const digits = Math.abs(amount) >= 1000 ? { maximumFractionDigits: 0, minimumFractionDigits: 0 } : {};
  return numberFormat(locale, { style: 'currency', currency, ...digits }).format(amount);
}

export const formatUsd = (amount: number, lang: Lang): string =>
  numberFormat(localeOf(lang), {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: Math.abs(amount) >= 1000 ? 0 : 2,
  }).format(amount);

export const formatShortUsd = (amount: number, lang: Lang): string =>
  numberFormat(localeOf(lang), {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    notation: 'compact',
    maximumFractionDigits: 1,
  }).format(amount);

/** @param time Unix seconds; shown in UTC, as filters count days */
export function formatTime(time: number, lang: Lang, style: 'month' | 'day' | 'minute' = 'day'): string {
  const options: Readonly<Record<typeof style, Intl.DateTimeFormatOptions>> = {
    month: { month: 'short', year: 'numeric' },
    day: { dateStyle: 'medium' },
    minute: { dateStyle: 'medium', timeStyle: 'short' },
  };
  return new Intl.DateTimeFormat(localeOf(lang), { ...options[style], timeZone: 'UTC' }).format(time * 1000);
}

export function formatDuration(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (part: number): string => String(part).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** A value as a column of its kind shows it; `—` for what nobody loaded. */
export function formatValue({ kind }: Pick<Column, 'kind'>, value: unknown, region: unknown, lang: Lang): string {
  if (value === null || value === undefined || value === '') return '—';
  if (typeof value !== 'number') return typeof value === 'string' ? value : JSON.stringify(value);
  switch (kind) {
    case 'money':
      return formatMoney(value, region, lang);
    case 'usd':
      return formatUsd(value, lang);
    case 'percent':
      return `${formatNumber(value, lang)}%`;
    case 'time':
      return formatTime(value, lang);
    case 'duration':
      return formatDuration(value);
    case 'flag':
      return value === 1 ? '✓' : '–';
    case 'id':
      return String(value);
    case 'number':
    case 'text':
    case 'region':
      return formatNumber(value, lang);
  }
}
