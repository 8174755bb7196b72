import { dirname, resolve } from 'node:path';
import { isMap, isNode, isSeq, LineCounter, parseDocument } from 'yaml';
import { UsageError } from './lists.js';
import { readIfThere } from './watch.js';

export type Path = readonly (string | number)[];
export type Fields = Readonly<Record<string, unknown>>;

/** Reads a value of a file. Its result counts only where it reports no fault. */
export type Reader<Value> = (value: unknown, path: Path, file: CheckedFile) => Value;

/** A file of YAML or JSON, and its faults with their lines. */
export class CheckedFile {
  /** Undefined where it can't be parsed. */
  readonly value: unknown;
  private readonly lines = new LineCounter();
  private readonly document;
  private readonly faults: { readonly line: number; readonly text: string }[];

  /** @throws UsageError for a file that can't be read */
  constructor(readonly path: string) {
    const text = this.textIn(path, '.');
    if (text === undefined) throw new UsageError(`${path} can't be read.`);
    // Ids keep their digits.
    this.document = parseDocument(text, { lineCounter: this.lines, intAsBigInt: true, prettyErrors: false });
    this.faults = this.document.errors.map(({ pos, message }) => ({
      line: this.lines.linePos(pos[0]).line,
      text: message,
    }));
    try {
      if (this.faults.length === 0) this.value = this.document.toJS({ reviver: withDigits });
    } catch (error) {
      // An alias of nothing, or of itself.
      this.fault([], `can't be read: ${(error as Error).message}`);
    }
  }

  fault(path: Path, sentence: string): void {
    const place = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('');
    this.faults.push({ line: this.lineOf(path), text: `${place.slice(1) || 'The file'} ${sentence}` });
  }

  /** @throws UsageError with all faults, by their lines */
  throwFaults(): void {
    const sorted = this.faults.sort((one, other) => one.line - other.line);
    if (sorted.length > 0)
      throw new UsageError(sorted.map(({ line, text }) => `${this.path}:${line}: ${text}`).join('\n'));
  }

  /** The line of a value, of its name where it has one; of a missing one that of what should hold it. */
  lineOf(path: Path): number {
    const name = path.at(-1);
    if (name === undefined) return 1;
    const holder = this.document.getIn(path.slice(0, -1), true);
    const pair = isMap(holder) ? holder.items.find(({ key }) => String(key) === name) : undefined;
    const node = pair?.key ?? (isSeq(holder) ? holder.items[Number(name)] : undefined);
    return isNode(node) && node.range ? this.lines.linePos(node.range[0]).line : this.lineOf(path.slice(0, -1));
  }

  /** The text of a file; undefined where it can't be read. */
  textIn(path: string, folder = dirname(this.path)): string | undefined {
    try {
      return readIfThere(resolve(folder, path));
    } catch {
      return undefined;
    }
  }
}

/** A whole number of YAML, as text where a number would lose digits; nothing for null. */
const withDigits = (_name: unknown, value: unknown): unknown => {
  if (typeof value !== 'bigint') return value ?? undefined;
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
};

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @param read undefined for a value that is wrong */
export const must =
  <Value>(read: (value: unknown) => Value | undefined, sentence: string): Reader<Value> =>
  (value, path, file) => {
    const result = read(value);
    if (result === undefined) file.fault(path, `must be ${sentence}.`);
    return result as Value;
  };
export const text = must(
  (value) => (typeof value === 'string' && value.trim() !== '' ? value : undefined),
  'a text that is not empty',
);
export const number = must((value) => (Number.isFinite(value) ? (value as number) : undefined), 'a number');
export const count = must(
  (value) => (Number.isSafeInteger(value) && Number(value) > 0 ? (value as number) : undefined),
  'a whole number above 0',
);
export const oneOf = <Choice>(...choices: readonly Choice[]): Reader<Choice> =>
  must((value) => choices.find((choice) => choice === value), `one of ${choices.join(', ')}`);

export const listOf =
  <Item>(item: Reader<Item>): Reader<Item[]> =>
  (value, path, file) => {
    const items: unknown[] = Array.isArray(value) ? value : [];
    if (items.length === 0) file.fault(path, 'must be a list that is not empty.');
    return Array.from(items, (one, at) => item(one, [...path, at], file));
  };

type Values<Shape> = { readonly [Name in keyof Shape]?: Shape[Name] extends Reader<infer Value> ? Value : never };

/** @param needed the fields that must be there */
export const object =
  <Shape extends Readonly<Record<string, Reader<unknown>>>, Needed extends keyof Shape & string>(
    shape: Shape,
    needed: readonly Needed[],
  ): Reader<Values<Shape> & Required<Pick<Values<Shape>, Needed>>> =>
  (value, path, file) => {
    const names = Object.keys(shape).join(', ');
    const fields = isObject(value) ? value : {};
    if (!isObject(value)) file.fault(path, `must be an object with ${names}.`);
    else for (const name of needed.filter((one) => value[one] === undefined)) file.fault(path, `needs ${name}.`);
    for (const name of Object.keys(fields).filter((one) => !Object.hasOwn(shape, one))) {
      file.fault([...path, name], `is unknown; there are ${names}.`);
    }
    const there = Object.entries(shape).filter(([name]) => fields[name] !== undefined);
    return Object.fromEntries(there.map(([name, read]) => [name, read(fields[name], [...path, name], file)])) as never;
  };
