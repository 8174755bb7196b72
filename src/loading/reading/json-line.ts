import { parse } from 'lossless-json';
import type { ValueSchema } from '../../records/fields/json-schema.js';

/** Names of fields from the record inwards; `*` stands for every item of a list. */
type FieldPath = readonly string[];

/** The line holds no JSON. */
export class NotJsonError extends Error {}

/**
 * Reads a line of JSON with its ids whole: a whole number in an id field becomes the string of its digits, however many
 * there are. Of equal keys the last counts.
 */
export class JsonLineReader {
  private readonly idPaths: readonly FieldPath[];

  constructor(schema: ValueSchema) {
    this.idPaths = findIdPaths(schema, []);
  }

  /** @throws NotJsonError saying where the line stops being JSON */
  read(text: string): unknown {
    const value = parseLine(text);
    if (!this.idPaths.some((path) => holdsNumber(value, path))) return value;
    const exact = parse(text, undefined, {
      parseNumber: (digits) => new ExactNumber(digits),
      onDuplicateKey: ({ newValue }) => newValue,
    });
    for (const path of this.idPaths) copyDigits(value, exact, path);
    return value;
  }
}

class ExactNumber {
  constructor(readonly digits: string) {}
}

function parseLine(text: string): unknown {
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
  // Anything but digits stays a number, which is no id, and is refused by the check.
  if (number instanceof ExactNumber && /^-?\d+$/.test(number.digits)) {
    (value as Record<string, unknown>)[name] = number.digits;
  }
}
