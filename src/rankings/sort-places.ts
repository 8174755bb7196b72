import { setImmediate as nextTurn } from 'node:timers/promises';
import { NOT_KNOWN } from '../figures/sums.js';
import type { SortItem } from '../search/compiler/types.js';

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
