import { UNITS } from '../../../dist/modules/src/query/keyword-reading.js';

/**
 * Texts as PostgreSQL's parser can part them: its `simple` configuration knows words between spaces alone. Characters
 * of Chinese and Japanese are searched in pairs, and scripts without spaces are parted by the dictionaries of Node's ICU.
 */
const PAIRED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー`;
const UNSPACED = String.raw`\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
const RUN = new RegExp(
  String.raw`(?<pairs>[${PAIRED}]+)|(?<unspaced>[${UNSPACED}]+)|(?:(?![${PAIRED}${UNSPACED}])[\p{L}\p{M}\p{N}])+`,
  'gu',
);
/** A number and its unit are one word, written with a space or without. */
const BEFORE_UNIT = new RegExp(String.raw`(?<=\p{Nd})\s+(?=(?:${UNITS})(?![\p{L}\p{Nd}]))`, 'giu');
const parter = new Intl.Segmenter('th', { granularity: 'word' });

/** The words of a text in their order; signs are none. */
export function tokensOf(text) {
  const folded = text.normalize('NFKC').toLowerCase().replaceAll(BEFORE_UNIT, '');
  return [...folded.matchAll(RUN)].flatMap(({ 0: run, groups }) => {
    if (groups.pairs !== undefined) return pairsOf([...run]);
    if (groups.unspaced !== undefined) return [...parter.segment(run)].map(({ segment }) => segment);
    return [singular(run)];
  });
}

/** English plurals as singulars: Harman's rules, the ones that leave words of other languages alone most often. */
function singular(word) {
  if (word.length < 3 || !word.endsWith('s') || /[us]s$/.test(word)) return word;
  if (/[^ae]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  return /[aeio]es$/.test(word) ? word : word.slice(0, -1);
}

const pairsOf = (characters) =>
  characters.length === 1 ? characters : characters.slice(1).map((character, at) => characters[at] + character);

/** What is handed to `to_tsvector`. */
export const searchedText = (texts) => texts.map((text) => tokensOf(text).join(' ')).join(' ');

/**
 * Keywords word by word, each with the tokens that it is searched as: several of a handle such as `ella_69` and of texts
 * without spaces.
 */
export function readKeywords(keywords) {
  return keywords
    .split(/[\s'’-]+/u)
    .map((word) => ({ word, tokens: tokensOf(word) }))
    .filter(({ tokens }) => tokens.length > 0);
}

/** The parts of a handle as words of their own. */
export const partsOf = ({ tokens }) => tokens.map((token) => ({ word: token, tokens: [token] }));

const IS_LETTERS = /^\p{L}{3,40}$/u;
const IN_RUN = new RegExp(`[${PAIRED}${UNSPACED}]`, 'u');
/** One word of letters, which may be misspelt or the beginning of a longer one. */
export const isSpelt = ({ tokens: [token, ...others] }) =>
  others.length === 0 && IS_LETTERS.test(token) && !IN_RUN.test(token);

const LONGEST_ENDING = 2;
const SHORTEST_STEM = 5;
const quoted = (token) => `'${token}'`;

/**
 * What finds every word, as `to_tsquery` takes it. Tokens are letters and digits alone, so that none of them is syntax.
 * @param words what `readKeywords` gives; `as` is what else a word is taken for, `isPart` also finds longer ones
 */
export const allWords = (words) => [words.map(alternatives).join(' & '), ...asOne(words)].join(' | ');

/** What finds any of the words, also with another ending. */
export const someWords = (words) =>
  words
    .flatMap((word) => [alternatives(word), ...(isSpelt(word) ? [`${quoted(stemOf(word.tokens[0]))}:*`] : [])])
    .concat(asOne(words))
    .join(' | ');

/** Two words may be written as one, as tags are. */
const asOne = (words) =>
  words.length === 2 && words.every(isSpelt)
    ? tokensOf(words.map(({ tokens: [token] }) => token).join('')).map(quoted)
    : [];

function alternatives({ tokens, as = [], isPart = false }) {
  const written = tokens.map(quoted).join(' & ');
  return `(${[written, ...(isPart ? [`${written}:*`] : []), ...as.map(quoted)].join(' | ')})`;
}

const stemOf = (token) => (token.length - LONGEST_ENDING >= SHORTEST_STEM ? token.slice(0, -LONGEST_ENDING) : token);
