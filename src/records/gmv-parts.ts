import { roundHalfAwayFromZero } from '../reference/rounding.js';

/** Larger amounts are no figures that add up, and the index takes none. */
const LARGEST = 9e18;

/** An amount at 4 decimals in two whole numbers, whose sums are exact: the whole part and ten-thousandths of its sign. */
export function gmvParts(amount: number | null): { gmv_whole: number | null; gmv_fraction: number | null } {
  if (amount === null) return { gmv_whole: null, gmv_fraction: null };
  const rounded = roundHalfAwayFromZero(Math.max(-LARGEST, Math.min(LARGEST, amount)), 4);
  const gmv_whole = Math.trunc(rounded);
  return { gmv_whole, gmv_fraction: Math.round((rounded - gmv_whole) * 10_000) };
}
