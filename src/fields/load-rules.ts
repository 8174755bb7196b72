import { ID_PATTERN, LOSSY_DIGITS, MAX_ID_CHARACTERS } from '../common/id.js';
import type { Schema } from './schema.js';

/** A JSON Schema (draft-07) of one value, as far as records need it. */
export interface ValueSchema extends Schema {
  readonly type: string | readonly string[];
  readonly description?: string;
  readonly pattern?: string;
  readonly format?: string;
  readonly items?: ValueSchema;
  readonly properties?: Readonly<Record<string, ValueSchema>>;
  readonly required?: readonly string[];
  /** What the number is of: `%`, `USD`, the field next to it that names the region or currency, or the creator's region. */
  readonly unit?: string;
  /** The rule of the value in addition to its type, and its words for messages. */
  readonly rule?: LoadRule;
  readonly $comment?: string;
}

/** Larger values are taken for milliseconds; as Unix seconds this is the year 5138. */
const LATEST_SECOND = 99_999_999_999;

const WHOLE = {
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
  $comment: 'a whole number within ±(2^53 − 1), in digits',
};

/** The bounds of what answers add up: 900 facts or records at the largest still have an exact sum. */
const within = (most: number, kind: 'a number' | 'a whole number', more: string, least = -most) => ({
  minimum: least,
  maximum: most,
  $comment: `${kind} ${least === 0 ? 'from 0 to ' : 'within ±'}${most.toLocaleString('en-US')}${more}`,
});

/** The format of texts without lone surrogates, which UTF-8 can't write. */
export const TEXT_FORMAT = 'text';

/** An id that is not a number as a spreadsheet writes it: with these digits lost, two ids would become one. */
const idSchema = (lossy: string, needs: string): Partial<ValueSchema> => ({
  type: ['string', 'integer'],
  maxLength: MAX_ID_CHARACTERS,
  pattern: ID_PATTERN,
  not: { type: 'string', pattern: `^${lossy}$` },
  $comment: `an id of 1 to ${MAX_ID_CHARACTERS} characters without blanks, commas and invisible signs; a number needs ${needs}`,
});

/** The rules of loaded values in addition to their type: the schema of each, whose `$comment` says it in words. */
export const LOAD_RULES = {
  id: idSchema(LOSSY_DIGITS, 'all its digits, without exponent or decimal point'),
  /** An id that other systems make up: digits with a decimal point are one too. */
  'free-id': idSchema('-?\\d{1,3}(?:\\.\\d+)?[eE][+-]?\\d{1,2}', 'all its digits, without exponent'),
  name: { maxLength: 5000, $comment: 'a string of at most 5,000 characters' },
  words: {
    maxLength: 100,
    pattern: '^(?=.*[\\p{L}\\p{N}])\\s*\\S+(?:\\s+\\S+){0,3}\\s*$',
    $comment: 'one to four words of at most 100 characters',
  },
  region: { pattern: '^[A-Z]{2}$', $comment: 'a region code of two upper-case letters such as US' },
  percent: {
    pattern: '^\\s*-?\\d+(\\.\\d+)?\\s*%\\s*$',
    $comment: 'a percentage with its sign, such as "12.5%"',
  },
  'utc-time': {
    pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$',
    format: 'utc-time',
    $comment: 'a UTC time that exists, written as YYYY-MM-DD hh:mm:ss',
  },
  day: {
    pattern: '^[12]\\d{3}-\\d{2}-\\d{2}$',
    format: 'date',
    $comment: 'a day that exists, written as YYYY-MM-DD',
  },
  'unix-seconds': { minimum: 0, maximum: LATEST_SECOND, $comment: 'Unix seconds' },
  rate: {
    pattern: '^(?=.*[1-9])\\d{1,2}(\\.\\d{1,10})?$',
    $comment: 'decimal text above 0 and below 100 with at most 10 decimals, such as "0.000039"',
  },
  amount: { format: 'amount', ...within(1e12, 'a number', ' with at most 4 decimals and 15 digits') },
  'amount-usd': { format: 'amount', ...within(1e9, 'a number', ' with at most 4 decimals') },
  units: within(1e9, 'a whole number', ', in digits'),
  'added-count': within(1e13, 'a whole number', ', in digits', 0),
  'added-amount': within(1e13, 'a number', ''),
  count: { ...WHOLE, minimum: 0, $comment: 'a whole number from 0 to 2^53 − 1, in digits' },
  followers: { minimum: 0, maximum: 2 ** 31 - 1, $comment: 'a whole number from 0 to 2^31 − 1, in digits' },
  signed: WHOLE,
  rounded: { ...within(1e13, 'a number', '; decimals are rounded away'), type: 'number' },
} satisfies Readonly<Record<string, Partial<ValueSchema>>>;

export type LoadRule = keyof typeof LOAD_RULES;
