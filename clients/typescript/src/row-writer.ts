import { once } from 'node:events';
import { createWriteStream, fstatSync } from 'node:fs';
import type { RowFields, Rows } from './lists.js';

export const FORMATS = ['table', 'json', 'ndjson', 'csv', 'parquet'] as const;
/** `excel` is CSV as the service writes it for spreadsheets. */
export type Format = (typeof FORMATS)[number] | 'excel';

type Row = Readonly<Record<string, unknown>>;

const WIDEST_CELL = 48;
/** Texts are not cut to less than this. */
const NARROWEST_TEXT = 12;
const STDOUT = 1;

/** Standard output. `process.stdout` takes a file that is only partly written for a written one. */
export const output: NodeJS.WritableStream = fstatSync(STDOUT).isFile()
  ? createWriteStream('', { fd: STDOUT, autoClose: false })
  : process.stdout;

/** Whether a path is a field's, or that of an object it is in. */
export const isWithin = (field: string, path: string): boolean => field === path || field.startsWith(`${path}.`);

/**
 * Writes rows to standard output: one by one, CSV as the service's exports have it, a table at the end; of Parquet its bytes.
 * @param chosen the paths to write, in CSV each field of a chosen object; all fields but those on request unless set
 */
export async function writeRows(
  rows: Rows,
  format: Format,
  { all, onRequest, columns: table }: RowFields,
  chosen: readonly string[] | undefined,
): Promise<void> {
  if (format === 'table') return writeTable(rows, table, chosen);
  if (format === 'parquet' || format === 'excel') {
    for await (const bytes of rows as AsyncIterable<Uint8Array>) await write(bytes);
    return;
  }
  const isWritten = (field: string): boolean =>
    chosen ? chosen.some((path) => isWithin(field, path)) : !onRequest.includes(field);
  const columns = all.filter(isWritten);
  if (format === 'csv') await write(`${columns.join()}\r\n`);
  let separator = '[\n';
  for await (const row of rows as AsyncIterable<Row>) {
    const text = format === 'csv' ? csvLine(row, columns) : JSON.stringify(chosenOf(row, chosen));
    if (format === 'csv') await write(text);
    else if (format === 'ndjson') await write(`${text}\n`);
    else await write(`${separator}${text}`);
    separator = ',\n';
  }
  if (format === 'json') await write(separator === ',\n' ? '\n]\n' : '[]\n');
}

export async function write(part: string | Uint8Array): Promise<void> {
  if (!output.write(part)) await once(output, 'drain');
}

/** Writes a text, and waits until it is with its reader. */
export const writeWhole = (text: string): Promise<void> =>
  new Promise((resolve) => void output.write(text, () => resolve()));

/** The chosen fields of a row by their paths; without paths the row. */
export const chosenOf = (row: object, paths: readonly string[] | undefined): object =>
  paths === undefined ? row : Object.fromEntries(paths.map((path) => [path, valueAt(row as Row, path)]));

/** The value at a path such as `creator.uid`; null where there is none. */
export const valueAt = (row: Row, path: string): unknown =>
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
  const width = process.stdout.isTTY ? process.stdout.columns : Infinity;
  const fitting = columnsThatFit(table, chosen ?? withValues(table, columns), width);
  const [head = '', ...lines] = tableLines(table, fitting.columns, fitting.widest);
  // hasColors knows NO_COLOR.
  await write(process.stdout.isTTY && process.stdout.hasColors() ? `\u001b[1m${head}\u001b[22m\n` : `${head}\n`);
  for (const line of lines) await write(`${line}\n`);
  if (fitting.left.length > 0) {
    process.stderr.write(`Wider than the terminal: ${fitting.left.join(', ')}; --json has all, --fields chooses.\n`);
  }
}

/** Columns in which a row has a value. */
export const withValues = (table: readonly Row[], columns: readonly string[]): readonly string[] =>
  columns.filter((path) => table.some((row) => valueAt(row, path) !== null));

/** Cuts the widest texts first, and then leaves out columns from the end, until the table is as wide as the terminal. */
export function columnsThatFit(table: readonly Row[], all: readonly string[], width: number) {
  const widths = all.map((path) =>
    Math.max(...[path, ...table.map((row) => cellOf(path, valueAt(row, path)))].map((cell) => widthOf(cell))),
  );
  const isText = all.map((path) => !path.endsWith('id') && table.some((row) => typeof valueAt(row, path) === 'string'));
  for (let widest = Math.max(WIDEST_CELL, ...widths); ; widest -= 1) {
    const cut = widths.map((own, at) => (isText[at] ? Math.min(own, Math.max(widest, widthOf(all[at] ?? ''))) : own));
    let total = -2;
    const count = cut.findIndex((own) => (total += own + 2) > width);
    if (count !== -1 && widest > NARROWEST_TEXT) continue;
    const columns = count === -1 ? all : all.slice(0, Math.max(count, 1));
    return { columns, widest, left: all.slice(columns.length) };
  }
}

/** A table with a line of headings. */
export function tableLines(table: readonly Row[], columns: readonly string[], widest = WIDEST_CELL): string[] {
  const cells = [
    columns,
    ...table.map((row) => columns.map((path) => cellOf(path, valueAt(row, path), Math.max(widest, widthOf(path))))),
  ];
  const widths = columns.map((_, at) => Math.max(...cells.map((line) => widthOf(line[at] ?? ''))));
  const isNumeric = columns.map((path) => table.some((row) => typeof valueAt(row, path) === 'number'));
  return cells.map((line) => {
    const padded = line.map((cell, at) => {
      const blanks = ' '.repeat((widths[at] ?? 0) - widthOf(cell));
      return isNumeric[at] ? blanks + cell : cell + blanks;
    });
    return padded.join('  ').trimEnd();
  });
}

/** One line without control characters, which terminals would obey. */
function cellOf(path: string, value: unknown, most = WIDEST_CELL): string {
  if (typeof value === 'number' && !path.endsWith('id')) return value.toLocaleString('en-US');
  const text = textOf(value).replace(/[\s\p{Cc}]+/gu, ' ');
  const widest = path.endsWith('id') ? WIDEST_CELL : Math.min(most, WIDEST_CELL);
  if (widthOf(text) <= widest) return text;
  let cut = '';
  for (const character of charactersOf(text)) {
    if (widthOf(cut + character) >= widest) break;
    cut += character;
  }
  return `${cut}…`;
}

const SEGMENTER = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** What a reader takes for characters: 👨‍👩‍👧‍👦 is one. */
const charactersOf = (text: string): string[] => [...SEGMENTER.segment(text)].map(({ segment }) => segment);

/** Characters that take two columns of a terminal: emoji, and those of East Asia that are wide or full-width. */
const WIDE = /^[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hangul}\u3000-\u30ff\uff01-\uff60\uffe0-\uffe6]|\ufe0f/u;
/** Marks behind half-width kana, which have a column of their own. */
const HALF_WIDTH_MARKS = /(?<=.)[\uff9e\uff9f]/gu;
const INVISIBLE = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;

/** Columns of a terminal that a text takes. */
const widthOf = (text: string): number =>
  charactersOf(text).reduce((width, character) => {
    if (INVISIBLE.test(character)) return width;
    return width + (WIDE.test(character) ? 2 : 1) + (character.match(HALF_WIDTH_MARKS)?.length ?? 0);
  }, 0);
