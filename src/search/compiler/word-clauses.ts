import { hasMarks, UNSPACED_SCRIPT } from '../../documents/indexed-fields.js';
import { measureOf } from '../../documents/codes-and-measures.js';
import { inForms, someOf } from './clauses.js';
import {
  canBeJoined,
  codesWith,
  hasSign,
  isModel,
  isSwapOf,
  isTogether,
  isUnspaced,
  numberWithUnit,
  withElision,
  withUnitEach,
} from './keyword-reading.js';
import type { QueryClause, Reading, ReadKeywords, ReadWord } from './types.js';
import { fold, singularOf } from './word-forms.js';

/** The weight of a word by how it is searched. */
export const WEIGHT = {
  code: 4,
  written: 1,
  synonym: 0.8,
  slip: 0.8,
  joined: 0.7,
  number: 0.7,
  form: 0.5,
  unspaced: 0.5,
  part: 0.5,
};
/** What is added for neighbours, less than a missing word costs, and for marks as typed. */
export const BONUS = { adjacent: 0.15, adjacentOfTwo: 1, together: 0.3, marks: 1 };

/** Sorted by a figure, an unlikely hit may come first: only short edits and likely readings count. */
const SORTED = { oneEditFrom: 4, twoEditsFrom: 8, leastWeight: 0.25 };
/** In a word of at most this many letters, another first or last letter makes another word more often than a slip. */
const LONGEST_SHORT = 5;

const LONGEST_WITH_SLIP = 20;

/** Marks of length, which the analysis removes. */
const LENGTH_MARKS = /[ー〜～ｰ]/gu;
/** The analysis divides loan words, which are kana, into parts that are no words. */
const KANA = /^[\p{Script=Hiragana}\p{Script=Katakana}ー〜～ｰ]+$/u;

export const disMax = (scored: readonly QueryClause[]): QueryClause =>
  scored.length === 1 ? scored[0] : { dis_max: { queries: [...scored] } };

/** Some record has the word as written. */
export const occurs = ({ records }: ReadWord): boolean => records !== 0;

/** Matches a word as written, joined, split or as unspaced text with a slip, and a word of no record as a part of another. */
export function strictClauses(read: ReadWord, index: number, all: ReadKeywords, isStrict: boolean): QueryClause[] {
  const { word, isSplit, respelt, isKnown } = read;
  const codes = codesWith(word, all.keywords);
  if (isTogether(word)) {
    const ofHyphens = codes.filter(({ text }) => text === word && text.includes('-'));
    return [
      numbers(word, isStrict, all.isQuoted),
      ...ofHyphens.flatMap(({ code }) => codeClauses(code, 2, true, true)),
    ];
  }
  if (hasSign(word)) return signClauses(word);
  const spellings = [word, ...(respelt === undefined ? [] : [respelt])];
  const pairs = [index - 1, index].flatMap((at) => {
    const [one, other] = [all.words[at], all.words[at + 1]];
    if (one === undefined || other === undefined || all.words.length < 3) return [];
    if (isModel(one.word, other.word)) return pair(one, other, WEIGHT.written);
    return isStrict || !one.isKnown || !other.isKnown ? pair(one, other, WEIGHT.joined) : [];
  });
  return [
    ...spellings.map(asWritten),
    ...(isSplit && !KANA.test(word) ? [match('words.joined', word, WEIGHT.joined)] : []),
    ...withElision(word, all.keywords).map((one) => match('words.joined', one, WEIGHT.joined)),
    ...pairs,
    ...(isUnspaced(word) && !isKnown && !/\p{Nd}/u.test(word) ? unspacedWithSlip(word) : []),
    // A whole code may be the part of another before a slash.
    ...(occurs(read) && codes.some(({ text }) => text === word) ? [match('text', word, WEIGHT.code)] : []),
    ...codes.flatMap(({ code, parts }) =>
      codeClauses(code, Math.max(2, WEIGHT.code / parts.length), occurs(read), isStrict),
    ),
    ...(read.forms ?? []).map((forms) => inForms(forms, WEIGHT.form)),
    ...(occurs(read) ? [] : spellings.flatMap(partClauses)),
  ];
}

/** A shorter code has too many others that differ in one letter. */
const SHORTEST_WITH_OTHER_LETTER = 8;
const SHORTEST_BEGINNING = 5;

/** Matches a code without its signs and blanks; one of no record also by its beginning, its stem, and with one other letter. */
function codeClauses(value: string, boost: number, isKnown: boolean, isStrict: boolean): QueryClause[] {
  const code: QueryClause = { term: { codes: { value, boost } } };
  if (isKnown) return [code];
  const stem = value.replace(/(?<![a-z])[a-z]+$/, '');
  const isShorter = !isStrict && stem !== value && stem.length >= SHORTEST_BEGINNING;
  const hasOther = !isStrict && value.length >= SHORTEST_WITH_OTHER_LETTER;
  return [
    code,
    ...beginning(value, boost),
    ...(isShorter ? beginning(stem, boost / 2) : []),
    ...(hasOther ? [otherLetter(value, boost / 4)] : []),
  ];
}

/** The second is scored by how rare the codes are, and does not match all of very many. */
const beginning = (value: string, boost: number): QueryClause[] =>
  ['constant_score', BY_RARITY].map((rewrite) => ({ prefix: { codes: { value, rewrite, boost } } }));

const BY_RARITY = 'top_terms_blended_freqs_50';

/** Matches codes that have another letter in one place. */
function otherLetter(code: string, boost: number): QueryClause {
  const letters = [...code.matchAll(/[a-z]/g)];
  const value = letters.map(({ index }) => `${code.slice(0, index)}[a-z]${code.slice(index + 1)}`).join('|');
  return { regexp: { codes: { value, flags: 'NONE', rewrite: BY_RARITY, boost } } };
}

/** Matches what a word may be when too few records match it strictly: a part, half of a text, a bare number. */
export function looseClauses(read: ReadWord): QueryClause[] {
  const number = numberWithUnit(read.word);
  return [
    ...(occurs(read) ? partClauses(read.word) : []),
    ...halfClauses(read.word),
    ...(number === undefined ? [] : [match('text', number, WEIGHT.number)]),
  ];
}

/** Matches a word as written. In unspaced text its letters add to the score, so that it counts more than a longer word. */
export function asWritten(word: string): QueryClause {
  const hasLetterGroups = UNSPACED_SCRIPT.test(word);
  // A word of character pairs needs its pairs in order.
  if (isUnspaced(word) && !hasLetterGroups) return { match_phrase: { text: { query: word, boost: WEIGHT.written } } };
  const asText = match('text', word, WEIGHT.written);
  const either = hasLetterGroups ? someOf(asText, match('unspaced', word, WEIGHT.joined)) : asText;
  return hasMarks(word)
    ? { bool: { must: [either], should: [match('marked', word, hasLetterGroups ? WEIGHT.written : BONUS.marks)] } }
    : either;
}

/** Matches a name with a sign in it: its parts in their order, or written as one; two letters could be a unit. */
function signClauses(word: string): QueryClause[] {
  const phrase: QueryClause = { match_phrase: { text: { query: word, boost: WEIGHT.written } } };
  const letters = fold(word);
  return letters.length > 2 ? [phrase, match('words.joined', letters, WEIGHT.written)] : [phrase];
}

/** Matches numbers and units: with an orderby or quotes only together, else anywhere; without quotes a measure also in another unit. */
function numbers(word: string, isStrict: boolean, isQuoted: boolean): QueryClause {
  const phrase = (boost: number, slop?: number, query = word): QueryClause => ({
    match_phrase: { text: { query, slop, boost } },
  });
  const measure = isQuoted ? undefined : measureOf(word);
  const inUnit = measure === undefined ? [] : [{ term: { measures: { value: measure, boost: WEIGHT.number } } }];
  // With room for each x, but not for another order.
  const sizes = withUnitEach(word).map((size) => phrase(WEIGHT.number, size.split(' ').length / 2 - 1, size));
  if (isStrict) return disMax([phrase(WEIGHT.number), ...sizes, ...inUnit]);
  return {
    bool: { must: [disMax([match('text', word, WEIGHT.number), ...inUnit])], should: [phrase(BONUS.together)] },
  };
}

/** Returns the readings of a word that may be used; in a sorted list only likely ones. */
export function slipsOf({ word, readings }: ReadWord, hasOrderby: boolean): readonly Reading[] {
  if (!hasOrderby) return readings;
  const { length } = singularOf(word);
  const edits = length < SORTED.oneEditFrom ? 0 : length < SORTED.twoEditsFrom ? 1 : 2;
  return readings.filter((reading) => reading.edits <= edits && reading.weight >= SORTED.leastWeight);
}

export const slipClauses = ({ word }: ReadWord, readings: readonly Reading[]): QueryClause[] =>
  readings.map(({ term: value, weight }) => {
    if (isUnspaced(word)) return match('unspaced', value, WEIGHT.unspaced);
    return { term: { text: { value, boost: WEIGHT.slip * Math.sqrt(weight) } } };
  });

/** Whether a short word begins or ends with another letter than the term, without a swap: `cable` and `table`. */
export function isDoubtful(word: string, term: string): boolean {
  const folded = fold(word);
  if (term.length > LONGEST_SHORT || folded.length !== term.length) return false;
  return !isSwapOf(folded, term) && (folded[0] !== term[0] || folded.at(-1) !== term.at(-1));
}

/** Matches an unspaced text with a character too few; a longer one also with a character too many, wrong or swapped. */
function unspacedWithSlip(word: string): QueryClause[] {
  // All groups of three letters but those with the slip.
  if (UNSPACED_SCRIPT.test(word)) return [match('unspaced', word, WEIGHT.unspaced, '3<-2 5<-3')];
  const characters = [...word.replace(LENGTH_MARKS, '')];
  const mayHaveOther = characters.length > 3 && characters.length <= LONGEST_WITH_SLIP;
  const others = mayHaveOther ? characters.map((_, at) => characters.toSpliced(at, 1)) : [];
  return [inOrder(word, [characters], WEIGHT.slip), inOrder(word, others, WEIGHT.unspaced)];
}

/** Matches characters in their order with at most one more between them, by the share of a word's pairs. */
function inOrder(word: string, texts: readonly string[][], boost: number): QueryClause {
  const intervals = texts.map((text) => ({ all_of: { intervals: text.map(anyMark), ordered: true, max_gaps: 1 } }));
  const must: QueryClause = { intervals: { text: { any_of: { intervals } } } };
  return { bool: { must: [must], should: [match('text', word, boost, '1')] } };
}

/** Matches a kana letter with and without each of its marks; any other character as it is. */
function anyMark(character: string): object {
  const [letter = ''] = character.normalize('NFD');
  const marked = ['', '\u3099', '\u309a'].map((mark) => (letter + mark).normalize('NFC'));
  const queries = /[\u3041-\u30fe]/u.test(letter) ? marked.filter((one) => one.length === 1) : [character];
  return { any_of: { intervals: queries.map((query) => ({ match: { query } })) } };
}

/** Matches half of a longer unspaced text, because its words are not known. */
function halfClauses(word: string): QueryClause[] {
  if (UNSPACED_SCRIPT.test(word)) return [match('unspaced', word, WEIGHT.unspaced, '50%')];
  return isUnspaced(word) && [...word].length > 3 ? [match('text', word, WEIGHT.unspaced, '50%')] : [];
}

/** Matches the beginning or end of a longer word: compounds and plurals. */
const partClauses = (word: string): QueryClause[] => [
  match('words.ends', word, WEIGHT.part),
  match('words.beginnings', word, WEIGHT.part),
];

/** Matches two words that are adjacent or written as one, a word of no record in each of its readings. */
export function pair(one: ReadWord | undefined, other: ReadWord | undefined, boost: number): QueryClause[] {
  if (one === undefined || other === undefined || !canBeJoined(one.word) || !canBeJoined(other.word)) return [];
  const clauses: QueryClause[] = [];
  for (const first of termsOf(one))
    for (const second of termsOf(other)) {
      const query = `${first} ${second}`;
      clauses.push({ match: { 'words.joined': { query, analyzer: 'joined_pairs', boost } } });
    }
  return clauses;
}

/** Returns the word, or its likely readings when no record has the word. */
function termsOf(read: ReadWord): string[] {
  if (occurs(read) || read.readings.length === 0) return [read.word];
  return read.readings.filter(({ weight }) => weight >= SORTED.leastWeight).map(({ term }) => term);
}

/** Matches every token of the text, or a share of them. */
const match = (field: string, query: string, boost: number, share = '100%'): QueryClause => ({
  match: { [field]: { query, ...(share === '100%' ? { operator: 'and' } : { minimum_should_match: share }), boost } },
});
