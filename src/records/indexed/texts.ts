import type { SearchedTexts } from '../../documents/searched-texts.js';
import { hasMarks, UNSPACED_SCRIPT } from '../../documents/searched-texts.js';

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
