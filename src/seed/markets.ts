import { REGION_CODES } from '../reference/regions.js';
import type { Region } from '../reference/regions.js';
import type { SeedLanguage } from './texts/nouns.js';

/** A region's languages, hours from UTC, USD per unit of its currency, decimals of its prices and share of the market. */
export interface Market {
  readonly region: Region;
  readonly languages: readonly SeedLanguage[];
  readonly utcOffsetHours: number;
  readonly usdRate: number;
  readonly priceDecimals: 0 | 2;
  readonly share: number;
}

const market = (
  region: Region,
  languages: readonly SeedLanguage[],
  utcOffsetHours: number,
  usdRate: number,
  share: number,
  priceDecimals: 0 | 2 = 2,
): Market => ({ region, languages, utcOffsetHours, usdRate, priceDecimals, share });

const EUR = 1.08;

const MARKETS: Readonly<Record<Region, Market>> = {
  US: market('US', ['en', 'en', 'en', 'es'], -5, 1, 20),
  GB: market('GB', ['en'], 1, 1.27, 9),
  MX: market('MX', ['es'], -6, 0.055, 5),
  ES: market('ES', ['es'], 2, EUR, 4),
  DE: market('DE', ['de'], 2, EUR, 5),
  IT: market('IT', ['it'], 2, EUR, 4),
  FR: market('FR', ['fr'], 2, EUR, 4),
  PT: market('PT', ['pt'], 1, EUR, 1),
  NL: market('NL', ['nl'], 2, EUR, 2),
  BE: market('BE', ['nl', 'fr'], 2, EUR, 1),
  AT: market('AT', ['de'], 2, EUR, 1),
  PL: market('PL', ['pl'], 2, 0.25, 2),
  ID: market('ID', ['id'], 7, 0.000062, 12, 0),
  VN: market('VN', ['vi'], 7, 0.000039, 8, 0),
  MY: market('MY', ['ms', 'ms', 'zh', 'en'], 8, 0.22, 5),
  TH: market('TH', ['th'], 7, 0.028, 7),
  PH: market('PH', ['fil', 'en'], 8, 0.017, 5),
  BR: market('BR', ['pt'], -3, 0.18, 4),
  JP: market('JP', ['ja'], 9, 0.0066, 4, 0),
  SG: market('SG', ['en', 'zh'], 8, 0.74, 2),
};

const ALL = REGION_CODES.map((region) => MARKETS[region]);
const SHARES = ALL.reduce((sum, { share }) => sum + share, 0);

/** The market of the entity so numbered: every region once first, then by share. */
export function marketFor(index: number, random: { next(): number }): Market {
  const forced = ALL[index];
  let rest = random.next() * SHARES;
  if (forced !== undefined) return forced;
  return ALL.find(({ share }) => (rest -= share) < 0) ?? (ALL[0] as Market);
}
