import { isDeepStrictEqual } from 'node:util';
import type { Row } from './question-world.js';
import { type Answered, rowsOf } from './scripts.js';

/** As many rows as this settle what the list is. */
const MOST_COMPARED = 3;

interface Matcher {
  readonly asymmetricMatch?: (value: unknown) => boolean;
}

/** Whether the rows of an answer begin with the expected ones, in the fields that the answer has: ids, and two at least. */
export function isAnswer(answered: Answered, expected: readonly object[]): boolean {
  const rows = rowsOf(answered);
  const compared = expected.slice(0, Math.min(expected.length, Math.max(rows.length, MOST_COMPARED)));
  return rows.length > 0 && compared.every((row, at) => isSameRow(rows[at], row as Row));
}

function isSameRow(row: Row | undefined, expected: Row): boolean {
  if (row === undefined) return false;
  const shared = Object.entries(expected).filter(([name]) => name in row);
  const isSame = shared.every(([name, value]) => {
    const matcher = value as Matcher | null;
    return matcher?.asymmetricMatch?.(row[name]) ?? isDeepStrictEqual(row[name], value);
  });
  const lacksId = Object.keys(expected).some((name) => /(?:^uid|_id)$/.test(name) && !(name in row));
  return isSame && !lacksId && shared.length >= Math.min(2, Object.keys(expected).length);
}
