import { divideRounded } from '../common/money.js';
import { formatPercent } from '../common/rounding.js';
import type { TopGrowthRowBefore } from './board.document.js';

/** The last follower count of each creator in a period. */
export type Followers = ReadonlyMap<string, number>;

/** Returns the growth between two numbers of followers, exact (docs/api.md, "Records"). */
export function followerGrowth(before: number, now: number): { count: number; rate: string | null } {
  const rate = growthRate(before, now);
  return { count: now - before, rate: rate === null ? null : formatPercent(rate) };
}

/** The growth in percent, rounded half away from zero to 2 decimals; null unless the figure before is above 0. */
export function growthRate(before: number, now: number): number | null {
  const [earlier, later] = [inHundredths(before), inHundredths(now)];
  if (earlier <= 0n) return null;
  return Number(divideRounded((later - earlier) * 10_000n, earlier)) / 100;
}

/** What sales in USD have changed by since the period before; without sales these were 0. */
export const salesChange = (before: number, now: number) => ({
  usd_gmv_change: (Math.round(now * 100) - Math.round(before * 100)) / 100,
  growth_rate: growthRate(before, now),
});

const inHundredths = (figure: number): bigint =>
  Number.isInteger(figure) ? BigInt(figure) * 100n : BigInt(Math.round(figure * 100));

/** Growth in a period; undefined without a count in it or in the period before. */
export function growthOf(uid: string, then?: Followers, now?: Followers): TopGrowthRowBefore | undefined {
  const [before, after] = [then?.get(uid), now?.get(uid)];
  if (before === undefined || after === undefined) return undefined;
  return {
    follower_inc_count: after - before,
    follower_inc_rate: growthRate(before, after),
    follower_count_at_period_end: after,
  };
}
