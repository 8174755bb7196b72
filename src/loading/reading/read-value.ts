import { cleanId } from '../../common/id.js';
import { LOAD_RULES, type ValueSchema } from '../../fields/load-rules.js';
import { utcText } from '../../common/period.js';
import { CURRENCIES, currencyOf } from '../../common/regions.js';
import type { ReadOptions } from './input.js';
import { DATE_STYLES, readDay, readMoment } from './read-moment.js';
import { readNumber } from './read-number.js';

type ValueStyle = Pick<ReadOptions, 'decimal' | 'units' | 'dates' | 'zone'>;

/** A value as its field has it, and what it was read as: `numbers`. */
export interface ReadValue {
  readonly value: string | number;
  readonly as: string;
}

const isFlag = ({ enum: choices = [] }: ValueSchema): boolean =>
  JSON.stringify(choices.filter((choice) => choice !== null)) === '[0,1]';

/**
 * Reads a value that is not as its field has it; undefined when it can't be read, or needs not.
 * @param holder the object that the field is in, which may name its currency
 */
export function readValue(
  value: string | number | boolean,
  schema: ValueSchema,
  style: ValueStyle,
  holder: Readonly<Record<string, unknown>> = {},
): ReadValue | undefined {
  const text = String(value);
  const isWhole = schema.type.includes('integer');
  const seen = (read: string | number | undefined, as: string): ReadValue | undefined =>
    read === undefined || read === value ? undefined : { value: read, as };
  if (schema.format === 'date') return seen(readDay(text, style), 'days');
  if (schema.format === 'utc-time') {
    const moment = readMoment(text, style);
    return seen(moment === undefined ? moment : utcText(moment), 'moments');
  }
  if (typeof value === 'number' && schema.$comment !== LOAD_RULES['unix-seconds'].$comment) return undefined;
  if (schema.type.includes('string')) {
    if (isWhole) return seen(cleanId(text), 'ids');
    if (schema.pattern !== LOAD_RULES.percent.pattern || !text.includes('%')) return undefined;
    const percent = readNumber(text, false, style, '%');
    return seen(percent === undefined ? percent : `${percent}%`, 'percentages');
  }
  if (isFlag(schema) && /^(?:true|false)$/i.test(text.trim())) return { value: /t/i.test(text) ? 1 : 0, as: 'flags' };
  if (typeof value === 'boolean' || (!isWhole && !schema.type.includes('number'))) return undefined;
  const moment = schema.$comment === LOAD_RULES['unix-seconds'].$comment ? readMoment(text, style) : undefined;
  if (moment !== undefined) return seen(moment, 'moments');
  return seen(readNumber(text, isWhole, style, unitOf(schema, holder)), 'numbers');
}

/** The currency of a field's amounts, or `%`; null where the record does not say it. */
function unitOf({ unit }: ValueSchema, holder: Readonly<Record<string, unknown>>): string | null {
  if (unit === 'region') return currencyOf(typeof holder.region === 'string' ? holder.region : null);
  if (unit === 'currency') return CURRENCIES.find((currency) => currency === holder.currency) ?? null;
  return unit ?? null;
}

const MARKS = ['.', ','] as const;
/** What may read a value: one option, or else two. */
const STYLES: readonly (readonly ValueStyle[])[] = [
  [...MARKS.map((decimal) => ({ decimal })), { units: true }, ...DATE_STYLES.map((dates) => ({ dates }))],
  [...MARKS.map((decimal) => ({ decimal, units: true })), ...DATE_STYLES.map((dates) => ({ dates, zone: 'UTC' }))],
];
/** Texts that people write for an unknown value. */
const UNKNOWN = /^(?:[-–—?.]+|#?n\.?\/?a\.?|null|none|nil|nan|unknown)$/i;

/**
 * What would read a refused value, one sentence: options, an entry of a mapping file, or a field that is missing. Empty when
 * nothing does.
 * @param path the field; items of lists have no entry
 */
export function takingOptions(
  value: string | number | boolean,
  schema: ValueSchema,
  path: string,
  holder: Readonly<Record<string, unknown>>,
): string {
  if (path === '' || readValue(value, schema, {}, holder) !== undefined) return '';
  const text = String(value);
  const readings = (style: ValueStyle): string[] => {
    const read = readValue(value, schema, style, holder);
    const options = Object.entries(style).map(([name, given]) => `--${name}${given === true ? '' : ` ${given}`}`);
    return read === undefined ? [] : [`${options.join(' ')} reads it as ${read.value}`];
  };
  const found = STYLES.map((styles) => styles.flatMap(readings)).find((step) => step.length > 0);
  if (found !== undefined) return ` ${found.join(', ')}.`;
  const hasCurrency = CURRENCIES.some((currency) =>
    MARKS.some((decimal) => readNumber(text, false, { decimal, units: true }, currency) !== undefined),
  );
  if (hasCurrency && (schema.unit === 'region' || schema.unit === 'currency')) {
    const currency = unitOf(schema, holder);
    return currency === null
      ? ` --units reads it where the record has a ${schema.unit}, which may be a constant of a mapping file.`
      : ` It is no amount in ${currency}, the currency by its ${schema.unit}.`;
  }
  if (UNKNOWN.test(text.trim()))
    return schema.type.includes('null') ? ` --null-values ${JSON.stringify(text)} loads it as unknown.` : '';
  const { format, enum: choices, $comment } = schema;
  const isClosed = choices !== undefined || $comment === LOAD_RULES.region.$comment;
  const isMapped = isClosed || format === 'date' || format === 'utc-time' || !schema.type.includes('string');
  return isMapped && !/^$|\d/.test(text) && !path.includes('[')
    ? ` A mapping file can say what it stands for: values: { ${path}: { ${JSON.stringify(text)}: … } }.`
    : '';
}
