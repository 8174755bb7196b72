import functionWords from '../../../elastic/function-words.json' with { type: 'json' };
import type { ReadWord } from './keyword-reading.js';

const setOf = (lists: readonly string[]): ReadonlySet<string> => new Set(lists.flatMap((list) => list.split(', ')));
const FILLERS = setOf(functionWords.fillers);
const PREPOSITIONS = setOf(functionWords.prepositions);

const keyOf = ({ word }: ReadWord): string => word.normalize('NFC').toLowerCase();

const LEAST_SHARE = 0.5;
/** With fewer records a word may stand in one category by chance. */
const LEAST_RECORDS = 20;

/** Returns the function words and the praise among words, which no record needs; none where there are no others. */
export function fillersIn(words: readonly ReadWord[]): ReadonlySet<ReadWord> {
  const fillers = words.filter((word) => FILLERS.has(keyOf(word)));
  return new Set(fillers.length < words.length ? fillers : []);
}

/**
 * Returns the word for the article that is asked for: the last noun of a category's name, or else the last word of one
 * category, before the first preposition behind such a word.
 */
export function articleIn(words: readonly ReadWord[]): ReadWord | undefined {
  const isNoun = ({ records = 0, article }: ReadWord): boolean =>
    article !== undefined && article.asNoun > 0 && article.asNoun >= LEAST_SHARE * records;
  const isOfOneCategory = ({ records = 0, article }: ReadWord): boolean =>
    article !== undefined && records >= LEAST_RECORDS && article.inOneCategory >= LEAST_SHARE * records;
  let part: ReadWord[] = [];
  for (const word of [...words, undefined]) {
    if (word !== undefined && !PREPOSITIONS.has(keyOf(word))) {
      part.push(word);
      continue;
    }
    const article = part.findLast(isNoun) ?? part.findLast(isOfOneCategory);
    if (article !== undefined) return article;
    part = [];
  }
  return undefined;
}
