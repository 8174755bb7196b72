import type { SuggestInput, SearchedTexts } from '../documents/searched-texts.js';
import { toCompletion, hasMarks, UNSPACED_SCRIPT } from '../documents/searched-texts.js';
import { roundHalfAwayFromZero } from '../reference/rounding.js';

/** The texts that are there and not empty, each once. */
export function presentTexts(...texts: readonly (string | null | undefined)[]): string[] {
  return [...new Set(texts.filter((text): text is string => typeof text === 'string' && text.trim() !== ''))];
}

/** What keywords search in a record: its main text, and the names of what it belongs to. */
export function searchedTexts(main: string | null, ...others: readonly (string | null | undefined)[]): SearchedTexts {
  const words = presentTexts(main, ...others);
  return {
    text: [...presentTexts(main), ...words],
    words,
    unspaced: words.filter((text) => UNSPACED_SCRIPT.test(text)),
    marked: words.filter(hasMarks),
  };
}

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

/** Larger amounts are no figures that add up, and the index takes none. */
const LARGEST = 9e18;

/** An amount at 4 decimals in two whole numbers, whose sums are exact: the whole part and ten-thousandths, of its sign. */
interface AmountParts {
  readonly whole: number;
  readonly fraction: number;
}

/** Splits an amount so that sums of its parts are exact. */
export function amountParts(amount: number): AmountParts {
  if (Math.abs(amount) > Number.MAX_SAFE_INTEGER) {
    return { whole: Math.max(-LARGEST, Math.min(LARGEST, amount)), fraction: 0 };
  }
  const rounded = roundHalfAwayFromZero(amount, 4);
  const whole = Math.trunc(rounded);
  return { whole, fraction: Math.round((rounded - whole) * 10_000) };
}

/** The GMV of a video or live stream as its document keeps it. */
export function gmvParts(amount: number | null): { gmv_whole: number | null; gmv_fraction: number | null } {
  if (amount === null) return { gmv_whole: null, gmv_fraction: null };
  const { whole, fraction } = amountParts(amount);
  return { gmv_whole: whole, gmv_fraction: fraction };
}
