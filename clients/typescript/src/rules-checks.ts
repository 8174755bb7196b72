import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isMap, isNode, isSeq, LineCounter, parseDocument } from 'yaml';
import { UsageError } from './lists.js';
import { environmentVariables } from './transport.js';

export type Path = readonly (string | number)[];
export type Fields = Readonly<Record<string, unknown>>;

/** Reports what is wrong with a value of a file. */
export type Check = (value: unknown, path: Path, file: CheckedFile) => void;

/** A file of YAML or JSON, and its faults with their lines. */
export class CheckedFile {
  /** Undefined where it can't be parsed. */
  readonly value: unknown;
  private readonly lines = new LineCounter();
  private readonly document;
  private readonly faults: { readonly line: number; readonly text: string }[];

  /** @throws UsageError for a file that can't be read */
  constructor(readonly path: string) {
    const text = this.textOf({ file: resolve(path) });
    if (text === undefined) throw new UsageError(`${path} can't be read.`);
    // Ids keep their digits.
    this.document = parseDocument(text, { lineCounter: this.lines, intAsBigInt: true, prettyErrors: false });
    this.faults = this.document.errors.map(({ pos, message }) => ({
      line: this.lines.linePos(pos[0]).line,
      text: message,
    }));
    if (this.faults.length === 0) this.value = this.document.toJS({ reviver: withDigits });
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

  /** A text, or that of an environment variable or of another file; undefined where there is none. */
  textOf(value: unknown): string | undefined {
    if (!isObject(value)) return typeof value === 'string' ? value : undefined;
    try {
      const { env, file } = value as { env?: string; file?: string };
      return env === undefined
        ? readFileSync(resolve(dirname(this.path), file ?? ''), 'utf8')
        : environmentVariables()?.[env];
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

export const must =
  (test: (value: unknown, file: CheckedFile) => boolean, sentence: string): Check =>
  (value, path, file) => {
    if (!test(value, file)) file.fault(path, `must be ${sentence}.`);
  };
export const text = must((value) => typeof value === 'string' && value.trim() !== '', 'a text that is not empty');
export const number = must(Number.isFinite, 'a number');
export const count = must((value) => Number.isSafeInteger(value) && Number(value) > 0, 'a whole number above 0');
export const oneOf = (...choices: readonly unknown[]): Check =>
  must((value) => choices.includes(value), `one of ${choices.join(', ')}`);

export const listOf =
  (item: Check): Check =>
  (value, path, file) => {
    if (!Array.isArray(value) || value.length === 0) return file.fault(path, 'must be a list that is not empty.');
    for (const [at, one] of value.entries()) item(one, [...path, at], file);
  };

/** @param needed the fields that must be there */
export const object =
  (fields: Readonly<Record<string, Check>>, needed: readonly string[]): Check =>
  (value, path, file) => {
    const names = Object.keys(fields);
    if (!isObject(value)) return file.fault(path, `must be an object with ${names.join(', ')}.`);
    for (const name of needed.filter((one) => value[one] === undefined)) file.fault(path, `needs ${name}.`);
    for (const [name, one] of Object.entries(value)) {
      const check = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (check === undefined) file.fault([...path, name], `is unknown; there are ${names.join(', ')}.`);
      else if (one !== undefined) check(one, [...path, name], file);
    }
  };
