import { formatPercent } from './rounding.js';

/** Exact growth between two follower counts (docs/api.md, "Records"). */
export function followerGrowth(before: number, now: number): { count: number; rate: string | null } {
  const count = now - before;
  return { count, rate: before === 0 ? null : formatPercent(hundredthsOfPercent(count, before)) };
}

function hundredthsOfPercent(part: number, whole: number): number {
  const [numerator, denominator] = [BigInt(part) * 10_000n, BigInt(whole)];
  const negative = numerator < 0n !== denominator < 0n;
  const [size, unit] = [abs(numerator), abs(denominator)];
  const rounded = Number((2n * size + unit) / (2n * unit));
  return (negative ? -rounded : rounded) / 100;
}

const abs = (value: bigint): bigint => (value < 0n ? -value : value);
