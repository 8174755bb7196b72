import { parse } from 'lossless-json';
import type { ValueSchema } from '../../common/fields/json-schema.js';
import { cleanLoadedId } from '../../common/id.js';

/** Names of nested fields, outermost first; `*` stands for every item of a list. */
type FieldPath = readonly string[];

/** The text is not JSON. */
export class NotJsonError extends Error {}

/**
 * Reads JSON without rounding ids: an integer in an id field becomes a string of its digits. A string there is cleaned. The
 * last of equal keys counts.
 */
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
    let hasNumber = false;
    this.visitIds(records, undefined, (record, name) => {
      const id = record[name];
      if (typeof id === 'string') record[name] = cleanLoadedId(id);
      else hasNumber ||= typeof id === 'number';
    });
    if (!hasNumber) return records;
    const exact = recordsOf(
      parse(text, undefined, {
        parseNumber: (digits) => new ExactNumber(digits),
        onDuplicateKey: ({ newValue }) => newValue,
      }),
    );
    this.visitIds(records, exact, (record, name, number) => {
      // Other numbers stay: the check rejects them as ids.
      if (number instanceof ExactNumber && /^-?\d+$/.test(number.digits)) record[name] = number.digits;
    });
    return records;
  }

  private visitIds(records: readonly unknown[], exact: readonly unknown[] | undefined, visit: IdVisitor): void {
    records.forEach((record, index) => this.idPaths.forEach((path) => visitIds(record, exact?.[index], path, visit)));
  }
}

/** Receives the object that has an id, the name of the id in it, and the id as it was parsed with exact numbers. */
type IdVisitor = (record: Record<string, unknown>, name: string, exact: unknown) => void;

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

function visitIds(value: unknown, exact: unknown, [name, ...rest]: FieldPath, visit: IdVisitor): void {
  if (name === undefined) return;
  if (name === '*') {
    if (Array.isArray(value))
      value.forEach((item, index) => visitIds(item, (exact as unknown[] | undefined)?.[index], rest, visit));
    return;
  }
  if (rest.length > 0) return visitIds(own(value, name), own(exact, name), rest, visit);
  if (own(value, name) !== undefined) visit(value as Record<string, unknown>, name, own(exact, name));
}
