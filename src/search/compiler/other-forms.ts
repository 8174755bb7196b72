import wordForms from '../../../elastic/word-forms.json' with { type: 'json' };
import { fold } from './keyword-reading.js';
import type { OtherForms, QueryClause } from './types.js';

const LANGUAGES = wordForms.map(({ regions, rules }) => ({
  regions,
  rules: rules.map(([ending = '', other = '']) => [new RegExp(ending, 'u'), other] as const),
}));
const SHORTEST_FORM = 3;

/** Returns the plurals and singulars that a word may have in the languages of regions, or the word with or without an Arabic article; without marks. */
export function otherForms(word: string): OtherForms[] {
  const all: OtherForms[] = [];
  const folded = /^[\p{Script=Latin}\p{Script=Arabic}\p{M}]{3,40}$/u.test(word) ? fold(word) : '';
  for (const { regions, rules } of LANGUAGES) {
    const forms = new Set<string>();
    for (const [ending, other] of rules) if (ending.test(folded)) forms.add(folded.replace(ending, other));
    for (const form of forms) if (form.length < SHORTEST_FORM) forms.delete(form);
    if (forms.size > 0) all.push({ regions, forms: [...forms] });
  }
  return all;
}

/** Matches records of the regions, or of all when there are none, with one of the forms. */
export const inForms = ({ regions, forms }: OtherForms, boost = 1): QueryClause => ({
  bool: {
    must: [{ match: { text: { query: forms.join(' '), boost } } }],
    filter: regions.length === 0 ? [] : [{ terms: { region: [...regions] } }],
  },
});
