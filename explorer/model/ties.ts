import { valueAt } from './field-text.js';

/**
 * The rank of another of these rows that has the same figure: of the first one, for that itself the next one. Undefined where
 * none of them has.
 * @param main the figure that the rows are ranked by
 */
export function tiedWith(rows: readonly unknown[], row: unknown, main = ''): number | undefined {
  const figure = valueAt(row, main);
  // In the order of this share rows keep their ranks by another figure.
  if (typeof figure !== 'number' || main === 'largest_creator.share') return undefined;
  const rank = valueAt(
    rows.find((other) => other !== row && valueAt(other, main) === figure),
    'rank',
  );
  return typeof rank === 'number' ? rank : undefined;
}
