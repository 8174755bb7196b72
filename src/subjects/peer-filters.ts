import type { JsonObject } from '../common/json-object.js';
import { roundHalfAwayFromZero } from '../common/numbers.js';

/** The filter that keeps the peers of a row, by its name; null where the row has no value. */
export type PeerFilter = (row: JsonObject, tolerance: number) => readonly [name: string, value: unknown];

/** Keeps rows with the same value. */
export const sameValue =
  (filter: string, field = filter): PeerFilter =>
  (row) => [filter, row[field] ?? null];

/** Keeps rows whose value differs by at most `tolerance` percent. */
export const valueAround =
  (field: string): PeerFilter =>
  (row, tolerance) => {
    const value = row[field];
    const bound = (percent: number) => roundHalfAwayFromZero((Number(value) * percent) / 100, 2);
    const range = typeof value === 'number' ? { min: bound(100 - tolerance), max: bound(100 + tolerance) } : null;
    return [`${field}_range`, range];
  };

/** Keeps rows of the deepest category that a product has. */
export const deepestCategory: PeerFilter = (row) => {
  const level = ['l3_category_id', 'l2_category_id'].find((name) => typeof row[name] === 'number') ?? 'l1_category_id';
  return [level, row[level] ?? null];
};
