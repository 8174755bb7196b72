/** Scripts that write no spaces between words, beside those whose characters are searched in pairs. */
export const UNSPACED_SCRIPT = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const MARKED = /[\p{Script=Latin}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{Mn}/u;
/** Whether a letter of the text has a mark that the search for its words leaves out. */
export const hasMarks = (text: string): boolean => MARKED.test(text.normalize('NFD'));

/** The fields of a document that keywords search. */
export interface SearchedTexts {
  /** The main text twice, so that a word in a title weighs more than the same word in the name of a shop. */
  text: string[];
  /** Each text once: its words joined with their neighbours, and the parts of its words. */
  words: string[];
  /** The texts with letters of scripts that write no spaces between words. */
  unspaced: string[];
  /** The texts with marks, whose words are kept with them here. */
  marked: string[];
}
