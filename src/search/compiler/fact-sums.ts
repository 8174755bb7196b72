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

export type Aggregations = Readonly<Record<string, Aggregation>>;

/** The groups of facts with the same values of fields: those of one field all at once unless `inPages`. */
export function groupsBy(
  fields: readonly string[],
  size: number,
  inPages: boolean,
  aggs: Aggregations,
  after?: object,
): Aggregations {
  const [field = '', ...more] = fields;
  const sources = fields.map((name) => ({ [name]: { terms: { field: name } } }));
  const groups =
    more.length === 0 && !inPages
      ? { terms: { field, size, shard_size: size, order: { _key: 'asc' } } }
      : { composite: { size, sources, ...(after && { after }) } };
  return { groups: { ...groups, aggs } as Aggregation };
}

/** The answer to `groupsBy`. */
export interface GroupsAnswer<Group> {
  readonly groups: {
    readonly after_key?: object;
    readonly sum_other_doc_count?: number;
    readonly buckets: readonly (Group & {
      readonly key: string | number | Readonly<Record<string, string | number>>;
    })[];
  };
}

/** The values of the fields of a group. */
export const keyOf = ({ key }: GroupsAnswer<object>['groups']['buckets'][number]): string[] =>
  (typeof key === 'object' ? Object.values(key) : [key]).map(String);

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
