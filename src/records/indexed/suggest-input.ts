import type { SuggestInput } from '../../documents/searched-texts.js';
import { toCompletion } from '../../documents/searched-texts.js';
import { presentTexts } from './texts.js';

const LARGEST_WEIGHT = 2 ** 31 - 1;
const MOST_INPUTS = 10;

/** Each text from its beginning and from each of its words on; undefined texts are left out. */
export function nameBeginnings(...texts: readonly (string | null)[]): string[] {
  const beginnings = presentTexts(...texts).flatMap((text) => [
    text,
    ...[...text.matchAll(/[\s._@-]+(?=[\p{L}\p{N}])/gu)].map((gap) => text.slice(gap.index + gap[0].length)),
  ]);
  return [...new Set(beginnings)].slice(0, MOST_INPUTS);
}

/**
 * What suggestions complete to a document.
 * @param known how well known it is: what is better known comes first
 * @param suffix tells names apart that are written the same
 */
export function suggestInput(names: readonly string[], known: number | null, suffix = ''): SuggestInput | null {
  const input = names.map((name) => toCompletion(`${name}${suffix}`)).filter((name) => name !== '');
  if (input.length === 0) return null;
  return { input, weight: Math.max(0, Math.min(LARGEST_WEIGHT, Math.round(known ?? 0))) };
}
