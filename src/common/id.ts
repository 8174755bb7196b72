/** The maximum length of an id, in loads and in requests. */
export const MAX_ID_CHARACTERS = 100;
/** The maximum length of an address in the place of an id. */
export const MAX_ADDRESS_CHARACTERS = 500;

/** What JavaScript calls a blank. `\s`, `\d` and `\u…` are something else, or nothing, to Go, Python, Java and PCRE. */
const BLANKS = '\\t-\\r \\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

/** Characters that no address contains: blanks and line breaks, and signs that nobody sees. */
const UNSEEN =
  `${BLANKS}\\x00-\\x1f\\x7f-\\x9f\\xad\u034f\u061c\u115f\u1160\u17b4\u17b5` +
  '\u180b-\u180f\u200b-\u200f\u2028-\u202f\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb';

/** Characters that no id contains: commas of any script as well. */
const REFUSED_CHARACTERS = `${UNSEEN},\u060c\u3001\ufe50\ufe51\uff0c\uff64`;

/** The characters of an id, as a regular expression that JSON Schema takes. It says nothing about its length. */
export const ID_PATTERN = `^[^${REFUSED_CHARACTERS}]+$`;

const addressOf = (scheme: string, length: number): string =>
  `${scheme}://[^${UNSEEN}]{1,${MAX_ADDRESS_CHARACTERS - length}}`;

/** An id, or the address of its page, with blanks around it, as a regular expression of the OpenAPI document. */
export const SENT_ID = `^[${BLANKS}]*(?:[^${REFUSED_CHARACTERS}]{1,${MAX_ID_CHARACTERS}}|${addressOf('[Hh][Tt][Tt][Pp]', 7)}|${addressOf('[Hh][Tt][Tt][Pp][Ss]', 8)})[${BLANKS}]*$`;

const ID = new RegExp(ID_PATTERN, 'u');
const ADDRESS = new RegExp(`^https?://[^${UNSEEN}]+$`, 'iu');

/** Whether a text is an address, of any length. */
export const isAddressText = (text: string): boolean => ADDRESS.test(text);

/** Whether a text is an id: not empty, not too long, and without a blank, a comma or an invisible sign. */
export const isIdText = (text: string): boolean => ID.test(text) && [...text].length <= MAX_ID_CHARACTERS;

/** Digits as a spreadsheet writes them when it has rounded: with some lost, two ids would become one. */
export const LOSSY_DIGITS = String.raw`-?\d+(?:\.\d*(?:[eE][+-]?\d+)?|[eE][+-]?\d+)`;

/** A name without its sign, as documents have it for filters: NFKC, in lower case, without blanks around it. */
export const plainName = (written: string, sign: '@' | '#'): string => {
  const name = written.normalize('NFKC').toLowerCase().normalize('NFKC').trim();
  return name.startsWith(sign) ? name.slice(1) : name;
};

const FORMULA_OF_TEXT = /^="((?:[^"]|"")*)"$/;
const DIGITS_WITHIN_SIGNS = /^["'“”‘’«»]*#?(\d+)["'“”‘’«»]*$/u;

/** An id without blanks, quotes and `#` around it, and without the formula or apostrophe by which a spreadsheet keeps digits. */
export function cleanId(written: string): string {
  const text = written.trim();
  const bare = (FORMULA_OF_TEXT.exec(text)?.[1]?.replaceAll('""', '"') ?? text).trim().replace(/^'/, '').trim();
  return DIGITS_WITHIN_SIGNS.exec(bare)?.[1] ?? bare;
}
