import { roundHalfAwayFromZero } from '../../reference/rounding.js';

/** Larger amounts are no figures that add up, and the index takes none. */
const LARGEST = 9e18;

/** An amount at 4 decimals in two whole numbers, whose sums are exact: the whole part and ten-thousandths, of its sign. */
export interface AmountParts {
  readonly whole: number;
  readonly fraction: number;
}

/** Splits an amount so that sums of its parts are exact. */
export function amountParts(amount: number): AmountParts {
  if (Math.abs(amount) > Number.MAX_SAFE_INTEGER) {
    return { whole: Math.max(-LARGEST, Math.min(LARGEST, amount)), fraction: 0 };
  }
  const rounded = roundHalfAwayFromZero(amount, 4);
  const whole = Math.trunc(rounded);
  return { whole, fraction: Math.round((rounded - whole) * 10_000) };
}

/** The GMV of a video or live stream as its document keeps it. */
export function gmvParts(amount: number | null): { gmv_whole: number | null; gmv_fraction: number | null } {
  if (amount === null) return { gmv_whole: null, gmv_fraction: null };
  const { whole, fraction } = amountParts(amount);
  return { gmv_whole: whole, gmv_fraction: fraction };
}
