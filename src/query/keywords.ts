import { hasMarks, UNSPACED_SCRIPT } from '../documents/searched-texts.js';
import { someOf, term, terms } from './clauses.js';
import type { ReadKeywords, ReadWord } from './keyword-reading.js';
import { canBeJoined, hasDigit, isRun, measuredIn, stemOf } from './keyword-reading.js';
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
const WEIGHT = { written: 1, slip: 0.8, joined: 0.7, run: 0.5, part: 0.5 } as const;
/** What two of more words gain that stand next to each other, which must not make up for a missing third; */
const NEIGHBOURS = 0.15;
/** what a number gains that stands next to its unit; */
const NEXT_TO_UNIT = 0.5;
/** what a word gains whose marks are those that were typed; */
const SAME_MARKS = 0.3;
/** of keywords of two words, what they count written as one, too. */
const TWO_WORDS_AS_ONE = 1;
/** Likelier readings of a slip weigh more, but a less likely one may hold the other words. */
const LIKELIHOOD_POWER = 0.5;

/** Sorted by a figure a far-fetched hit may come first: slips there are small ones, and likely. */
const SORTED = { oneEditFrom: 4, twoEditsFrom: 8, leastWeight: 0.25 } as const;

/** With fewer hits than this by relevance, words may be missing. */
const ENOUGH_BY_RELEVANCE = 10;

/** Of the groups of three letters of a text without spaces, what a slip leaves. */
const ALL_LETTERS_BUT_A_SLIP = '3<-2 5<-3';
const HALF = '50%';
/** In letters without marks, where two may be swapped. */
const SHORTEST_SWAPPED = 4;
const LONGEST_WITH_OTHERS = 20;

/** Analysis leaves these marks of length out, */
const UNWRITTEN = /[ー〜～ｰ]/gu;
/** and parts of loan words, as it reads katakana as hiragana, are no words. */
const KANA = /^[\p{Script=Hiragana}\p{Script=Katakana}ー〜～ｰ]+$/u;

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
 * depends on the keywords as they were read and on the options, never on page, pagesize or the field of an orderby.
 */
export function planKeywords(read: ReadKeywords, { hasOrderby, categories }: KeywordOptions): KeywordPlan {
  const { words } = read;
  const names = [...asName(read), ...(categories === undefined ? [] : [asCategory(categories, read.keywords)])];
  const readings = words.map((word, index) => readingsOf(word, index, words, hasOrderby));
  const neighbours = hasOrderby && words.length !== 2 ? [] : neighbourPairs(words);
  const must = readings.map(bestOf);
  const all = words.length === 2 ? [{ bool: { must } }, ...neighbours] : [{ bool: { must, should: neighbours } }];
  const allWords: KeywordAnswer = { match: 'all_words', read_as: readAs(read, hasOrderby) };
  const first = words.length === 0 ? someOf(...names) : someOf(...names, ...all);
  const looser = words.map((word) => [
    ...asStem(word),
    ...(stands(word) ? asPart(word.word) : []),
    ...asHalf(word.word),
    ...asNumber(word.word),
  ]);
  if (hasOrderby || (words.length < 2 && looser.flat().length === 0)) {
    return { attempts: [first], answers: [allWords], enough: 0 };
  }
  const some = words.map((_, index) => bestOf([...(readings[index] ?? []), ...(looser[index] ?? [])]));
  const isOneWord = words.every(({ word }) => words.length < 2 && !isRun(word) && measuredIn(word) === undefined);
  return {
    attempts: [first, someOf(...names, ...some, ...neighbours)],
    answers: [allWords, isOneWord ? allWords : { ...allWords, match: 'some_words' }],
    enough: read.isName || read.names.length > 0 ? 1 : ENOUGH_BY_RELEVANCE,
  };
}

const bestOf = (scored: readonly QueryClause[]): QueryClause =>
  scored.length === 1 ? scored[0] : { dis_max: { queries: [...scored] } };

/** What the words and the whole of the keywords were taken for. */
function readAs({ words, keywords, names }: ReadKeywords, hasOrderby: boolean): KeywordAnswer['read_as'] {
  const slips = words.map((word) => ({ word: word.word, as: slipsOf(word, hasOrderby).map((slip) => slip.term) }));
  return [...slips, { word: keywords, as: names }].filter(({ as }) => as.length > 0);
}

/** `@handle` and `#tag` name what they name without their sign, too. */
function asName({ keywords, names }: ReadKeywords): QueryClause[] {
  const asOneOf = (values: readonly string[], boost: number): QueryClause => ({
    constant_score: { filter: terms('names', values), boost },
  });
  const exact = [...new Set([keywords, keywords.replace(/^[@#]/u, '')])];
  return [asOneOf(exact, EXACT_NAME_SCORE), ...(names.length > 0 ? [asOneOf(names, NEAR_NAME_SCORE)] : [])];
}

const asCategory = (field: string, name: string): QueryClause => ({
  constant_score: { filter: term(field, name), boost: EXACT_CATEGORY_SCORE },
});

/** It stands in a record as it is written. */
const stands = ({ records }: ReadWord): boolean => records !== 0;

/** All that a word may be in a record. */
function readingsOf(read: ReadWord, index: number, words: readonly ReadWord[], hasOrderby: boolean): QueryClause[] {
  const { word, isSplit, isKnown } = read;
  if (measuredIn(word) !== undefined) return [hasOrderby ? measure(word, WEIGHT.written) : measureApart(word)];
  const pairs = (
    [
      [words[index - 1], read],
      [read, words[index + 1]],
    ] as const
  ).filter(([one, other]) => words.length > 2 && (hasOrderby || one?.isKnown === false || other?.isKnown === false));
  return [
    written(word),
    ...(isSplit && !KANA.test(word) ? [match('words.joined', word, WEIGHT.joined)] : []),
    ...pairs.flatMap(([one, other]) => joined(one, other, WEIGHT.joined)),
    ...slipsOf(read, hasOrderby).map(({ term: value, weight }) => ({
      term: { text: { value, boost: WEIGHT.slip * weight ** LIKELIHOOD_POWER } },
    })),
    ...(isRun(word) && !isKnown && !hasDigit(word) ? runWithSlip(word) : []),
    ...(stands(read) ? [] : asPart(word)),
  ];
}

/** A word as it is written; its letters without spaces add to it, so that the word counts more than one that holds it. */
function written(word: string): QueryClause {
  const isUnspaced = UNSPACED_SCRIPT.test(word);
  // Pairs of characters are the word only one behind the other.
  if (isRun(word) && !isUnspaced) return { match_phrase: { text: { query: word, boost: WEIGHT.written } } };
  const asText = match('text', word, WEIGHT.written);
  const either = isUnspaced ? someOf(asText, match('unspaced', word, WEIGHT.joined)) : asText;
  return hasMarks(word) ? { bool: { must: [either], should: [match('marked', word, SAME_MARKS)] } } : either;
}

/** A number next to its unit. */
const measure = (word: string, boost: number): QueryClause => ({
  match: { 'words.joined': { query: word, analyzer: 'joined_pairs', operator: 'and', boost } },
});

/** A number and a unit, which need not stand together. */
const measureApart = (word: string): QueryClause => ({
  bool: { must: [match('text', word, WEIGHT.written)], should: [measure(word, NEXT_TO_UNIT)] },
});

/** Without its unit, which the record may leave out. */
function asNumber(word: string): QueryClause[] {
  const number = measuredIn(word);
  return number === undefined ? [] : [match('text', number, WEIGHT.written)];
}

/** The words that a word is taken for. */
function slipsOf({ word, as }: ReadWord, hasOrderby: boolean): ReadWord['as'] {
  if (!hasOrderby) return as;
  const edits = word.length < SORTED.oneEditFrom ? 0 : word.length < SORTED.twoEditsFrom ? 1 : 2;
  return as.filter((reading) => reading.edits <= edits && reading.weight >= SORTED.leastWeight);
}

/** A text without spaces with one character too few, and in longer ones with one too many, wrong or swapped. */
function runWithSlip(word: string): QueryClause[] {
  if (UNSPACED_SCRIPT.test(word)) {
    const swapped = swappedBack(word).map((one) => match('unspaced', one, WEIGHT.run));
    return [share('unspaced', word, ALL_LETTERS_BUT_A_SLIP, WEIGHT.run), ...swapped];
  }
  const characters = [...word.replace(UNWRITTEN, '')].map((character) => ({
    any_of: { intervals: withOtherMarks(character).map((query) => ({ match: { query } })) },
  }));
  const inOrder = (intervals: typeof characters): object => ({ all_of: { intervals, ordered: true, max_gaps: 1 } });
  const others = characters.length < 4 || characters.length > LONGEST_WITH_OTHERS ? [] : characters;
  const without = others.map((_, at) => inOrder(characters.toSpliced(at, 1)));
  const intervals: QueryClause = { intervals: { text: { any_of: { intervals: [inOrder(characters), ...without] } } } };
  return [{ bool: { must: [intervals], should: [share('text', word, '1', WEIGHT.run)] } }];
}

/** Each pair of neighbouring letters the other way round; marks fall away in search, and longer texts would ask too much. */
function swappedBack(word: string): string[] {
  const letters = [...word.replace(/\p{Mn}/gu, '')];
  if (letters.length < SHORTEST_SWAPPED || letters.length > LONGEST_WITH_OTHERS) return [];
  return letters.slice(1).map((letter, at) => letters.toSpliced(at, 2, letter, letters[at] as string).join(''));
}

/** A kana letter with and without each of its marks; any other character as it is. */
function withOtherMarks(character: string): string[] {
  const [letter = ''] = character.normalize('NFD');
  const marked = ['', '\u3099', '\u309a'].map((mark) => (letter + mark).normalize('NFC'));
  return /[\u3041-\u30fe]/u.test(letter) ? marked.filter((one) => one.length === 1) : [character];
}

/** Half of a longer text without spaces, as its words are not told apart. */
function asHalf(word: string): QueryClause[] {
  if (UNSPACED_SCRIPT.test(word)) return [share('unspaced', word, HALF, WEIGHT.run)];
  return isRun(word) && [...word].length > 3 ? [share('text', word, HALF, WEIGHT.run)] : [];
}

/** The end or the beginning of a longer word, of a compound or a plural. */
const asPart = (word: string): QueryClause[] => [
  match('words.ends', word, WEIGHT.part),
  match('words.beginnings', word, WEIGHT.part),
];

/** With another ending, as a plural or singular has it. */
function asStem(read: ReadWord): QueryClause[] {
  const stem = stemOf(spelt(read));
  return stem === undefined ? [] : [match('words.beginnings', stem, WEIGHT.part)];
}

const neighbourPairs = (words: readonly ReadWord[]): QueryClause[] =>
  words.flatMap((word, index) => joined(word, words[index + 1], words.length === 2 ? TWO_WORDS_AS_ONE : NEIGHBOURS));

/** Next to each other, or written as one; a word that stands nowhere as what it was taken for. */
function joined(one: ReadWord | undefined, other: ReadWord | undefined, boost: number): QueryClause[] {
  if (one === undefined || other === undefined || !canBeJoined(one.word) || !canBeJoined(other.word)) return [];
  const query = `${spelt(one)} ${spelt(other)}`;
  return [{ match: { 'words.joined': { query, analyzer: 'joined_pairs', boost } } }];
}

const spelt = (read: ReadWord): string => (stands(read) ? read.word : (read.as[0]?.term ?? read.word));

/** Every token that analysis makes of the text. */
const match = (field: string, query: string, boost: number): QueryClause => ({
  match: { [field]: { query, operator: 'and', boost } },
});

const share = (field: string, query: string, minimum_should_match: string, boost: number): QueryClause => ({
  match: { [field]: { query, minimum_should_match, boost } },
});
