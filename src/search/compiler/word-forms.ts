import analysis from '../../../elastic/analysis.json' with { type: 'json' };
import wordForms from '../../../elastic/word-forms.json' with { type: 'json' };
import type { OtherForms } from './types.js';

/** Returns the letters of a text, without marks and in lower case. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss');

const IRREGULAR_PLURALS = new Map(
  analysis.filter.irregular_plurals.rules.flatMap((rule) => {
    const [words = '', singular = ''] = rule.split(' => ');
    return words.split(', ').map((word) => [word, singular] as const);
  }),
);

const ES_OF_PLURAL = new RegExp(analysis.filter.plural_endings.pattern, 'u');

/** Returns the English singular of a word, as the analysis makes it. */
export function singularOf(word: string): string {
  const lower = word.toLowerCase();
  const irregular = IRREGULAR_PLURALS.get(lower);
  if (irregular !== undefined) return irregular;
  const singular = lower.replace(ES_OF_PLURAL, '');
  return singular === lower ? lower.replace(/ies$/, 'y').replace(/(?<![su])s$/, '') : singular;
}

/** Returns the forms of a word that are compared with the terms of an index, one with an s too many among them. */
export function formsOf(word: string): string[] {
  const singular = singularOf(word);
  const mayHaveMore = singular === word.toLowerCase() && !IRREGULAR_PLURALS.has(singular);
  return [...new Set([word, mayHaveMore ? word.replace(/s$/i, '') : singular])];
}

const LANGUAGES = wordForms.map(({ regions, rules }) => ({
  regions,
  rules: rules.map(([ending = '', other = '']) => [new RegExp(ending, 'u'), other] as const),
}));
/** Shorter words are nouns in few languages. */
const HAS_FORMS = /^(?:.{3,}|ei|ol|ui)$/u;

/** Returns the plurals and singulars that a word may have in the languages of regions, or the word with or without an Arabic article; without marks. */
export function otherForms(word: string): OtherForms[] {
  const all: OtherForms[] = [];
  const folded = /^[\p{Script=Latin}\p{Script=Arabic}\p{M}]{2,40}$/u.test(word) ? fold(word) : '';
  if (!HAS_FORMS.test(folded)) return all;
  for (const { regions, rules } of LANGUAGES) {
    const forms = new Set<string>();
    for (const [ending, other] of rules) if (ending.test(folded)) forms.add(folded.replace(ending, other));
    for (const form of forms) if (!HAS_FORMS.test(form)) forms.delete(form);
    if (forms.size > 0) all.push({ regions, forms: [...forms] });
  }
  return all;
}
