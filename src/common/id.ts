/** The maximum length of an id, in loads and in requests. */
export const MAX_ID_CHARACTERS = 100;

/** Characters that no id contains: blanks and line breaks, commas of any script, and signs that nobody sees. */
const REFUSED_CHARACTERS =
  '\\s,\\u060c\\u3001\\ufe50\\ufe51\\uff0c\\uff64\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5' +
  '\\u180b-\\u180f\\u200b-\\u200f\\u2028-\\u202f\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb';

/** The characters of an id, as a regular expression that JSON Schema takes. It says nothing about its length. */
export const ID_PATTERN = `^[^${REFUSED_CHARACTERS}]+$`;

const ID = new RegExp(ID_PATTERN, 'u');

/** Whether a text is an id: not empty, not too long, and without a blank, a comma or an invisible sign. */
export const isIdText = (text: string): boolean => ID.test(text) && [...text].length <= MAX_ID_CHARACTERS;

/** A loaded id without the blanks around it and without the apostrophe that makes a number text in a spreadsheet. */
export const cleanLoadedId = (written: string): string => written.trim().replace(/^'/, '').trim();
