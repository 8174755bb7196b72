/** Scripts without spaces between words, except those whose characters are searched in pairs. */
export const UNSPACED_SCRIPT = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const MARKED = /[\p{Script=Latin}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{Mn}/u;
/** Whether a letter of the text has a mark that word search ignores. */
export const hasMarks = (text: string): boolean => MARKED.test(text.normalize('NFD'));

/** Fields of a document for keyword search. */
export interface SearchedTexts {
  /** All texts; the main text twice, so that a word in a title weighs more than one in the name of a shop. */
  text: string[];
  /** Each text and the words in its tags once, for its words joined with their neighbours and for parts of words. */
  words: string[];
  /** The texts in scripts without spaces between words. */
  unspaced: string[];
  /** The texts with marks, which this field keeps. */
  marked: string[];
}

/** Names of a document for suggestions, and their weight: a value of Elasticsearch's `completion` field. */
export interface SuggestInput {
  input: string[];
  /** A whole number up to 2^31 - 1. */
  weight: number;
}

/** Replaces control characters, which Elasticsearch refuses in completions. */
export const toCompletion = (name: string): string => name.replace(/\p{Cc}/gu, ' ').trim();
