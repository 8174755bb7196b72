import { foldText } from '../common/categories/category-tree.js';
import { Fields, IdField, TextListField } from '../fields/field.js';

export const MOST_SYNONYMS = 10_000;
const MOST_WORDS = 200;

/** Words of the operator that keywords with one of them find too. */
export class SynonymLoad extends Fields({
  id: IdField('Names the record', { required: true, rule: 'free-id', example: 'hair-dryer' }),
  words: TextListField('Words that are equal, or what those of `from` are also read as; each of one to four words', {
    required: true,
  }),
  from: TextListField('Words that are also read as `words`, which are then not equal', { optional: true }),
}) {}

/** Says what is wrong with the words of a valid record: one stands twice, has no other, or they are too many. */
export function synonymFault({ words, from }: SynonymLoad): string | undefined {
  const all = [...words, ...(from ?? [])];
  if (all.length > MOST_WORDS) return `words and from have ${all.length} words; they may have ${MOST_WORDS} at most.`;
  const folded = all.map((word) => foldText(word.trim()));
  const repeated = all.find((_, at) => folded.indexOf(folded[at] ?? '') < at);
  if (repeated !== undefined) return `${JSON.stringify(repeated)} stands twice.`;
  return words.length > 0 && all.length > 1 ? undefined : 'words has no other word to be read as.';
}
