import { foldText } from '../../common/categories/category-tree.js';
import type { SynonymLoad } from '../../documents/synonym.record.js';
import { measureOf } from '../../documents/codes-and-measures.js';
import { isUnspaced, wordsOf } from './keyword-reading.js';
import type { Synonym } from './types.js';
import { singularOf } from './word-forms.js';

const MOST_WORDS = 4;

/** An English singular without case and marks; a measure in one unit. */
const wordKey = (word: string): string => measureOf(word) ?? singularOf(foldText(word).normalize('NFC'));

/** Words that are written as one have the key of words with blanks or signs between them. */
const keyOf = (words: readonly string[]): string => words.map(wordKey).join('');

/** The operator's words by what is written for them. */
export class SynonymTable {
  readonly isEmpty: boolean;
  private readonly lists = new Map<string, (readonly string[])[]>();

  constructor(loads: readonly SynonymLoad[]) {
    this.isEmpty = loads.length === 0;
    for (const { words, from } of loads)
      for (const word of from ?? words) {
        const key = keyOf(wordsOf(word));
        this.lists.set(key, [...(this.lists.get(key) ?? []), words]);
      }
  }

  /** Finds the words with others: each by itself, and from the left the longest groups of two to four. */
  in(words: readonly string[]): readonly Synonym[] {
    const found: Synonym[] = [];
    let groupedTo = 0;
    for (const at of words.keys())
      for (let count = Math.min(MOST_WORDS, words.length - at); count > 0; count -= 1) {
        const others = this.othersOf(words.slice(at, at + count));
        const as = count === 1 && others.length === 0 ? this.othersInside(words[at] ?? '') : others;
        if (as.length === 0 || (count > 1 && at < groupedTo)) continue;
        if (count > 1) groupedTo = at + count;
        found.push({ at, count, as });
      }
    return found;
  }

  /** Other words for all of the words together. */
  othersOf(words: readonly string[]): string[] {
    const key = keyOf(words);
    const others = (this.lists.get(key) ?? []).flat().filter((word) => keyOf(wordsOf(word)) !== key);
    return [...new Set(others)];
  }

  /** Other words for the longest part of a text without spaces, each with the rest of the text. */
  private othersInside(word: string): string[] {
    if (!isUnspaced(word)) return [];
    const key = wordKey(word);
    for (let length = key.length - 1; length > 1; length -= 1)
      for (let at = 0; at + length <= key.length; at += 1) {
        const part = key.slice(at, at + length);
        const others = isUnspaced(part) ? this.othersOf([part]) : [];
        const withRest = (other: string): string =>
          [key.slice(0, at), other, key.slice(at + length)].join(isUnspaced(other) ? '' : ' ').trim();
        if (others.length > 0) return others.map(withRest);
      }
    return [];
  }
}
