import { priceDecimals, REGION_CODES } from '../reference/regions.js';
import type { Region } from '../reference/regions.js';
import type { SeedLanguage } from './languages.js';

export type Climate = 'north' | 'south' | 'tropical';

/** A region as a market. */
export interface Market {
  readonly region: Region;
  readonly languages: readonly SeedLanguage[];
  readonly utcOffsetHours: number;
  /** USD per unit of its currency. */
  readonly usdRate: number;
  /** Relative share of all shops, creators and shows. */
  readonly share: number;
  /** Price level relative to the United States. */
  readonly priceLevel: number;
  /** Prices are multiples of `step` minus one of `endings`: 12.99, 1,980, 259. */
  readonly prices: { readonly step: number; readonly endings: readonly number[] };
  readonly climate: Climate;
}

const EUR = 1.08;
const CENTS = { step: 1, endings: [0.01, 0.01, 0.05, 0.5] } as const;
const TEN_CENTS = { step: 1, endings: [0.1, 0.1, 0.01, 0] } as const;
const TENS = { step: 10, endings: [1, 1, 0, 5] } as const;

const market = (
  region: Region,
  languages: readonly SeedLanguage[],
  utcOffsetHours: number,
  usdRate: number,
  share: number,
  priceLevel: number,
  prices: Market['prices'],
  climate: Climate = 'north',
): Market => ({ region, languages, utcOffsetHours, usdRate, share, priceLevel, prices, climate });

const MARKETS: Readonly<Record<Region, Market>> = {
  US: market('US', ['en', 'en', 'en', 'es'], -5, 1, 20, 1, CENTS),
  GB: market('GB', ['en'], 1, 1.27, 9, 1, CENTS),
  MX: market('MX', ['es'], -6, 0.055, 5, 0.7, TENS),
  ES: market('ES', ['es'], 2, EUR, 4, 0.9, CENTS),
  DE: market('DE', ['de'], 2, EUR, 5, 1, CENTS),
  IT: market('IT', ['it'], 2, EUR, 4, 0.95, CENTS),
  FR: market('FR', ['fr'], 2, EUR, 4, 1, CENTS),
  PT: market('PT', ['pt'], 1, EUR, 3, 0.85, CENTS),
  NL: market('NL', ['nl'], 2, EUR, 3, 1, CENTS),
  BE: market('BE', ['nl', 'fr'], 2, EUR, 3, 1, CENTS),
  AT: market('AT', ['de'], 2, EUR, 3, 1, CENTS),
  PL: market('PL', ['pl'], 2, 0.25, 3, 0.75, CENTS),
  ID: market('ID', ['id'], 7, 0.000062, 12, 0.4, { step: 1000, endings: [100, 100, 0, 500] }, 'tropical'),
  VN: market('VN', ['vi'], 7, 0.000039, 8, 0.4, { step: 10_000, endings: [1000, 1000, 0] }, 'tropical'),
  MY: market('MY', ['ms', 'ms', 'zh', 'en'], 8, 0.22, 5, 0.5, TEN_CENTS, 'tropical'),
  TH: market('TH', ['th'], 7, 0.028, 7, 0.45, TENS, 'tropical'),
  PH: market('PH', ['fil', 'en'], 8, 0.017, 5, 0.45, TENS, 'tropical'),
  BR: market('BR', ['pt'], -3, 0.18, 4, 0.65, TEN_CENTS, 'south'),
  JP: market('JP', ['ja'], 9, 0.0066, 4, 0.9, { step: 100, endings: [20, 20, 0, 50] }),
  SG: market('SG', ['en', 'zh'], 8, 0.74, 3, 0.85, TEN_CENTS, 'tropical'),
};

/** All markets, in the order of the regions. */
export const ALL_MARKETS: readonly Market[] = REGION_CODES.map((region) => MARKETS[region]);
const SHARES = ALL_MARKETS.reduce((sum, { share }) => sum + share, 0);

/** Draws a market by share. */
export function drawMarket(random: { next(): number }): Market {
  let rest = random.next() * SHARES;
  return ALL_MARKETS.find(({ share }) => (rest -= share) < 0) ?? (ALL_MARKETS[0] as Market);
}

/** Fractional parts of its multiples are evenly distributed. */
const GOLDEN_RATIO = 0.6180339887498949;

/** The market of an entity by its number: first every region once, then evenly by share. */
export const marketFor = (index: number): Market =>
  ALL_MARKETS[index] ?? drawMarket({ next: () => (index * GOLDEN_RATIO) % 1 });

/** A typical price of the market near an amount in its currency: two leading digits and an ending. */
export function shopPrice({ region, prices }: Market, amount: number, ending: number): number {
  const step = Math.max(prices.step, 10 ** (Math.floor(Math.log10(amount)) - 1));
  const rounded = Math.max(1, Math.round(amount / step)) * step;
  const factor = 10 ** priceDecimals(region);
  return Math.round((rounded - (prices.endings[ending % prices.endings.length] ?? 0)) * factor) / factor;
}
