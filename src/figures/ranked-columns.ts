import { setImmediate as nextTurn } from 'node:timers/promises';
import { amountOf, NOT_KNOWN, unitsOf, type Values } from './sums.js';
import type { SortItem } from '../search/compiler/types.js';

/** Sales by row, in columns. */
export class SalesRows {
  readonly ids: string[] = [];
  readonly facts: number[] = [];
  readonly amounts: number[] = [];
  readonly units: number[] = [];
  /** Exact amounts, in ten-thousandths. */
  readonly exact: number[] = [];

  add(id: string, facts: number, values: Values): void {
    this.ids.push(id);
    this.facts.push(facts);
    this.amounts.push(amountOf(values, 'usd_gmv', id));
    this.units.push(unitsOf(values, id));
    this.exact.push(values['usd_gmv'] ?? 0);
  }

  /** The rows at some places. */
  at(places: readonly number[]): SalesRows {
    const columns = Object.entries(this) as [string, unknown[]][];
    const picked = columns.map(([name, column]) => [name, places.map((place) => column[place])]);
    return Object.assign(new SalesRows(), Object.fromEntries(picked) as Partial<SalesRows>);
  }

  /** The sums of the rows at some places. */
  sums(places: readonly number[]): Values {
    const sumOf = (column: readonly number[]) => places.reduce((sum, at) => sum + (column[at] ?? 0), 0);
    return { units: sumOf(this.units), usd_gmv: sumOf(this.exact) };
  }
}

/** Rows that are looked at in one turn of the event loop. */
const PORTION = 8000;

/**
 * Sorts rows by figures in turn, those that are not known last; equal rows stay in the order of their ids. Portions are
 * sorted, then merged in pairs.
 */
export async function sortPlaces(
  figures: Readonly<Record<string, Float64Array>>,
  places: readonly number[],
  by: readonly SortItem[],
): Promise<number[]> {
  const columns = by.map(({ field, order }) => {
    const column = figures[field] ?? new Float64Array();
    return order === 'desc' ? column : column.map((figure) => (figure === NOT_KNOWN ? figure : -figure));
  });
  const compare = (one: number, other: number): number => {
    for (const column of columns) {
      const [mine = 0, its = 0] = [column[one], column[other]];
      if (mine !== its) return its > mine ? 1 : -1;
    }
    return one - other;
  };
  const portions: number[][] = [];
  for (let at = 0; at < places.length; at += PORTION) {
    portions.push(places.slice(at, at + PORTION).sort(compare));
    await nextTurn();
  }
  for (let [one, other] = portions; one && other; [one, other] = portions) {
    portions.splice(0, 2);
    portions.push(await merge(one, other, compare));
  }
  return portions[0] ?? [];
}

async function merge(
  one: readonly number[],
  other: readonly number[],
  compare: (one: number, other: number) => number,
): Promise<number[]> {
  const all: number[] = [];
  for (let [at, otherAt] = [0, 0]; all.length < one.length + other.length;) {
    const [mine, its] = [one[at], other[otherAt]];
    const isMine = its === undefined || (mine !== undefined && compare(mine, its) < 0);
    all.push((isMine ? one[at++] : other[otherAt++]) ?? 0);
    if (all.length % PORTION === 0) await nextTurn();
  }
  return all;
}
