import { parse } from 'lossless-json';
import type { ValueSchema } from '../../records/fields/json-schema.js';

/** Names of nested fields, outermost first; `*` stands for every item of a list. */
type FieldPath = readonly string[];

/** The text is not JSON. */
export class NotJsonError extends Error {}

/** Reads JSON without rounding ids: an integer in an id field becomes a string of its digits. The last of equal keys counts. */
export class JsonReader {
  private readonly idPaths: readonly FieldPath[];

  constructor(schema: ValueSchema) {
    this.idPaths = findIdPaths(schema, []);
  }

  /**
   * Returns the records of a text: one record, a list of records, or the list of an answer of the API.
   * @throws NotJsonError with the position of the fault
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

/** Returns the items of a list or of `data.list` of an answer; otherwise the value itself. */
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

/** An id is a field that accepts a string or an integer. */
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
  // Other numbers stay: the check rejects them as ids.
  if (number instanceof ExactNumber && /^-?\d+$/.test(number.digits)) {
    (value as Record<string, unknown>)[name] = number.digits;
  }
}
