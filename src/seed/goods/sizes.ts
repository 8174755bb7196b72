import type { SeedLanguage } from '../texts/languages.js';
import { COUNTS } from '../texts/words.js';
import type { Random } from '../random.js';

/**
 * Sizes by the size kinds of GOODS_TABLE. A number with `pack`, `pcs`, `years` or `months` is written in the language of
 * the title, a metric unit in the form of the market, everything else unchanged.
 */
const SIZES_TEXT = `
g4: 3.5 g|4 g
g100: 80 g|100 g
g150: 70 g|90 g|150 g
g250: 150 g|200 g|250 g
g500: 250 g|500 g
kg1: 500 g|1 kg
kg3: 1.5 kg|3 kg
kg5: 2 kg|5 kg|10 kg
kg8: 7 kg|8 kg|9 kg
kg10: 5 kg|8 kg|10 kg
ml10: 8 ml|10 ml
ml30: 20 ml|30 ml
ml50: 40 ml|50 ml
ml100: 50 ml|75 ml|100 ml
ml250: 150 ml|200 ml|250 ml
ml350: 300 ml|350 ml
ml400: 300 ml|400 ml
ml500: 250 ml|500 ml
ml750: 500 ml|750 ml
l1: 500 ml|1 l
l3: 2 l|3 l
l5: 2.5 l|4 l|5 l
liter: 1.5 l|2 l|5 l
liter30: 20 l|30 l|50 l
cm20: 18 cm|20 cm
cm24: 20 cm|24 cm
cm28: 24 cm|28 cm|30 cm
cm30: 25 cm|30 cm|40 cm
cm40: 30 × 40 cm|40 × 50 cm
cm60: 40 × 60 cm|50 × 80 cm
cm70: 50 × 70 cm|70 × 140 cm
bed: 140 × 200 cm|160 × 200 cm|180 × 200 cm
pillow: 40 × 60 cm|50 × 70 cm
cushion: 45 × 45 cm|50 × 50 cm
curtain: 140 × 240 cm|140 × 175 cm
rug: 120 × 170 cm|160 × 230 cm
throw: 130 × 170 cm|150 × 200 cm
m3: 2 m|3 m
m5: 3 m|5 m
m10: 5 m|10 m
m20: 15 m|20 m
fit: S–XL|S–XXL|XS–XL|M–3XL
kids: 2–6 years|4–10 years|6–12 years
infant: 0–6 months|6–12 months|0–12 months
shoew: EU 36–41
shoem: EU 40–46
shoek: EU 24–34
gb: 64 GB|128 GB|256 GB
tb: 500 GB|1 TB|2 TB
mah: 5000 mAh|10000 mAh|20000 mAh
inch: 24″|27″|32″
inch50: 43″|50″|55″
x2: 2 pack|3 pack
x3: 2 pack|3 pack
x4: 4 pack
x5: 3 pack|5 pack
x6: 4 pack|6 pack
x10: 5 pack|10 pack
x12: 6 pack|12 pack
x14: 14 pcs|28 pcs
x20: 10 pcs|20 pcs
x24: 16 pcs|24 pcs
x50: 30 pcs|50 pcs
x60: 40 pcs|60 pcs
x80: 72 pcs|80 pcs
x90: 60 pcs|90 pcs
x100: 50 pcs|100 pcs
x120: 60 pcs|120 pcs
none:
`;

const sizes = new Map(
  SIZES_TEXT.trim()
    .split('\n')
    .map((line) => {
      const [name = '', kinds = ''] = line.split(/: ?/);
      return [name, kinds.split('|')] as const;
    }),
);

/** Whether a size kind exists. */
export const isSizeKind = (name: string): boolean => sizes.has(name);

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
const DECIMAL_POINT: ReadonlySet<SeedLanguage> = new Set(['en', 'zh', 'th', 'ja', 'ms', 'fil']);

/** Draws a size in the form of a language and market; empty when the kind has no sizes. */
export function drawSize(kind: string, region: string, language: SeedLanguage, random: Random): string {
  const size = random.pick(sizes.get(kind) ?? ['']);
  const [, amount = '', unit = ''] = /^([\d.–× ]+) ([a-z]+)$/.exec(size) ?? [];
  if (unit === '') return SHOES[region]?.[size] ?? size;
  const counted = COUNTS.get(unit === 'pack' ? '{k}-pack' : `{k} ${unit}`);
  if (counted !== undefined) return counted[language].replace('{k}', amount);
  const [usUnit, metric] = US_UNITS[unit] ?? ['', 1];
  if (region === 'US' && language === 'en') {
    const inUs = amount.split(' × ').map((one) => String(Math.round((Number(one) / metric) * 10) / 10));
    return `${inUs.join(' × ')} ${usUnit}`;
  }
  const written = DECIMAL_POINT.has(language) ? amount : amount.replace('.', ',');
  return `${written}${language === 'ja' || language === 'zh' ? '' : ' '}${unit === 'l' ? 'L' : unit}`;
}
