import SIZES from '../data/sizes.json' with { type: 'json' };
import { type SeedLanguage, textsOf } from '../languages.js';
import type { Random } from '../random.js';

export type SizeKind = keyof typeof SIZES.kinds;

/** Units of the United States with their factor to the metric unit. */
const US_UNITS = SIZES.usUnits as unknown as Readonly<Record<string, readonly [unit: string, metric: number]>>;
const SHOES: Readonly<Record<string, Readonly<Record<string, string>>>> = SIZES.shoes;

/** A size in the form of a language and market; empty when the kind has no sizes. */
export function drawSize(kind: SizeKind, region: string, language: SeedLanguage, random: Random): string {
  const size = random.pick(SIZES.kinds[kind]);
  const [, amount = '', unit = ''] = /^([\d.–× ]+) ([a-z]+)$/.exec(size) ?? [];
  if (unit === '') return SHOES[region]?.[size] ?? size;
  const { counts, decimal, measure } = textsOf(language);
  const counted = counts[unit];
  if (counted !== undefined) return counted.replace('{k}', amount);
  const [usUnit, metric] = US_UNITS[unit] ?? ['', 1];
  if (region === 'US' && language === 'en') {
    const inUs = amount.split(' × ').map((one) => String(Math.round((Number(one) / metric) * 10) / 10));
    return `${inUs.join(' × ')} ${usUnit}`;
  }
  return measure.replace('{k}', amount.replace('.', decimal)).replace('{u}', unit === 'l' ? 'L' : unit);
}
