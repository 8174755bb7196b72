import { valueAt } from './row-writer.js';
import type { Placed } from './watch.js';

/** A row at a look. */
export interface Seen extends Placed {
  /** The row in the period before, where a rule compares with it. */
  readonly past?: Placed | undefined;
}

/** @param before undefined for a row that is new; `now` is for one that is gone */
type Test = (now: Seen | undefined, before: Seen | undefined) => boolean;

/** A condition about one row, with its value before. */
export interface Condition {
  readonly holds: Test;
  /** Whether a row is to be reported: the condition holds, and did not hold at the look before. */
  readonly fires: Test;
  /** The paths of the figures that it compares. */
  readonly fields: readonly string[];
  /** Whether it compares with the period before. */
  readonly comparesPeriods: boolean;
}

export type Comparison = 'enters' | 'moved' | 'above' | 'below' | 'between' | 'changed' | 'rises' | 'falls';

const simple = (holds: Test, fields: readonly string[] = [], comparesPeriods = false): Condition => ({
  holds,
  fires: (now, before) => holds(now, before) && !(before !== undefined && holds(before, before)),
  fields,
  comparesPeriods,
});

export const NEW = simple((_, before) => before === undefined);
export const GONE = simple((now) => now === undefined);

/** Of `any` one fires; of `all` every one holds, and one of them did not at the look before. */
export function joined(kind: 'any' | 'all', parts: readonly Condition[]): Condition {
  const holds: Test = (now, before) => parts[kind === 'any' ? 'some' : 'every']((one) => one.holds(now, before));
  const fires: Test = (now, before) =>
    (kind === 'any' || holds(now, before)) && parts.some((one) => one.fires(now, before));
  const comparesPeriods = parts.some((one) => one.comparesPeriods);
  return { holds, fires, fields: parts.flatMap((one) => one.fields), comparesPeriods };
}

/**
 * A condition about a figure.
 * @param bound a number, a percentage as text, or the ends of a span
 * @param field the path of the figure; the place without it, which rises when its number falls
 */
export function comparison(kind: Comparison, bound: unknown, field?: string, since = 'look'): Condition {
  const [low = 0, high = low] = [bound].flat().map((one) => parseFloat(String(one)));
  const figureOf = (row: Placed | undefined): number | undefined => {
    const value = field === undefined ? row?.place : row && valueAt(row.row, field);
    return typeof value === 'number' ? value : undefined;
  };
  /** NaN, which no bound is below, where it can't be told. */
  const gainOf = (value: number, old = NaN): number => {
    const gain = field === undefined ? old - value : value - old;
    return typeof bound === 'string' ? (gain * 100) / (old === 0 ? NaN : Math.abs(old)) : gain;
  };
  const holds: Test = (now, before) => {
    const value = figureOf(now);
    if (value === undefined) return false;
    if (kind === 'enters') return value <= low && (before === undefined || before.place > low);
    if (kind === 'above') return value > low;
    if (kind === 'below') return value < low;
    if (kind === 'between') return low <= value && value <= high;
    const gain = gainOf(value, figureOf(since === 'period' ? now?.past : before));
    return (kind === 'rises' ? gain : kind === 'falls' ? -gain : Math.abs(gain)) >= low;
  };
  return simple(holds, field === undefined ? [] : [field], since === 'period');
}
