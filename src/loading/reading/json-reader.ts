import { parse } from 'lossless-json';
import type { ValueSchema } from '../../records/fields/json-schema.js';

/** Names of fields from the record inwards; `*` stands for every item of a list. */
type FieldPath = readonly string[];

/** The text holds no JSON. */
export class NotJsonError extends Error {}

/**
 * Reads JSON without rounding ids: an integer in an id field becomes the string of its digits. Of equal keys the last
 * counts.
 */
export class JsonReader {
  private readonly idPaths: readonly FieldPath[];

  constructor(schema: ValueSchema) {
    this.idPaths = findIdPaths(schema, []);
  }

  /**
   * The records of a text: one, or those of a list or of a whole answer of the API.
   * @throws NotJsonError saying where the text stops being JSON
   */
  read(text: string): readonly unknown[] {
    const records = recordsOf(parseJson(text));
    if (!this.idPaths.some((path) => records.some((record) => holdsNumber(record, path)))) return records;
    const exact = recordsOf(
      parse(text, undefined, {
        parseNumber: (digits) => new ExactNumber(digits),
        onDuplicateKey: ({ newValue }) => newValue,
      }),
    );
    records.forEach((record, index) => this.idPaths.forEach((path) => copyDigits(record, exact[index], path)));
    return records;
  }
}

class ExactNumber {
  constructor(readonly digits: string) {}
}

/** What a list or `data.list` of an answer holds; else the value itself. */
function recordsOf(value: unknown): readonly unknown[] {
  const list = Array.isArray(value) ? value : own(own(value, 'data'), 'list');
  return Array.isArray(list) ? list : [value];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new NotJsonError((error as Error).message);
  }
}

/** Ids are the fields that take a string or a whole number. */
function findIdPaths(schema: ValueSchema, path: FieldPath): FieldPath[] {
  if (schema.type.includes('string') && schema.type.includes('integer')) return [path];
  if (schema.items !== undefined) return findIdPaths(schema.items, [...path, '*']);
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => findIdPaths(inner, [...path, name]));
}

const own = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;

function holdsNumber(value: unknown, [name, ...rest]: FieldPath): boolean {
  if (name === undefined) return typeof value === 'number';
  if (name === '*') return Array.isArray(value) && value.some((item) => holdsNumber(item, rest));
  return holdsNumber(own(value, name), rest);
}

function copyDigits(value: unknown, exact: unknown, [name, ...rest]: FieldPath): void {
  if (name === undefined) return;
  if (name === '*') {
    if (Array.isArray(value)) value.forEach((item, index) => copyDigits(item, (exact as unknown[])[index], rest));
    return;
  }
  if (rest.length > 0) return copyDigits(own(value, name), own(exact, name), rest);
  const number = own(exact, name);
  // Anything but digits stays a number, which the check rejects as an id.
  if (number instanceof ExactNumber && /^-?\d+$/.test(number.digits)) {
    (value as Record<string, unknown>)[name] = number.digits;
  }
}
