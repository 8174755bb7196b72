import type { ValueSchema } from '../../common/fields/load-rules.js';

/**
 * Reads JSON without rounding ids: an integer in an id field becomes a string of its digits. The last of equal keys
 * counts.
 */
export class JsonReader {
  /** An integer in an id field. No text within a string matches, because its quotation marks are escaped. */
  private readonly idNumber: RegExp;

  /** @param others names of ids besides those in the schema */
  constructor(schema: ValueSchema, others: readonly string[] = []) {
    const names = [...idNames(schema, ''), ...others].map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    const name = `(?<!\\\\)"(?:${[...new Set(names)].join('|')})"`;
    this.idNumber = new RegExp(`(${name}\\s*:\\s*)(-?(?:0|[1-9]\\d*))(?=\\s*[,}])`, 'g');
  }

  /**
   * Returns the records of a text: one record, a list of records, or the list of an answer of the API.
   * @throws SyntaxError with the position of the fault
   */
  read(text: string): readonly unknown[] {
    const value = this.parse(text);
    const list = Array.isArray(value) ? value : own(own(value, 'data'), 'list');
    return Array.isArray(list) ? list : [value];
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

/** The names of fields with ids, which accept a string or an integer. */
function idNames({ type, items, properties }: ValueSchema, name: string): string[] {
  if (type.includes('string') && type.includes('integer')) return [name];
  if (items !== undefined) return idNames(items, name);
  return Object.entries(properties ?? {}).flatMap(([inner, schema]) => idNames(schema, inner));
}

const own = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
