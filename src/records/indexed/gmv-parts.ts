import { roundHalfAwayFromZero } from '../../reference/rounding.js';

/** Larger amounts are no figures that add up, and the index takes none. */
const LARGEST = 9e18;

/** An amount at 4 decimals in two whole numbers, whose sums are exact: the whole part and ten-thousandths of its sign. */
export function gmvParts(amount: number | null): { gmv_whole: number | null; gmv_fraction: number | null } {
  if (amount === null) return { gmv_whole: null, gmv_fraction: null };
  if (Math.abs(amount) > Number.MAX_SAFE_INTEGER) {
    return { gmv_whole: Math.max(-LARGEST, Math.min(LARGEST, amount)), gmv_fraction: 0 };
  }
  const rounded = roundHalfAwayFromZero(amount, 4);
  const gmv_whole = Math.trunc(rounded);
  return { gmv_whole, gmv_fraction: Math.round((rounded - gmv_whole) * 10_000) };
}
