import type { ValueSchema } from '../../common/fields/json-schema.js';
import { cleanLoadedId } from '../../common/id.js';

/** Names of nested fields, outermost first; `*` stands for every item of a list. */
type FieldPath = readonly string[];

/**
 * Reads JSON without rounding ids: an integer in an id field becomes a string of its digits. A string there is cleaned. The
 * last of equal keys counts.
 */
export class JsonReader {
  private readonly idPaths: readonly FieldPath[];
  /** An integer in an id field. No text within a string matches, because its quotation marks are escaped. */
  private readonly idNumber: RegExp;

  constructor(schema: ValueSchema) {
    this.idPaths = findIdPaths(schema, []);
    const names = new Set(this.idPaths.map((path) => path.at(-1)));
    const name = `(?<!\\\\)"(?:${[...names].join('|')})"`;
    this.idNumber = new RegExp(`(${name}\\s*:\\s*)(-?(?:0|[1-9]\\d*))(?=\\s*[,}])`, 'g');
  }

  /**
   * Returns the records of a text: one record, a list of records, or the list of an answer of the API.
   * @throws SyntaxError with the position of the fault
   */
  read(text: string): readonly unknown[] {
    const value = this.parse(text);
    const list = Array.isArray(value) ? value : own(own(value, 'data'), 'list');
    const records = Array.isArray(list) ? list : [value];
    for (const record of records) for (const path of this.idPaths) cleanIds(record, path);
    return records;
  }

  private parse(text: string): unknown {
    try {
      return JSON.parse(text.replace(this.idNumber, '$1"$2"'));
    } catch {
      // The error of the unchanged text has the position in it.
      return JSON.parse(text);
    }
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

function cleanIds(value: unknown, [name = '', ...rest]: FieldPath): void {
  if (name === '*') {
    if (Array.isArray(value)) for (const item of value) cleanIds(item, rest);
    return;
  }
  const inner = own(value, name);
  if (rest.length > 0) cleanIds(inner, rest);
  else if (typeof inner === 'string') (value as Record<string, unknown>)[name] = cleanLoadedId(inner);
}
