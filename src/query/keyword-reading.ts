import { UNSPACED_SCRIPT } from '../documents/searched-texts.js';

/** What an index holds that is spelt nearly like a word. */
export interface Neighbour {
  /** As the index keeps it: folded, English plurals as singulars. */
  readonly term: string;
  readonly records: number;
  /** Letters wrong, missing, added or swapped. */
  readonly edits: number;
}

/** What an index knows of a word. */
export interface WordEntry {
  /** Records that hold the word as it is written, its plural, or the same without marks. */
  readonly records: number;
  /** Some records may hold the word only as two words. */
  readonly isSplit: boolean;
  readonly neighbours: readonly Neighbour[];
}

/** What a word is taken for, and how likely that is, above 0 and at most 1. */
export interface Reading {
  readonly term: string;
  readonly weight: number;
}

/** A word of the keywords with all that a query has to know of it. */
export interface ReadWord {
  readonly word: string;
  /** Records that hold it; undefined for numbers, which are not looked up. */
  readonly records: number | undefined;
  readonly isSplit: boolean;
  /** False: it stands in hardly any record, so that it may be a slip. */
  readonly isKnown: boolean;
  /** What else it is taken for, the likeliest first. */
  readonly as: readonly (Reading & Pick<Neighbour, 'edits'>)[];
}

/** Keywords as an index reads them: all that a query depends on beside the request. */
export interface ReadKeywords {
  readonly keywords: string;
  readonly words: readonly ReadWord[];
  /** They are the name or id of something. */
  readonly isName: boolean;
  /** Names that they were taken for, as they are nearly one. */
  readonly names: readonly string[];
}

/** A known word stands in at least so many records, */
const KNOWN_FROM = 3;
/** and in at least one for so many records of its best neighbour. */
const NEIGHBOUR_RATIO = 1000;

/** Shares of the likelihood of a reading: for a second edit, and for another first letter. */
const SECOND_EDIT = 0.1;
const OTHER_FIRST_LETTER = 0.5;
/** Readings less likely than this beside the best are left out, and so are those after so many. */
const LEAST_WEIGHT = 0.1;
const MOST_READINGS = 6;

/** Longer ones are no words, and dear to find neighbours of. */
const LONGEST_WORD = 40;
const SHORTEST_WITH_SLIP = 3;
const TWO_EDITS_FROM = 7;

const LONGEST_ENDING = 2;
const SHORTEST_STEM = 5;

/** Characters that analysis ends a word at, whatever stands around them; a point between digits is one of a number. */
const ENDS_WORD = String.raw`\s\u200b._:'’ʼ-`;
const IN_WORD = String.raw`(?:[^${ENDS_WORD}]|(?<=\p{Nd})\.(?=\p{Nd}))`;
/** What analysis takes for a unit behind a number (`units` in elastic/analysis.json). */
export const UNITS =
  String.raw`(["″”]|['′’]{1,2}(?!\p{L})|インチ|英寸|[吋寸米升克伏瓦]|公[斤升分]|千克|[毫厘]米|毫升|キログラム|キロ|グラム|ミリリットル|リットル|ミリ|センチ|メートル|ボルト|ワット|` +
  String.raw`นิ้ว|มล|ลิตร|กก|กิโลกรัม|กรัม|ซม|เมตร|วัตต์)|(?:(in)(?:ch(?:es)?|ci|(?![\s-]*\p{Nd}))|(f)(?:ee|oo)?(t)|` +
  String.raw`([mck])?(?:il{1,2}i|ent[ií]|ilo)?(?:(l)(?:it(?:er|re|ro)s?|itri|ít|ts?)?|(g)(?:r(?:am(?:m[eio]?|os?|s)?|` +
  String.raw`s)?)?|(m)(?:et(?:er|re|ro)s?|etri|ts?)?)|(v)(?:olts?|oltios?)?|(w)(?:att?s?)?|(?=zoll|pulg|poleg|pollic|` +
  String.raw`pouce|pound|ounce|tum|kilo|pied)\p{L}(oll|ulg|oleg|ollic|ouce|ound|unce|um|ilo|ied)(?:adas?|[ei]|s)?|(mcg|` +
  String.raw`oz|lb|kw|mah|ah|wh|[mgt]b|[kmg]?hz|mp|k|p|px|fps|pc)s?)(?![\p{L}\p{Nd}])`;
const WORD = new RegExp(String.raw`${IN_WORD}*\p{Nd}[\s-]*(?:${UNITS})|${IN_WORD}+`, 'giu');
const HAS_TOKEN = /[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u;

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const LETTERS = /^[\p{P}\p{S}]*[\p{L}\p{M}]+[\p{P}\p{S}]*$/u;
const ONE_TOKEN = /^[\p{P}\p{S}]*[\p{L}\p{M}\p{Nd}]+[\p{P}\p{S}]*$/u;

/** The words of keywords, each once, in their order; signs alone are none. */
export function wordsOf(keywords: string): string[] {
  return [...new Set(keywords.match(WORD)?.filter((word) => HAS_TOKEN.test(word)) ?? [])];
}

/** Whether the word is written without spaces to its neighbours, so that analysis parts it. */
export const isRun = (word: string): boolean => UNSPACED_SCRIPT.test(word) || CJK.test(word);

const NUMBER = new RegExp(String.raw`^([\p{Nd}\p{P}\p{S}]+?)[\s-]*(${UNITS})?$`, 'iu');
/** The number of a word that is one with its unit. */
export function measuredIn(word: string): string | undefined {
  const [, number, unit] = NUMBER.exec(word) ?? [];
  return unit === undefined ? undefined : number;
}

/** Two such words may be one in the text. */
export const canBeJoined = (word: string): boolean =>
  ONE_TOKEN.test(word) && !isRun(word) && measuredIn(word) === undefined;

/** Numbers and their units are what they are. */
export const isLookedUp = (word: string): boolean => !NUMBER.test(word);

export const hasDigit = (word: string): boolean => /\p{Nd}/u.test(word);

/** How many edits a slip in the word may have: 0 for what has none, such as words with digits. */
export function editsAllowed(word: string): 0 | 1 | 2 {
  const letters = [...word].length;
  if (letters < SHORTEST_WITH_SLIP || letters > LONGEST_WORD || !LETTERS.test(word) || isRun(word)) return 0;
  return letters < TWO_EDITS_FROM ? 1 : 2;
}

/** Handles hold no space, and nearly all of them signs or digits; `@handle` and `#tag` name what they name. */
export function handleIn(keywords: string): string | undefined {
  const handle = keywords.replace(/^[@#]/u, '');
  const isHandle = /^[^\s]{4,60}$/u.test(handle) && /\p{L}/u.test(handle) && /[\p{Nd}._-]/u.test(handle);
  return isHandle || (handle !== keywords && /^\S{4,60}$/u.test(handle)) ? handle : undefined;
}

/** A word stands in more records than this: no neighbour of it can be taken for it, whatever their number. */
export const surelyKnownAbove = (allRecords: number): number =>
  Math.max(KNOWN_FROM - 1, Math.ceil(allRecords / NEIGHBOUR_RATIO));

/**
 * How the words of keywords are read.
 * @param entryOf what the index knows of a word; undefined for one that was not looked up
 */
export function readWords(keywords: string, entryOf: (word: string) => WordEntry | undefined): ReadWord[] {
  return wordsOf(keywords).map((word) => readWord(word, entryOf(word)));
}

function readWord(word: string, entry: WordEntry | undefined): ReadWord {
  if (entry === undefined) return { word, records: undefined, isSplit: false, isKnown: true, as: [] };
  const { records, isSplit } = entry;
  const slips = entry.neighbours.filter((one) => one.records > records && isSlipOf(word, one.term));
  const best = Math.max(0, ...slips.map((one) => one.records));
  const isKnown = records >= KNOWN_FROM && records * NEIGHBOUR_RATIO >= best;
  return { word, records, isSplit, isKnown, as: isKnown ? [] : likeliest(word, slips) };
}

/** The word without its ending, of what is long enough: its plural and its singular begin so in most languages. */
export function stemOf(word: string): string | undefined {
  const stem = [...word].slice(0, -LONGEST_ENDING);
  return stem.length >= SHORTEST_STEM && LETTERS.test(word) && !isRun(word) ? stem.join('') : undefined;
}

/** Nobody puts a letter before a word by mistake but its own first one again: `iphone` is no slip of `phone`. */
function isSlipOf(word: string, term: string): boolean {
  const folded = fold(word);
  if (hasDigit(term)) return false;
  return !folded.endsWith(term) || folded[0] === folded[1];
}

const fold = (word: string): string =>
  word
    .normalize('NFKD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase();

function likeliest(word: string, neighbours: readonly Neighbour[]): ReadWord['as'] {
  const first = fold(word)[0];
  const likelihood = ({ term, records, edits }: Neighbour): number =>
    SECOND_EDIT ** (edits - 1) * Math.sqrt(records) * (term[0] === first ? 1 : OTHER_FIRST_LETTER);
  const readings = neighbours
    .map((one) => ({ term: one.term, edits: one.edits, weight: likelihood(one) }))
    .sort((one, other) => other.weight - one.weight || (one.term < other.term ? -1 : 1));
  const best = readings[0]?.weight ?? 1;
  return readings
    .map((reading) => ({ ...reading, weight: reading.weight / best }))
    .filter(({ weight }) => weight >= LEAST_WEIGHT)
    .slice(0, MOST_READINGS);
}
