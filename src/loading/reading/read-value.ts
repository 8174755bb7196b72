import { utcText } from '../../common/period/period.js';
import { CURRENCIES, currencyOf, currencySigns } from '../../common/regions.js';
import { cleanId } from '../../common/id.js';
import type { ValueSchema } from '../../fields/load-rules.js';
import type { JsonObject } from '../../common/json-object.js';

import { type DateStyle, fold, readMoment, readWrittenDay } from './read-time.js';

/** How numbers are written in a text, where it is not as in JSON. */
export interface NumberStyle {
  /** The decimal mark. The other mark, blanks and apostrophes may separate thousands. */
  readonly decimal?: '.' | ',';
  /** Whether a text may have signs of units: `1.2K`, `1.2万`, `$7.99`, `7.5%`. */
  readonly units?: boolean;
}

const POWERS: Readonly<Record<string, number>> = { k: 3, K: 3, M: 6, B: 9, 万: 4, 亿: 8 };

const numberPattern = (decimal: string, groups: string): RegExp =>
  new RegExp(`^(\\d+${groups && `|\\d{1,3}(?:[${groups}]\\d{3})+`})(?:[${decimal}](\\d+))?(?:[eE]([+-]?\\d+))?$`);
const PLAIN = numberPattern('.', '');
const GROUPED = { '.': numberPattern('.', ",\\s'’"), ',': numberPattern(',', ".\\s'’") };
/** Behind an apostrophe as spreadsheets write it: signs, a number from its first to its last digit, other signs. */
const PARTS = /^'?([^\d']*)(\d|\d.*\d)(\D*)$/;
const POWER = /^ ?([kKMB](?![A-Za-z])|[万亿])?(.*)$/;

/**
 * Reads a number from text; undefined for another text. A whole number has no exponent: a spreadsheet writes one when it
 * has rounded. Brackets around an amount are a minus, where an option says how numbers are written.
 * @param unit the currency of the number, or `%`; another sign in the text is not read
 */
function readNumber(text: string, isWhole: boolean, { decimal, units = false }: NumberStyle, unit?: string | null) {
  const [, before = '', number = '', behind = ''] = PARTS.exec(fold(text)) ?? [];
  const minus = `${before}${behind}`.replace(/[^-()]/g, '');
  const isBracketed = minus === '()' && (units || decimal !== undefined);
  const [, letter = '', after = ''] = POWER.exec(isBracketed ? behind.replace(')', '') : behind) ?? [];
  const isUnit = (written: string): boolean => {
    const sign = written.trim().toLowerCase();
    if (sign === '' || !units) return sign === '';
    return unit === '%' ? sign === '%' : typeof unit === 'string' && currencySigns(unit).has(sign);
  };
  if (!isUnit(before.replace(isBracketed ? '(' : '-', '')) || !isUnit(after)) return undefined;
  const [, whole, decimals = '', exponent] = (decimal === undefined ? PLAIN : GROUPED[decimal]).exec(number) ?? [];
  if (whole === undefined || (letter !== '' && !units)) return undefined;
  const power = POWERS[letter] ?? 0;
  if (isWhole && (exponent !== undefined || /[1-9]/.test(decimals.slice(power)))) return undefined;
  const digits = whole.replace(/\D/g, '');
  const value = Number(`${minus === '' ? '' : '-'}${digits}.${decimals}e${Number(exponent ?? 0) + power}`);
  return isWhole && !Number.isSafeInteger(value) ? undefined : value;
}

const isFlag = ({ enum: choices = [] }: ValueSchema): boolean =>
  JSON.stringify(choices.filter((choice) => choice !== null)) === '[0,1]';

/**
 * Reads a value that is not as its field has it; undefined when it can't be read, or needs not.
 * @param holder the object that the field is in, which may name its currency
 * @returns the value of the field, and what it was read as: `numbers`
 */
export function readValue(
  value: string | number | boolean,
  schema: ValueSchema,
  style: NumberStyle & DateStyle,
  holder: JsonObject = {},
) {
  const text = String(value);
  const isWhole = schema.type.includes('integer');
  const seen = (read: string | number | undefined, as: string) =>
    read === undefined || read === value ? undefined : { value: read, as };
  if (schema.format === 'date') return seen(readWrittenDay(text, style), 'days');
  if (schema.format === 'utc-time') {
    const moment = readMoment(text, style);
    return seen(moment === undefined ? moment : utcText(moment), 'moments');
  }
  if (schema.rule === 'percent') {
    if (!text.includes('%') && style.units !== true) return undefined;
    const percent = readNumber(text, false, style, '%');
    return seen(percent === undefined ? percent : `${percent}%`, 'percentages');
  }
  if (typeof value === 'number' && schema.rule !== 'unix-seconds') return undefined;
  if (schema.type.includes('string'))
    return isWhole && value !== true && value !== false ? seen(cleanId(text), 'ids') : undefined;
  if (isFlag(schema) && /^(?:true|false)$/i.test(text.trim())) return { value: /t/i.test(text) ? 1 : 0, as: 'flags' };
  if (typeof value === 'boolean' || (!isWhole && !schema.type.includes('number'))) return undefined;
  const moment = schema.rule === 'unix-seconds' ? readMoment(text, style) : undefined;
  if (moment !== undefined) return seen(moment, 'moments');
  const digits = text.replace(/\D/g, '').replace(/^0+|(?<!0)0+$/g, '');
  // More digits than an amount may have would be rounded.
  if (schema.format === 'amount' && digits.length > 15) return undefined;
  return seen(readNumber(text, isWhole, style, unitOf(schema, holder)), 'numbers');
}

/** The currency of a field's amounts, or `%`; null where the record does not say it. */
function unitOf({ unit }: ValueSchema, holder: JsonObject): string | null {
  if (unit === 'region' || unit === 'creator_region') return currencyOf(String(holder[unit]));
  if (unit === 'currency') return CURRENCIES.find((currency) => currency === holder.currency) ?? null;
  return unit ?? null;
}

/** Texts that people write for an unknown value. */
export const UNKNOWN = /^(?:[-–—?.]+|#?n\.?\/?a\.?|null|none|nil|nan|unknown)$/i;
