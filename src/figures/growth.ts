import { divideRounded } from '../common/money.js';

/** The growth in percent, rounded half away from zero to 2 decimals; null unless the figure before is above 0. */
export function growthRate(before: number, now: number): number | null {
  const [earlier, later] = [inHundredths(before), inHundredths(now)];
  if (earlier <= 0n) return null;
  return Number(divideRounded((later - earlier) * 10_000n, earlier)) / 100;
}

/** The difference of two amounts of at most two decimals. */
export const amountChange = (before: number, now: number): number =>
  (Math.round(now * 100) - Math.round(before * 100)) / 100;

const inHundredths = (figure: number): bigint =>
  Number.isInteger(figure) ? BigInt(figure) * 100n : BigInt(Math.round(figure * 100));
