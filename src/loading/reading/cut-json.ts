import { WorkFailure } from '../../common/errors/failure.js';
import { LONGEST, LONGEST_LINE_BYTES, type RawLine } from './input.js';
import type { ValueSchema } from '../../fields/load-rules.js';
import { valueAt } from '../../fields/paths.js';
import { isObject, isTooLarge } from '../../common/json-object.js';

/** Where an answer of the API has its records. */
const LIST_OF_ANSWER = 'data.list';

/** The closing bracket of each opening one. */
const CLOSING: ReadonlyMap<string, string> = new Map([
  ['{', '}'],
  ['[', ']'],
]);

/**
 * Cuts records out of JSON texts that span lines: the items of a list, those of a list within an object, or whole objects.
 * Only the record being read is kept in memory.
 * @param path the names that lead to the list; without it, a list is taken at the top or where answers of the API have it
 * @throws WorkFailure when brackets don't match, the text ends early, a record is too long, or there is no list at `path`
 */
export async function* cutJson(file: string, chunks: AsyncIterable<Buffer>, path?: readonly string[]) {
  const names = path ?? LIST_OF_ANSWER.split('.');
  let buffer: Buffer = Buffer.alloc(0);
  let at = 0;
  let line = 1;
  /** The closing brackets that are still to come. */
  const open: string[] = [];
  /** The number of open objects that lead to the list, and the last text in the innermost of them. */
  let onPath = 0;
  let name = '';
  /** The depth of the list's items; undefined before a list has begun, 0 behind its end. */
  let itemDepth: number | undefined;
  let textAt: number | undefined;
  let begin: { readonly at: number; readonly line: number } | undefined;
  let fault: string | undefined;

  for await (const chunk of chunks) {
    const from = begin?.at ?? textAt ?? at;
    buffer = Buffer.concat([buffer.subarray(from), chunk]);
    at -= from;
    if (textAt !== undefined) textAt -= from;
    if (begin !== undefined) begin = { ...begin, at: begin.at - from };
    // A character for each byte.
    const text = buffer.toString('latin1');
    const records: RawLine[] = [];
    const cut = (end: number): void => {
      if (begin === undefined) return;
      while ((text[end - 1] as string) <= ' ') end -= 1;
      const bytes = buffer.subarray(begin.at, end);
      records.push({ number: begin.line, bytes, length: bytes.length });
      begin = undefined;
    };
    for (; at < text.length && fault === undefined; at += 1) {
      const sign = text[at] as string;
      if (sign === '\n') line += 1;
      if (textAt !== undefined) {
        if (sign === '\\') at += 1;
        if (sign !== '"') continue;
        if (itemDepth === undefined && open.length === onPath) name = buffer.toString('utf8', textAt, at + 1);
        textAt = undefined;
        continue;
      }
      if (sign <= ' ') continue;
      const closing = CLOSING.get(sign);
      const isItem = open.length === itemDepth;
      if (open.length === 0 && closing === undefined) fault = `line ${line} has text outside of objects and lists`;
      if (begin === undefined && (isItem ? sign !== ',' && sign !== open.at(-1) : open.length === 0))
        begin = { at, line };
      if (sign === '"') textAt = at;
      else if (isItem && sign === ',') cut(at);
      else if (closing !== undefined) {
        const depth = open.push(closing);
        if (itemDepth !== undefined) continue;
        const isNamed = depth === 1 || (onPath === depth - 1 && name === JSON.stringify(names[depth - 2]));
        if (closing === '}') onPath = isNamed && depth <= names.length ? depth : onPath;
        else if (depth === 1 ? path === undefined : isNamed && depth === names.length + 1) {
          itemDepth = depth;
          begin = undefined;
        }
      } else if (sign === '}' || sign === ']') {
        if (open.at(-1) !== sign) fault ??= `the brackets do not match on line ${line}`;
        if (isItem) {
          cut(at);
          itemDepth = 0;
        }
        open.pop();
        onPath = Math.min(onPath, open.length);
        if (open.length > 0) continue;
        if (path !== undefined && itemDepth === undefined)
          fault ??= `there is no list at ${path.join('.')} in the text that ends on line ${line}`;
        else cut(at + 1);
        itemDepth = undefined;
      }
    }
    if (begin !== undefined && buffer.length - begin.at > LONGEST_LINE_BYTES)
      fault ??= `the record on line ${begin.line} has more than ${LONGEST}; --records names the list in an object`;
    if (records.length > 0) yield records;
    if (fault !== undefined) throw new WorkFailure(`${file}: ${fault}; the rest can’t be read.`);
  }
  if (open.length > 0) throw new WorkFailure(`${file}: the JSON text ends early, within the text on line ${line}.`);
}

export type JsonReader = (text: string) => readonly unknown[];

/**
 * Makes a function that reads the records of a JSON text: one record, a list of records, or the list of an answer of the
 * API. Ids are not rounded: an integer in an id field becomes a string of its digits. The last of equal keys counts. It
 * throws a SyntaxError with the position of the fault, and a RangeError for a record that is too large.
 * @param others names of ids besides those in the schema
 */
export function jsonReader(schema: ValueSchema, others: readonly string[] = []): JsonReader {
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
    const list = isObject(value) ? valueAt(value, LIST_OF_ANSWER) : value;
    const records: readonly unknown[] = Array.isArray(list) ? list : [value];
    if (records.some((record) => isTooLarge(record)))
      throw new RangeError('The line nests deeper than 32 levels, or a record in it has more than 10,000 values.');
    return records;
  };
}

/** The names of fields with ids, which accept a string or an integer. */
function idNames({ type, items, properties }: ValueSchema, name: string): string[] {
  if (type.includes('string') && type.includes('integer')) return [name];
  if (items !== undefined) return idNames(items, name);
  return Object.entries(properties ?? {}).flatMap(([inner, schema]) => idNames(schema, inner));
}
