import { closest, distance } from 'fastest-levenshtein';

/** Returns `; did you mean title` when one of the names is similar, otherwise an empty string. */
export function suggestName(written: string, names: readonly string[]): string {
  if (names.length === 0) return '';
  const nearest = closest(written.toLowerCase(), [...names]);
  const near = distance(written.toLowerCase(), nearest) <= Math.max(2, written.length / 4);
  return near ? `; did you mean ${nearest}` : '';
}
