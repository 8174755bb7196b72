import type { Texts } from '../texts/texts.js';
import type { Lang } from './address.js';
import { fieldText, valueAt } from './field-text.js';
import { formatNumber, formatPrice } from './format.js';
import { periodName } from './periods.js';
import { ROW_NAMES, type RowNames } from './views.js';

export const PERIODS = ['day', 'week', 'month'];

/** The names in the rows of a key of a breakdown; undefined for one that is no record. */
export function namesOf(key = '', level?: number): RowNames | undefined {
  const names = Object.hasOwn(ROW_NAMES, key) ? ROW_NAMES[key as keyof typeof ROW_NAMES] : undefined;
  return names && level !== undefined ? { ...names, level } : names;
}

/** Where rows have the value of a key. */
export const keyPath = (key: string): string => namesOf(key)?.id ?? (key === 'day' ? 'date' : key);

/** The key of a row in words: the name of a record, a period, a choice, the two ends of a step. */
export function keyName(row: unknown, key: string, { text, choice }: Pick<Texts, 'text' | 'choice'>, lang: Lang) {
  const value = valueAt(row, keyPath(key));
  const title = valueAt(row, namesOf(key)?.title ?? `${key}.name`);
  if (value === null || value === undefined) return text('missingValues');
  if (namesOf(key) !== undefined || title !== undefined) return fieldText(title) || fieldText(value);
  if (PERIODS.includes(key)) return periodName(`${key}:${fieldText(value)}`, lang);
  if (typeof value !== 'object') return choice(key === 'is_ad' ? 'flag' : key, value);
  const { min, max } = value as { readonly min: number | null; readonly max: number | null };
  // The largest price of a band is right below the next one.
  const write = (bound: number): string =>
    key === 'price_band' ? formatPrice(Math.floor(100 * bound) / 100, 'US', lang) : formatNumber(bound, lang);
  if (min === null) return `≤ ${write(max ?? 0)}`;
  return max === null ? `${write(min)}+` : `${write(min)} – ${write(max)}`;
}
