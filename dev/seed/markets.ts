import MARKETS from './data/markets.json' with { type: 'json' };
import { priceDecimals, type Region, REGION_CODES } from '../../src/common/regions.js';
import type { SeedLanguage } from './languages.js';
import { itemAt, type Random } from './random.js';

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

/** All markets, in the order of the regions. */
export const ALL_MARKETS: readonly Market[] = REGION_CODES.map((region) => ({ region, ...MARKETS[region] }) as Market);
/** The market at a fraction from 0 to below 1 of all shares. */
const marketAt = (fraction: number): Market => itemAt(fraction, ALL_MARKETS, ({ share }) => share);

export const drawMarket = (random: Random): Market => marketAt(random.next());

/** Fractional parts of its multiples are evenly distributed. */
const GOLDEN_RATIO = 0.6180339887498949;

/** The market of an entity by its number: first every region once, then evenly by share. */
export const marketFor = (index: number): Market => ALL_MARKETS[index] ?? marketAt((index * GOLDEN_RATIO) % 1);

/** A typical price of the market near an amount in its currency: two leading digits and an ending. */
export function shopPrice({ region, prices }: Market, amount: number, ending: number): number {
  const step = Math.max(prices.step, 10 ** (Math.floor(Math.log10(amount)) - 1));
  const rounded = Math.max(1, Math.round(amount / step)) * step;
  const factor = 10 ** priceDecimals(region);
  return Math.round((rounded - (prices.endings[ending % prices.endings.length] ?? 0)) * factor) / factor;
}
