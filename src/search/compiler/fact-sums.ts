import { exactAmount, exactSum } from '../../common/money.js';
import type { Aggregation } from './types.js';

/** Sums of sales facts, exact; the amount is in ten-thousandths. */
export interface FactSums {
  readonly units: number;
  readonly amount: bigint;
}

export interface Metric {
  readonly value: number;
  readonly value_as_string?: string;
}

/** The answer to `compileSums`. */
export type SumsAnswer = Readonly<Record<'units' | 'whole' | 'fraction', Metric>>;

/** Adds up the units of facts, and their amounts in one money. */
export function compileSums(money: 'gmv' | 'usd_gmv'): Record<keyof SumsAnswer, Aggregation> {
  const sum = (field: string): Aggregation => ({ sum: { field } });
  return { units: sum('units_sold'), whole: sum(`${money}_whole`), fraction: sum(`${money}_fraction`) };
}

/** @throws RangeError when a sum may have been rounded */
export const readSums = ({ units, whole, fraction }: SumsAnswer): FactSums => ({
  units: exactSum(units.value),
  amount: exactAmount({ whole: whole.value, fraction: fraction.value }),
});

/** @throws as `readSums` does */
export const addSums = (one: FactSums, other: FactSums): FactSums => ({
  units: exactSum(one.units + other.units),
  amount: one.amount + other.amount,
});
