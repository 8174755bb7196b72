import { valueAt } from './row-writer.js';
import type { Placed } from './watch.js';

/** A row at a look. */
export interface Seen extends Placed {
  /** The row in the period before, where a rule compares with it. */
  readonly past?: Placed | undefined;
}

/** A condition about one row, with its value before. */
export interface Leaf {
  readonly is: 'new' | 'gone' | 'enters' | 'above' | 'below' | 'between' | 'changed' | 'rises' | 'falls';
  /** The path of a figure; the place without it, which rises when its number falls. */
  readonly field: string | undefined;
  readonly bounds: readonly number[];
  readonly isPercent: boolean;
  readonly since: 'look' | 'period';
}

export type Condition = { readonly any: readonly Condition[] } | { readonly all: readonly Condition[] } | Leaf;

/** The conditions about one row within a condition. */
export function leavesOf(condition: Condition): Leaf[] {
  if ('any' in condition) return condition.any.flatMap(leavesOf);
  return 'all' in condition ? condition.all.flatMap(leavesOf) : [condition];
}

/** The fields that a condition compares. */
export const fieldsOf = (condition: Condition): string[] => leavesOf(condition).flatMap(({ field }) => field ?? []);

/** Whether a condition compares with the period before. */
export const comparesPeriods = (condition: Condition): boolean =>
  leavesOf(condition).some(({ since }) => since === 'period');

/**
 * Whether a row is to be reported: its condition holds, and did not hold at the look before. Of `any` one does so; of
 * `all` every one holds, and one of them did not.
 * @param before undefined for a row that is new; `now` for one that is gone
 */
export function fires(condition: Condition, now: Seen | undefined, before: Seen | undefined): boolean {
  if ('any' in condition) return condition.any.some((one) => fires(one, now, before));
  if ('all' in condition) return holds(condition, now, before) && condition.all.some((one) => fires(one, now, before));
  return holds(condition, now, before) && !(before !== undefined && holds(condition, before, before));
}

function holds(condition: Condition, now: Seen | undefined, before: Seen | undefined): boolean {
  if ('any' in condition) return condition.any.some((one) => holds(one, now, before));
  if ('all' in condition) return condition.all.every((one) => holds(one, now, before));
  const { is, field, since } = condition;
  const [low = 0, high = low] = condition.bounds;
  if (is === 'new') return before === undefined;
  if (is === 'gone') return now === undefined;
  const value = figureOf(now, field);
  if (now === undefined || value === undefined) return false;
  switch (is) {
    case 'enters':
      return value <= low && (before === undefined || before.place > low);
    case 'above':
      return value > low;
    case 'below':
      return value < low;
    case 'between':
      return low <= value && value <= high;
    case 'changed':
    case 'rises':
    case 'falls': {
      const gain = gainOf(value, figureOf(since === 'period' ? now.past : before, field), condition);
      return (is === 'changed' ? Math.abs(gain) : is === 'rises' ? gain : -gain) >= low;
    }
  }
}

/** The figure of a row, or its place; undefined where it has none. */
function figureOf(row: Placed | undefined, field: string | undefined): number | undefined {
  const value = field === undefined ? row?.place : row && valueAt(row.row, field);
  return typeof value === 'number' ? value : undefined;
}

/** What a value has gained; NaN, which no bound is below, where it can't be told. */
function gainOf(value: number, old: number | undefined, { field, isPercent }: Leaf): number {
  if (old === undefined) return NaN;
  const gain = field === undefined ? old - value : value - old;
  if (!isPercent) return gain;
  return old === 0 ? NaN : (gain * 100) / Math.abs(old);
}
