import { MAX_ID_CHARACTERS, plainName } from '../common/id.js';
import { codesIn, measuresIn } from './codes-and-measures.js';

/** Scripts without spaces between words, except those whose characters are searched in pairs. */
export const UNSPACED_SCRIPT = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const MARKED = /[đĐłŁøØ]|[\p{Script=Latin}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{Mn}/u;
/** Whether a letter of the text has a mark, or a stroke, that word search ignores. */
export const hasMarks = (text: string): boolean => MARKED.test(text.normalize('NFD'));

/** Returns the nouns of a category's name: the last word of each of its parts, `Bags` of `Luggage & Bags` and of `Bags for men`. */
export function nounsOf(name: string): string[] {
  const [thing = ''] = name.split(/\s(?:with|for|of|de|para|pour|di|für)\s/iu);
  return thing.split(/[&,/、，＆]|\sand\s/u).flatMap((part) => part.match(/[\p{L}\p{M}\p{N}]+/gu)?.at(-1) ?? []);
}

/** Replaces control characters, which Elasticsearch refuses in completions. */
export const toCompletion = (name: string): string => name.replace(/\p{Cc}/gu, ' ').trim();

/** Returns the letters, marks and digits of a text. */
export const withoutSigns = (text: string): string => text.replace(/[^\p{L}\p{M}\p{N}]+/gu, '');

/** Sequences of Thai and Lao that look as others: two of the letter E, and vowels behind a tone or parted by it. */
const LOOK_ALIKES: readonly (readonly [RegExp, string])[] = [
  [/\u0e40\u0e40/g, '\u0e41'],
  [/\u0ec0\u0ec0/g, '\u0ec1'],
  [/([\u0e48-\u0e4c\u0ec8-\u0ecc])([\u0e31\u0e34-\u0e3a\u0e47\u0e4d\u0eb1\u0eb4-\u0ebb\u0ecd])/g, '$2$1'],
  [/\u0e4d([\u0e48-\u0e4b]?)\u0e32/g, '$1\u0e33'],
  [/\u0ecd([\u0ec8-\u0ecb]?)\u0eb2/g, '$1\u0eb3'],
  [/([\u0e33\u0eb3])([\u0e48-\u0e4b\u0ec8-\u0ecb])/g, '$2$1'],
];
/** Returns a text with one of the sequences of characters that look the same. */
export const inOneOrder = (text: string): string =>
  LOOK_ALIKES.reduce((ordered, [sequence, other]) => ordered.replaceAll(sequence, other), text.normalize('NFC'));

/** Returns the texts that are neither null nor empty, each once, with their marks in one order. */
export function presentTexts(...texts: readonly (string | null | undefined)[]): string[] {
  const present = texts.filter((text): text is string => typeof text === 'string' && text.trim() !== '');
  return [...new Set(present.map(inOneOrder))];
}

/** Returns the fields that keywords search: the main text of a record, and the names of its creator, shop or categories. */
export function searchedTexts(main: string | null, ...others: readonly (string | null | undefined)[]) {
  const texts = presentTexts(main, ...others);
  const words = [...texts, ...texts.flatMap(wordsInTags)];
  return {
    /** All texts; the main text twice, so that a word in a title weighs more than one in the name of a shop. */
    text: [...presentTexts(main), ...words],
    /** Each text and the words in its tags once, for its words joined with their neighbours and for parts of words. */
    words,
    unspaced: words.filter((text) => UNSPACED_SCRIPT.test(text)),
    /** The codes, without signs and blanks. */
    codes: [...new Set(texts.flatMap((text) => codesIn(text).map(({ code }) => code)))],
    /** The volumes, weights and lengths, each in one unit. */
    measures: [...new Set(texts.flatMap(measuresIn))],
    /** The texts with marks, which this field keeps. */
    marked: words.filter(hasMarks),
  };
}

/** Returns the words of each tag that begin with capital letters: `Tik Tok Made` of `#TikTokMade`. */
const wordsInTags = (text: string): string[] =>
  (text.match(/#[\p{L}\p{Nd}_]*\p{Ll}\p{Lu}[\p{L}\p{Nd}_]*/gu) ?? []).map((tag) =>
    tag.slice(1).replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '),
  );

/** The fields of a record that its document has unchanged. */
export const pick = <Values extends object, Name extends keyof Values>(record: Values, ...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, record[name]])) as Pick<Values, Name>;

/** A flag of a record, 1 or 0, as its document has it. */
export const flag = (value: number | null | undefined): boolean | null =>
  value === null || value === undefined ? null : value === 1;

/** The handle of a record, as filters find it. */
export const handleOf = (uniqueId: string | null): string | null =>
  uniqueId === null ? null : plainName(uniqueId, '@');

const LARGEST_WEIGHT = 2 ** 31 - 1;
const MOST_INPUTS = 10;

/** Returns each text, and its ends that begin with a word. Null texts have none. */
export function nameBeginnings(...texts: readonly (string | null)[]): string[] {
  const beginnings = presentTexts(...texts).flatMap((text) => [
    text,
    ...[...text.matchAll(/(?<![\s._@-])[\s._@-]+(?=[\p{L}\p{N}])/gu)].map((gap) =>
      text.slice(gap.index + gap[0].length),
    ),
  ]);
  return [...new Set(beginnings)].slice(0, MOST_INPUTS);
}

/** The `completion` field of a document, ordered by the figure `known`; `suffix` tells equal names apart. */
export function suggestInput(names: readonly string[], known: number | null, suffix = '') {
  const input = names.map((name) => toCompletion(`${name}${suffix}`)).filter((name) => name !== '');
  if (input.length === 0) return null;
  return { input, weight: Math.max(0, Math.min(LARGEST_WEIGHT, Math.round(known ?? 0))) };
}

const MOST_TAGS = 30;

/** The tags of a text in their order, each once: `#` and letters, marks, digits and `_` of any script. */
export function tagsIn(text: string | null): string[] {
  const found = text?.normalize('NFKC').match(/#[\p{L}\p{M}\p{N}_]+/gu) ?? [];
  const tags = new Set(found.map((tag) => plainName(tag, '#')).filter((tag) => [...tag].length <= MAX_ID_CHARACTERS));
  return [...tags].slice(0, MOST_TAGS);
}
