import { once } from 'node:events';
import { createWriteStream, fstatSync } from 'node:fs';

export const FORMATS = ['table', 'ndjson', 'csv'] as const;
export type Format = (typeof FORMATS)[number];

type Row = Readonly<Record<string, unknown>>;
type Rows = AsyncIterable<object> | Iterable<object>;

const WIDEST_CELL = 48;
const STDOUT = 1;

/** Standard output. `process.stdout` takes a file that is only partly written for a written one. */
export const output: NodeJS.WritableStream = fstatSync(STDOUT).isFile()
  ? createWriteStream('', { fd: STDOUT, autoClose: false })
  : process.stdout;

/** The fields of the rows to write, by their paths. */
export interface RowFields {
  /** All that are no objects, in the order of the record. */
  readonly all: readonly string[];
  /** Those of a table, unless some are chosen. */
  readonly table: readonly string[];
  /** Undefined: all. CSV has a column for each field of a chosen object. */
  readonly chosen?: readonly string[] | undefined;
}

/** Whether a path is a field's, or that of an object it is in. */
export const isWithin = (field: string, path: string): boolean => field === path || field.startsWith(`${path}.`);

/** Writes rows to standard output: NDJSON and CSV row by row, CSV as the service's exports have it, a table at the end. */
export async function writeRows(rows: Rows, format: Format, { all, table, chosen }: RowFields): Promise<void> {
  if (format === 'table') return writeTable(rows, table, chosen);
  const columns = chosen ? all.filter((field) => chosen.some((path) => isWithin(field, path))) : all;
  if (format === 'csv') await write(`${columns.join()}\r\n`);
  for await (const row of rows as AsyncIterable<Row>) {
    if (format === 'csv') await write(csvLine(row, columns));
    else
      await write(
        `${JSON.stringify(chosen ? Object.fromEntries(chosen.map((path) => [path, valueAt(row, path)])) : row)}\n`,
      );
  }
}

async function write(text: string): Promise<void> {
  if (!output.write(text)) await once(output, 'drain');
}

/** The value at a path such as `creator.uid`; null where there is none. */
const valueAt = (row: Row, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Row | null)?.[name] ?? null, row);

const textOf = (value: unknown): string =>
  value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);

/** Text that a spreadsheet would run as a formula or drop; docs/api.md, "Exports". */
const NEEDS_MARK = /^(?:[=+\-@\t\r\n＝＋－＠']|$)/;

/** A line of CSV. Readers skip an empty one. */
export function csvLine(row: Row, columns: readonly string[]): string {
  const cells = columns.map((path) => {
    const value = valueAt(row, path);
    const text = typeof value === 'string' && NEEDS_MARK.test(value) ? `'${value}` : textOf(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${cells.join() || '""'}\r\n`;
}

async function writeTable(rows: Rows, columns: readonly string[], chosen?: readonly string[]): Promise<void> {
  const table: Row[] = [];
  for await (const row of rows as AsyncIterable<Row>) table.push(row);
  for (const line of tableLines(table, columns, chosen)) await write(`${line}\n`);
}

/** A table with a line of headings; unless they are chosen, columns without a value are left out. */
export function tableLines(table: readonly Row[], columns: readonly string[], chosen?: readonly string[]): string[] {
  const shown = chosen ?? columns.filter((path) => table.some((row) => valueAt(row, path) !== null));
  const cells = [shown, ...table.map((row) => shown.map((path) => cellOf(path, valueAt(row, path))))];
  const widths = shown.map((_, at) => Math.max(...cells.map((line) => widthOf(line[at] ?? ''))));
  const isNumeric = shown.map((path) => table.some((row) => typeof valueAt(row, path) === 'number'));
  return cells.map((line) => {
    const padded = line.map((cell, at) => {
      const blanks = ' '.repeat((widths[at] ?? 0) - widthOf(cell));
      return isNumeric[at] ? blanks + cell : cell + blanks;
    });
    return padded.join('  ').trimEnd();
  });
}

/** One line without control characters, which terminals would obey. */
function cellOf(path: string, value: unknown): string {
  if (typeof value === 'number' && !path.endsWith('id')) return value.toLocaleString('en-US');
  const text = textOf(value).replace(/[\s\p{Cc}]+/gu, ' ');
  if (widthOf(text) <= WIDEST_CELL) return text;
  let cut = '';
  for (const character of charactersOf(text)) {
    if (widthOf(cut + character) >= WIDEST_CELL) break;
    cut += character;
  }
  return `${cut}…`;
}

const SEGMENTER = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** What a reader takes for characters: 👨‍👩‍👧‍👦 is one. */
const charactersOf = (text: string): string[] => [...SEGMENTER.segment(text)].map(({ segment }) => segment);

/** Characters that take two columns of a terminal: emoji, and those of East Asia that are wide or full-width. */
const WIDE = /^[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hangul}\u3000-\u30ff\uff01-\uff60\uffe0-\uffe6]|\ufe0f/u;
const INVISIBLE = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;

/** Columns of a terminal that a text takes. */
const widthOf = (text: string): number =>
  charactersOf(text).reduce((width, character) => {
    if (INVISIBLE.test(character)) return width;
    return width + (WIDE.test(character) ? 2 : 1);
  }, 0);
