import { divideRounded, exactSum, roundedAmount, roundHalfAwayFromZero } from '../common/numbers.js';
import { type DatedPeriod, firstDay, lastDay } from '../common/period/period.js';
import type { Aggregation, Range } from '../search/compiler/types.js';

export type Aggregations = Readonly<Record<string, Aggregation>>;

/** The money that amounts of sales are added up in. */
export type Money = 'gmv' | 'usd_gmv';

export const sum = (field: string): Aggregation => ({ sum: { field } });

export const UNITS: Aggregations = { units: sum('units_sold') };

/** Add up the amounts of sales in one money, as whole numbers: USD in ten-thousandths, local money in two parts. */
export const AMOUNT_SUMS: Readonly<Record<Money, Aggregations>> = {
  usd_gmv: { usd_gmv: sum('usd_gmv_ten_thousandths') },
  gmv: { gmv: sum('gmv_whole'), gmv_fraction: sum('gmv_fraction') },
};

export const USD_SUMS: Aggregations = { ...UNITS, ...AMOUNT_SUMS.usd_gmv };

export type Values = Readonly<Record<string, number | undefined>>;

/** Metrics in an answer. */
export type Metrics = Readonly<Partial<Record<string, { readonly value?: number }>>>;

/** The values in an answer. */
export const valuesOf = (metrics: Metrics): Values =>
  Object.fromEntries(Object.entries(metrics).map(([name, metric]) => [name, metric?.value]));

/** The sums of values by their names. */
export function addUp(all: readonly Values[]): Values {
  const sums: Record<string, number> = {};
  for (const values of all) {
    for (const [name, value = 0] of Object.entries(values)) sums[name] = (sums[name] ?? 0) + value;
  }
  return sums;
}

/** Units of sales. @param row its key. @throws RangeError with field and row when they may have been rounded */
export const unitsOf = ({ units = 0 }: Values, row: string): number => exactSum(units, 'units_sold', row);

/** An amount rounded to cents, half away from zero. @throws as `unitsOf` does */
export function amountOf({ gmv = 0, gmv_fraction = 0, usd_gmv = 0 }: Values, money: Money, row: string): number {
  const parts = money === 'usd_gmv' ? { whole: 0, fraction: usd_gmv } : { whole: gmv, fraction: gmv_fraction };
  return roundedAmount(parts, money, row);
}

/** Units and the amount in USD, as they are shown. @throws as `unitsOf` does */
export const soldIn = (values: Values, row: string) => ({
  units_sold: unitsOf(values, row),
  usd_gmv: amountOf(values, 'usd_gmv', row),
});

/** Percent of an amount, two decimals; null where that is 0 or less. */
export const shareOf = (part: number, whole: number): number | null =>
  whole > 0 ? roundHalfAwayFromZero((part / whole) * 100, 2) : null;

/** Percent of an amount that the largest of its parts have, as `shareOf`. */
export function topShares(parts: readonly number[], whole: number) {
  const sorted = new Float64Array(parts).sort();
  const shareOfFirst = (count: number) =>
    shareOf(sorted.slice(-count).reduce((cents, part) => cents + Math.round(part * 100), 0) / 100, whole);
  return { top1_share: shareOfFirst(1), top3_share: shareOfFirst(3), top10_share: shareOfFirst(10) };
}

/** What `extended_stats_bucket` tells of the amounts of groups. */
type AmountStats = Readonly<Partial<Record<'min' | 'sum' | 'sum_of_squares', number | null>>>;

/** The Herfindahl-Hirschman index of amounts: their squared percents, added up; null where one is below 0, or all are 0. */
export function hhiOf({ min, sum, sum_of_squares: squares }: AmountStats): number | null {
  if (!sum || min === undefined || min === null || min < 0) return null;
  return roundHalfAwayFromZero((10_000 * (squares ?? 0)) / sum ** 2, 2);
}

/** The same of exact amounts. */
export function hhiOfAll(amounts: Iterable<number>): number | null {
  let [min, sum, sum_of_squares] = [0, 0, 0];
  for (const amount of amounts) {
    if (amount < min) min = amount;
    sum += amount;
    sum_of_squares += amount * amount;
  }
  return hhiOf({ min, sum, sum_of_squares });
}

/** Stands for a figure that is not known, where numbers are compared. */
export const NOT_KNOWN = -Infinity;

/** Whether a figure is known and lies in a range, its ends included. */
export const isInRange = (figure: number | null, { min, max }: Range): boolean =>
  figure !== null && figure !== NOT_KNOWN && figure >= (min ?? NOT_KNOWN) && figure <= (max ?? Infinity);

/** The growth in percent, rounded half away from zero to 2 decimals; null unless the figure before is above 0. */
export function growthRate(before: number, now: number): number | null {
  const [earlier, later] = [inHundredths(before), inHundredths(now)];
  if (earlier <= 0n) return null;
  return Number(divideRounded((later - earlier) * 10_000n, earlier)) / 100;
}

/** The difference of two amounts of at most two decimals. */
export const amountChange = (before: number, now: number): number =>
  (Math.round(now * 100) - Math.round(before * 100)) / 100;

/** The sums of all rows now and before, and the parts that the largest have in them. @throws as `unitsOf` does */
export function marketOf(now: Values, before: Values | null, amounts: readonly number[]) {
  const sum = { ...soldIn(now, 'all rows'), previous: before && soldIn(before, 'all rows') };
  return { sum, ...topShares(amounts, sum.usd_gmv) };
}

/** Whether facts cover a period, and the one that it is compared with. */
export type Coverage = Readonly<Record<'complete' | 'previous_complete', boolean>>;

/** A comparison: `previous` is null unless facts cover its whole period, the change unless they cover both. */
export function comparisonOf<Previous extends { readonly usd_gmv: number }>(
  now: number | null,
  before: Previous | null,
  { complete, previous_complete }: Coverage,
) {
  const previous = previous_complete ? before : null;
  const isKnown = complete && now !== null && previous !== null;
  return { previous, usd_gmv_change: isKnown ? amountChange(previous.usd_gmv, now) : null };
}

/** The days compared with, as answers name them. */
export const previousDays = (before: DatedPeriod | undefined) => ({
  previous_from: before === undefined ? null : firstDay(before),
  previous_to: before === undefined ? null : lastDay(before),
});

const inHundredths = (figure: number): bigint =>
  Number.isInteger(figure) ? BigInt(figure) * 100n : BigInt(Math.round(figure * 100));
