import { roundHalfAwayFromZero } from './numbers.js';

const TOP = 5;

/** Places a value among its peers, of two decimals. Quartiles are linear between the nearest values, exact in hundredths. */
export function placeAmong(value: number, peers: readonly number[]) {
  const sorted = Float64Array.from(peers, hundredths).sort();
  const own = hundredths(value);
  const smaller = sorted.filter((one) => one < own).length;
  const larger = sorted.filter((one) => one > own).length;
  const quartile = (quarters: number): number => {
    const at = (sorted.length - 1) * quarters;
    const [below = 0, rest] = [sorted[Math.floor(at / 4)], at % 4];
    const above = sorted[Math.floor(at / 4) + 1] ?? below;
    return (below * (4 - rest) + above * rest) / 400;
  };
  const top = sorted.slice(-TOP);
  return {
    rank: larger + 1,
    tied: sorted.length - larger - smaller,
    percentile: roundHalfAwayFromZero((100 * smaller) / sorted.length, 2),
    p25: quartile(1),
    median: quartile(2),
    p75: quartile(3),
    top5_mean: top.reduce((sum, one) => sum + one, 0) / (100 * top.length),
  };
}

const hundredths = (value: number): number => Math.round(value * 100);
