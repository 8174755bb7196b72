import { UNSPACED_SCRIPT } from '../../documents/indexed-fields.js';
import { codesIn, UNIT } from '../../documents/codes-and-measures.js';
import type { Reading, ReadWord, SimilarTerm, Synonym, WordEntry } from './types.js';
import { fold, singularOf } from './word-forms.js';

/** A known word has at least this many records, */
export const KNOWN_FROM = 3;
/** and at least one for this many records of its most frequent neighbour; a long one with no more records, for fewer. */
const RECORDS_PER_KNOWN = 1000;
const RECORDS_PER_RARE = 30;

/** Factors of a reading's likelihood: for two swapped letters, for a second edit, and for another first letter. */
const SWAP = 4;
const SECOND_EDIT = 0.03;
const OTHER_FIRST_LETTER = 0.5;
/** Readings with a smaller weight are left out. */
const LEAST_WEIGHT = 0.1;
const MOST_READINGS = 6;

/** Longer words have no similar terms looked up: it costs much and finds nothing. */
const LONGEST_WORD = 40;
const SHORTEST_WITH_SLIP = 3;
const TWO_EDITS_FROM = 6;
const SHORTEST_SWAPPED = 4;
const LONGEST_SWAPPED = 20;

/** The analysis ends a word at every other character, but not at a sign between digits. */
const IN_WORD = String.raw`(?:(?![\u200b]|(?<!\p{Script=Thai})ฯ)[\p{L}\p{M}\p{N}\p{Cf}]|(?<=\p{Nd})[.,/⁄](?=\p{Nd})|(?<=l)·(?=l))`;
/** Pictures are words of their own, those without a word of the analysis excepted. */
const PICTURES = String.raw`(?:(?![©®™〰〽])[\p{Extended_Pictographic}\p{Regional_Indicator}][\p{Emoji_Modifier}\u200d\ufe0f]*)+`;
/** One or two letters on both sides of a sign are a name: AC/DC, M&M. */
const SIGN_IN_NAME = String.raw`(?<![\p{L}\p{N}])\p{L}{1,2}[&/+]\p{L}{1,2}(?![\p{L}\p{N}])`;
const NAME_WITH_SIGN = new RegExp(`^${SIGN_IN_NAME}$`, 'u');
/** The letter of a possessive, and short words that lost their vowel before another: neither is a word. */
const POSSESSIVE = /(?<=\p{L})['’ʼ‘＇´`](?=s(?![\p{L}\p{N}]))/giu;
const POSSESSIVE_OF_S = /(?<=s|[&/+]\p{L}{1,2})['’ʼ‘＇´`]s(?![\p{L}\p{N}])/giu;
const ELISION =
  /(?<![\p{L}\p{N}])(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|un|[dns]?[ae]ll|sull|coll|quell|quest|bell)['’ʼ‘＇´`](?=([\p{L}\p{N}]{2,}))/giu;
/** Numbers with a hyphen or a sign of multiplication between them. */
const NUMBERS = String.raw`(?<![\p{L}\p{Nd}-])\p{Nd}[\p{Nd}.,/]*(?:(?:\s*[x×*]\s*|-)\p{Nd}[\p{Nd}.,/]*)+`;
const SEVERAL_NUMBERS = new RegExp(`^${NUMBERS}$`, 'iu');
const WORD = new RegExp(
  `${NUMBERS}(?:${UNIT}|(?![\\p{L}\\p{Nd}]))|${SIGN_IN_NAME}|${PICTURES}|${IN_WORD}+${UNIT}|${IN_WORD}+`,
  'giu',
);
const NUMBER = new RegExp(String.raw`^(${NUMBERS}|[\p{N}\p{P}\p{S}]+?)(${UNIT})?$`, 'iu');
const HAS_TOKEN = /[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u;

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const LETTERS = /^[\p{P}\p{S}]*[\p{L}\p{M}]+[\p{P}\p{S}]*$/u;
const ONE_TOKEN = /^[\p{P}\p{S}]*[\p{L}\p{M}\p{Nd}]+[\p{P}\p{S}]*$/u;

/** A unit that each number of a size has, but for the last: `40cm x 60cm`. */
const UNIT_OF_EACH = new RegExp(
  String.raw`(?<unit>${UNIT})\s*[x×*]\s*(?=\p{Nd}[\p{Nd}.,/]*\k<unit>(?![\p{L}\p{Nd}]))`,
  'giu',
);
/** Where a measure follows a text without spaces. */
const BEFORE_MEASURE = new RegExp(
  String.raw`(?<=${UNSPACED_SCRIPT.source}|${CJK.source})(?=\p{Nd}[\p{Nd}.,/]*${UNIT})`,
  'giu',
);

/** Returns the words of keywords in their order, each once, parted at signs as the analysis parts them. */
export function wordsOf(keywords: string): string[] {
  const text = keywords
    .replace(POSSESSIVE_OF_S, '')
    .replace(POSSESSIVE, '')
    .replace(ELISION, '')
    .replace(UNIT_OF_EACH, 'x')
    .replace(BEFORE_MEASURE, ' ');
  return [...new Set(text.match(WORD)?.filter((word) => HAS_TOKEN.test(word)) ?? [])];
}

/** Returns a word and the short one before it that lost its vowel as one word: `loreal` for `l'oreal`. */
export const withElision = (word: string, keywords: string): string[] =>
  [...keywords.matchAll(ELISION)]
    .filter(([, elided]) => elided === word)
    .map(([short]) => `${short.slice(0, -1)}${word}`);

/** Returns the codes in keywords of which the word is a part. */
export const codesWith = (word: string, keywords: string): { code: string; text: string; parts: string[] }[] =>
  codesIn(keywords)
    .map(({ code, text }) => ({ code, text, parts: wordsOf(text) }))
    .filter(({ parts }) => parts.includes(word));

/** Whether two words are letters and a number, which titles also write as one: `W 210`. */
export const isModel = (one: string, other: string): boolean =>
  /^\p{L}{1,4}$/u.test(one) && /^\p{Nd}+$/u.test(other) && one.length + other.length > 2;

/** Whether the script of the word has no spaces, so that the analysis divides the word. */
export const isUnspaced = (word: string): boolean => UNSPACED_SCRIPT.test(word) || CJK.test(word);

const SEGMENTER = new Intl.Segmenter('zh', { granularity: 'word' });
const MOST_HEADS = 6;

/** Returns the parts of a text without spaces that may be its noun, the shortest first: its last words, or its first in scripts of letters. */
export function headsOf(word: string): string[] {
  if (!isUnspaced(word)) return [];
  const starts = [...SEGMENTER.segment(word)].slice(1).map(({ index }) => index);
  const heads = UNSPACED_SCRIPT.test(word)
    ? starts.map((start) => word.slice(0, start))
    : starts.reverse().map((start) => word.slice(start));
  return heads.filter((head) => head.length > 1).slice(0, MOST_HEADS);
}

/** Returns the number of a word that has a unit. */
export function numberWithUnit(word: string): string | undefined {
  const [, number, unit] = NUMBER.exec(word) ?? [];
  return unit === undefined ? undefined : number;
}

const LENGTHS = ['mm', 'cm', 'm', 'in', 'ft'];

/** Returns a size with its unit, or with each that it may have, behind each of its numbers: `40 cm 60 cm` for `40x60`. */
export function withUnitEach(word: string): string[] {
  const [, size = '', unit] = NUMBER.exec(word) ?? [];
  const numbers = size.split(/[x×*]/iu);
  if (numbers.length < 2) return [];
  return (unit === undefined ? LENGTHS : [unit.trim()]).map((one) =>
    numbers.map((number) => `${number.trim()} ${one}`).join(' '),
  );
}

/** Whether the word is a name of two short parts with a sign between them. */
export const hasSign = (word: string): boolean => NAME_WITH_SIGN.test(word);

/** Whether the parts of the word stand together in their order: numbers, or a number and its unit. */
export const isTogether = (word: string): boolean => numberWithUnit(word) !== undefined || SEVERAL_NUMBERS.test(word);

/** Whether the word and a neighbour may be one word in a text. */
export const canBeJoined = (word: string): boolean => ONE_TOKEN.test(word) && !isUnspaced(word) && !isTogether(word);

/** Numbers, with or without a unit, are not looked up: they are always known, unless they are as long as codes. */
export const isLookedUp = (word: string): boolean => !NUMBER.test(word) || /^\p{Nd}{5,}$/u.test(word);

const hasDigit = (word: string): boolean => /\p{Nd}/u.test(word);

/** Returns the maximum number of edits of a misspelt word; 0 for words that must match exactly, such as those with digits. */
export function editsAllowed(word: string): 0 | 1 | 2 {
  const letters = fold(singularOf(word)).length;
  if (letters < SHORTEST_WITH_SLIP || letters > LONGEST_WORD || !LETTERS.test(word) || isUnspaced(word)) return 0;
  return letters < TWO_EDITS_FROM ? 1 : 2;
}

const WRITTEN_OUT: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };

/** Returns a word with umlauts for the letters that may write them out: `kueche` as `küche`, but not `blaue` or `queen`. */
export function withUmlauts(word: string): string | undefined {
  const lower = word.toLowerCase();
  const respelt = lower.replace(/ae|oe|(?<![aeq])ue/g, ([letter = '']) => `${letter}\u0308`.normalize('NFC'));
  return respelt === lower ? undefined : respelt;
}

/** Returns a word with its umlauts written out. */
function expandUmlauts(word: string): string | undefined {
  const lower = word.normalize('NFC').toLowerCase();
  const respelt = lower.replace(/[äöüåø]/g, (letter) => WRITTEN_OUT[letter] ?? letter);
  return respelt === lower ? undefined : respelt;
}

/** A word of an unspaced script with each pair of neighbouring letters swapped; nothing for short or long ones. */
export function swappedForms(word: string): string[] {
  const letters = UNSPACED_SCRIPT.test(word) && !hasDigit(word) ? [...word.replace(/\p{Mn}/gu, '')] : [];
  if (letters.length < SHORTEST_SWAPPED || letters.length > LONGEST_SWAPPED) return [];
  const forms = letters.slice(1).map((letter, at) => letters.toSpliced(at, 2, letter, letters[at] as string).join(''));
  return forms.filter((form) => form !== letters.join(''));
}

/** Returns keywords that may be a handle: one word with punctuation or digits, or with `@` or `#` before it. */
export function handleIn(keywords: string): string | undefined {
  const handle = keywords.replace(/^[@#]/u, '');
  const isHandle = /^[^\s]{4,60}$/u.test(handle) && /\p{L}/u.test(handle) && /[\p{Nd}._-]/u.test(handle);
  return isHandle || (handle !== keywords && /^\S{4,60}$/u.test(handle)) ? handle : undefined;
}

/** Above this document frequency a word is always taken as written. */
export const frequentAbove = (allRecords: number): number =>
  Math.max(KNOWN_FROM, Math.ceil(allRecords / RECORDS_PER_KNOWN));

/** Returns keywords without double quotes around the whole of them: `"iphone 15"` is not a length in inches. */
export const withoutQuotes = (keywords: string): string => /^"([^"]*)"$/.exec(keywords)?.[1]?.trim() ?? keywords;

/** Reads the words of keywords, of which the operator's are never slips; `entryOf` returns the counts of a word that was looked up. */
export const readWords = (
  keywords: string,
  entryOf: (word: string) => WordEntry | undefined,
  also: readonly Synonym[] = [],
): ReadWord[] =>
  wordsOf(keywords).map((word, index) => {
    const read = readWord(word, entryOf(word));
    const isOwn = also.some(({ at, count }) => at <= index && index < at + count);
    return isOwn ? { ...read, isKnown: true, readings: [], articles: read.articles?.slice(-1) } : read;
  });

function readWord(word: string, entry: WordEntry | undefined): ReadWord {
  const respelt = entry?.hasUmlauts === true ? withUmlauts(word) : expandUmlauts(word);
  if (entry === undefined) return { word, records: undefined, isSplit: false, respelt, isKnown: true, readings: [] };
  const { records, isSplit, articles, forms } = entry;
  const slips = entry.similar.filter((one) => one.records > records && isSlipOf(word, one));
  const best = Math.max(0, ...slips.filter((one) => one.edits < 2).map((one) => one.records));
  const perKnown = records === KNOWN_FROM && editsAllowed(word) > 1 ? RECORDS_PER_RARE : RECORDS_PER_KNOWN;
  const isKnown =
    (records >= KNOWN_FROM && records * perKnown >= best) || (forms?.length ?? 0) > 0 || entry.isEnd === true;
  return { word, records, isSplit, respelt, isKnown, readings: isKnown ? [] : likeliest(word, slips), forms, articles };
}

/** A letter added before a word is a slip only if it repeats the first one: `iphone` is no slip of `phone`. */
function isSlipOf(word: string, { term, edits, records }: SimilarTerm): boolean {
  const folded = fold(word);
  if (hasDigit(term) || (edits > 1 && folded.length <= TWO_EDITS_FROM && records < KNOWN_FROM)) return false;
  return !folded.endsWith(term) || folded[0] === folded[1];
}

/** Whether two words have the same letters. */
export const isSwapOf = (word: string, term: string): boolean => [...word].sort().join() === [...term].sort().join();

function likeliest(word: string, similar: readonly SimilarTerm[]): Reading[] {
  const first = fold(word)[0];
  const likelihood = ({ term, records, edits }: SimilarTerm): number =>
    (edits === 1 && isSwapOf(fold(word), term) ? SWAP : 1) *
    SECOND_EDIT ** (edits - 1) *
    Math.sqrt(records) *
    (term[0] === first ? 1 : OTHER_FIRST_LETTER);
  const best = Math.max(...similar.map(likelihood));
  return similar
    .map((one) => ({ term: one.term, edits: one.edits, weight: likelihood(one) / best }))
    .filter(({ weight }) => weight >= LEAST_WEIGHT)
    .sort((one, other) => other.weight - one.weight || (one.term < other.term ? -1 : 1))
    .slice(0, MOST_READINGS);
}
