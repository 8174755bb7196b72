import SIZES from '../data/sizes.json' with { type: 'json' };
import type { SeedLanguage } from '../languages.js';
import { textsOf } from '../languages.js';
import type { Random } from '../random.js';

export type SizeKind = keyof typeof SIZES;

/** Units of the United States with their factor to the metric unit. */
const US_UNITS: Readonly<Record<string, readonly [unit: string, metric: number]>> = {
  g: ['oz', 28.35],
  kg: ['lb', 0.4536],
  ml: ['fl oz', 29.574],
  l: ['qt', 0.9464],
  cm: ['in', 2.54],
  m: ['ft', 0.3048],
};
const SHOES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  US: { 'EU 36–41': 'US 6–10', 'EU 40–46': 'US 7–12', 'EU 24–34': 'US 8C–3Y' },
  GB: { 'EU 36–41': 'UK 3–8', 'EU 40–46': 'UK 6–11', 'EU 24–34': 'UK 7–2' },
  JP: { 'EU 36–41': '22.5–25.5cm', 'EU 40–46': '25–29cm', 'EU 24–34': '15–21cm' },
};

/**
 * Draws a size in the form of a language and market; empty when the kind has no sizes. A count is in the language, a metric
 * unit in the form of the market, everything else unchanged.
 */
export function drawSize(kind: SizeKind, region: string, language: SeedLanguage, random: Random): string {
  const size = random.pick(SIZES[kind]);
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
