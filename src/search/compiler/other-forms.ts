import wordForms from '../../../elastic/word-forms.json' with { type: 'json' };
import { fold } from './keyword-reading.js';
import type { OtherForms, QueryClause } from './types.js';

const LANGUAGES = wordForms.map(({ regions, rules }) => ({
  regions,
  rules: rules.map(([ending = '', other = '']) => [new RegExp(ending, 'u'), other] as const),
}));
const SHORTEST_FORM = 3;

/** Returns the plurals and singulars that a word may have in the languages of regions, in letters without marks. */
export function otherForms(word: string): OtherForms[] {
  if (!/^[\p{Script=Latin}\p{M}]{3,40}$/u.test(word)) return [];
  const folded = fold(word);
  return LANGUAGES.map(({ regions, rules }) => {
    const made = rules.flatMap(([ending, other]) => (ending.test(folded) ? folded.replace(ending, other) : []));
    return { regions, forms: [...new Set(made)].filter((form) => form.length >= SHORTEST_FORM) };
  }).filter(({ forms }) => forms.length > 0);
}

/** Matches records of the regions with one of the forms. */
export const inForms = ({ regions, forms }: OtherForms, boost = 1): QueryClause => ({
  bool: {
    must: [{ match: { text: { query: forms.join(' '), boost } } }],
    filter: [{ terms: { region: [...regions] } }],
  },
});
