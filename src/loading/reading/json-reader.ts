import type { ValueSchema } from '../../fields/load-rules.js';

/**
 * Makes a function that reads the records of a JSON text: one record, a list of records, or the list of an answer of the
 * API. Ids are not rounded: an integer in an id field becomes a string of its digits. The last of equal keys counts. It
 * throws a SyntaxError with the position of the fault.
 * @param others names of ids besides those in the schema
 */
export function jsonReader(schema: ValueSchema, others: readonly string[] = []): (text: string) => readonly unknown[] {
  const names = [...idNames(schema, ''), ...others].map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const name = `(?<!\\\\)"(?:${[...new Set(names)].join('|')})"`;
  // No text within a string matches, because its quotation marks are escaped.
  const idNumber = new RegExp(`(${name}\\s*:\\s*)(-?(?:0|[1-9]\\d*))(?=\\s*[,}])`, 'g');
  const parse = (text: string): unknown => {
    try {
      return JSON.parse(text.replace(idNumber, '$1"$2"'));
    } catch {
      // The error of the unchanged text has the position in it.
      return JSON.parse(text);
    }
  };
  return (text): readonly unknown[] => {
    const value = parse(text);
    const list = Array.isArray(value) ? value : ownValue(ownValue(value, 'data'), 'list');
    return Array.isArray(list) ? list : [value];
  };
}

/** The names of fields with ids, which accept a string or an integer. */
function idNames({ type, items, properties }: ValueSchema, name: string): string[] {
  if (type.includes('string') && type.includes('integer')) return [name];
  if (items !== undefined) return idNames(items, name);
  return Object.entries(properties ?? {}).flatMap(([inner, schema]) => idNames(schema, inner));
}

const ownValue = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
