import { UNSPACED_SCRIPT } from '../documents/searched-texts.js';
import { someOf, term, terms } from './clauses.js';
import type { Reading, ReadKeywords, ReadWord } from './keyword-reading.js';
import { isRun } from './keyword-reading.js';
import type { KeywordAnswer, QueryClause } from './types.js';

/** Above every score that words can add up to: an exact handle, nickname, shop or id comes first, what nearly is one next. */
const EXACT_NAME_SCORE = 10_000;
const NEAR_NAME_SCORE = 1000;
/** Above what a title gains by being short: what stands in a category comes before what is only called like it. */
const EXACT_CATEGORY_SCORE = 20;

/**
 * What the readings of a word weigh; the best of them counts. As it is written, taken for another word, written as two
 * words or with its neighbour as one, a text without spaces with a slip, a part of a longer word.
 */
export const WEIGHT = { written: 1, slip: 0.8, joined: 0.7, run: 0.5, part: 0.2 } as const;
/** What two words gain that stand next to each other. */
const NEIGHBOURS = 0.5;
/** Likelier readings of a slip weigh more, but a less likely one may hold the other words. */
const LIKELIHOOD_POWER = 0.5;

/** Sorted by a figure a far-fetched hit may come first: slips there are small ones, and likely. */
const SORTED = { oneEditFrom: 4, twoEditsFrom: 8, leastWeight: 0.25 } as const;

/** With fewer hits than this by relevance, words may be missing. */
const ENOUGH_BY_RELEVANCE = 10;

/** Of the pairs and characters of a text without spaces: what a slip leaves. */
const MOST_PAIRS = '60%';
const MOST_LETTERS = '50%';
/** Sorted by a figure, one character too many, too few or wrong in a longer text. */
const ALL_PAIRS_BUT_A_SLIP = '3<-2';
const ALL_LETTERS_BUT_A_SLIP = '6<-3';

/** The scored clauses to try in turn until one finds `enough` documents in total, and what is said of their hits. */
export interface KeywordPlan {
  readonly attempts: readonly [QueryClause, ...QueryClause[]];
  readonly answers: readonly [KeywordAnswer, ...KeywordAnswer[]];
  readonly enough: number;
}

export interface KeywordOptions {
  /** Sorted by figures, not by relevance. */
  readonly hasOrderby: boolean;
  /** The field of category names, where the index has one. */
  readonly categories?: string | undefined;
}

/**
 * What keywords match: every word in one of its readings, and an exact handle, name, id or category first. Without an
 * orderby words may be missing when that finds too little. Keywords are text: no character of them is syntax. The plan
 * depends on the keywords as they were read and on whether the request has an orderby, never on its page, pagesize or
 * field.
 */
export function planKeywords(read: ReadKeywords, { hasOrderby, categories }: KeywordOptions): KeywordPlan {
  const named = [...asName(read), ...(categories === undefined ? [] : [asCategory(categories, read.keywords)])];
  const words = read.words.map((word, index) => readingsOf(word, index, read, hasOrderby));
  const neighbours = hasOrderby ? [] : neighbourPairs(read).map(([one, other]) => joined(one, other, NEIGHBOURS));
  const all = oneOf(named, { bool: { must: words.map(best), should: neighbours } }, words.length);
  const read_as = readAs(read, hasOrderby);
  const allWords: KeywordAnswer = { match: 'all_words', read_as };
  const mayBeLooser = words.length > 1 || read.words.some(stands);
  if (hasOrderby || !mayBeLooser) return { attempts: [all], answers: [allWords], enough: 0 };
  const loose = words.map((readings, index) => {
    const word = read.words[index];
    return best(word !== undefined && stands(word) ? [...readings, ...asPart(word.word)] : readings);
  });
  const some = someOf(...named, ...loose, ...neighbours);
  const isName = read.isName || read.names.length > 0;
  return {
    attempts: [all, some],
    answers: [allWords, { match: words.length < 2 ? 'all_words' : 'some_words', read_as }],
    enough: isName ? 1 : ENOUGH_BY_RELEVANCE,
  };
}

const oneOf = (named: QueryClause[], all: QueryClause, count: number): QueryClause =>
  count === 0 ? someOf(...named) : someOf(...named, all);

const best = (queries: QueryClause[]): QueryClause => (queries.length === 1 ? (queries[0] as QueryClause) : { dis_max: { queries } });

/** `@handle` and `#tag` name what they name without their sign, too. */
function asName({ keywords, names }: ReadKeywords): QueryClause[] {
  const exact = [...new Set([keywords, keywords.replace(/^[@#]/u, '')])];
  const clauses = [{ constant_score: { filter: terms('names', exact), boost: EXACT_NAME_SCORE } }];
  if (names.length > 0) clauses.push({ constant_score: { filter: terms('names', names), boost: NEAR_NAME_SCORE } });
  return clauses;
}

const asCategory = (field: string, name: string): QueryClause => ({
  constant_score: { filter: term(field, name), boost: EXACT_CATEGORY_SCORE },
});

/** It stands in a record as it is written. */
const stands = ({ records }: ReadWord): boolean => records !== 0;

/** All that a word may be in a record. */
function readingsOf(read: ReadWord, index: number, { words }: ReadKeywords, hasOrderby: boolean): QueryClause[] {
  const { word, isSplit, isKnown } = read;
  const before = words[index - 1];
  const after = words[index + 1];
  return [
    match('text', word, WEIGHT.written),
    ...(isSplit ? [match('words.joined', word, WEIGHT.joined)] : []),
    ...(before !== undefined && canBeJoined(before, read) ? [joined(before, read, WEIGHT.joined / 2)] : []),
    ...(after !== undefined && canBeJoined(read, after) ? [joined(read, after, WEIGHT.joined / 2)] : []),
    ...slipsOf(read, hasOrderby).map(asSlip),
    ...(UNSPACED_SCRIPT.test(word) ? [match('unspaced', word, WEIGHT.joined)] : []),
    ...(isKnown || !isRun(word) ? [] : asRunWithSlip(word, hasOrderby)),
    ...(stands(read) ? [] : asPart(word)),
  ];
}

/** What the words and the whole of the keywords were taken for. */
function readAs(read: ReadKeywords, hasOrderby: boolean): KeywordAnswer['read_as'] {
  const words = read.words.map((word) => ({ word: word.word, as: slipsOf(word, hasOrderby).map(({ term }) => term) }));
  return [...words, { word: read.keywords, as: read.names }].filter(({ as }) => as.length > 0);
}

/** The words that a word is taken for. */
function slipsOf({ word, as }: ReadWord, hasOrderby: boolean): ReadWord['as'] {
  const edits = word.length < SORTED.oneEditFrom ? 0 : word.length < SORTED.twoEditsFrom ? 1 : 2;
  return as.filter((reading) => !hasOrderby || (reading.edits <= edits && reading.weight >= SORTED.leastWeight));
}

const asSlip = ({ term, weight }: Reading): QueryClause => ({
  term: { text: { value: term, boost: WEIGHT.slip * weight ** LIKELIHOOD_POWER } },
});

/** Nearly all characters of a text without spaces, with or without their marks. */
function asRunWithSlip(word: string, hasOrderby: boolean): QueryClause[] {
  if (UNSPACED_SCRIPT.test(word)) {
    const share = hasOrderby ? ALL_LETTERS_BUT_A_SLIP : MOST_LETTERS;
    return [{ match: { unspaced: { query: word, minimum_should_match: share, boost: WEIGHT.run } } }];
  }
  const share = hasOrderby ? ALL_PAIRS_BUT_A_SLIP : MOST_PAIRS;
  const analyzer = hasOrderby ? 'keywords' : 'text';
  return [{ match: { text: { query: word, analyzer, minimum_should_match: share, boost: WEIGHT.run } } }];
}

/** The end or the beginning of a longer word, of a compound or a plural. */
const asPart = (word: string): QueryClause[] =>
  ['words.ends', 'words.beginnings'].map((field) => match(field, word, WEIGHT.part));

/** Two words that may be one in the text, and that gain by standing next to each other. */
const neighbourPairs = ({ words }: ReadKeywords): [ReadWord, ReadWord][] =>
  words
    .slice(1)
    .map((word, index): [ReadWord, ReadWord] => [words[index] as ReadWord, word])
    .filter(([one, other]) => canBeJoined(one, other));

const canBeJoined = (one: ReadWord, other: ReadWord): boolean => !isRun(one.word) && !isRun(other.word);

/** Next to each other, or written as one; of words that are not known, what they were taken for. */
const joined = (one: ReadWord, other: ReadWord, boost: number): QueryClause => ({
  match: { 'words.joined': { query: `${spelt(one)} ${spelt(other)}`, analyzer: 'joined_pairs', boost } },
});

const spelt = (read: ReadWord): string => (stands(read) ? read.word : (read.as[0]?.term ?? read.word));

/** Every token that analysis makes of the text. */
const match = (field: string, query: string, boost: number): QueryClause => ({
  match: { [field]: { query, operator: 'and', boost } },
});
