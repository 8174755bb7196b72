import { once } from 'node:events';

export const FORMATS = ['table', 'ndjson', 'csv'] as const;
export type Format = (typeof FORMATS)[number];

type Row = Readonly<Record<string, unknown>>;
type Rows = AsyncIterable<object> | Iterable<object>;

const WIDEST_CELL = 48;

/**
 * Writes rows to standard output: NDJSON and CSV row by row, a table when all are there.
 * @param columns columns of a table
 * @param fields paths of the fields to write, in every format
 * @throws TypeError for a field that the first row does not have
 */
export async function writeRows(
  rows: Rows,
  format: Format,
  columns: readonly string[],
  fields: readonly string[] | undefined,
): Promise<void> {
  const table: Row[] = [];
  let header = fields;
  let isFirst = true;
  for await (const record of rows) {
    const row = record as Row;
    if (isFirst) {
      const missing = fields?.find((path) => valueAt(row, path) === undefined);
      if (missing !== undefined) {
        throw new TypeError(`There is no field "${missing}"; these are: ${leavesOf(row).join(', ')}.`);
      }
      if (format === 'csv') await writeLine(csvLine((header ??= leavesOf(row))));
    }
    isFirst = false;
    switch (format) {
      case 'table':
        table.push(row);
        break;
      case 'ndjson':
        await writeLine(
          JSON.stringify(fields ? Object.fromEntries(fields.map((path) => [path, valueAt(row, path)])) : row),
        );
        break;
      case 'csv':
        await writeLine(csvLine((header ?? []).map((path) => textOf(valueAt(row, path)))));
    }
  }
  if (format === 'table') for (const line of linesOf(table, fields ?? columns)) await writeLine(line);
}

async function writeLine(line: string): Promise<void> {
  if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain');
}

/** The value at a path such as `creator.uid`; null below an object that is null, undefined where there is no such field. */
const valueAt = (row: Row, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value === null ? null : (value as Row | undefined)?.[name]), row);

/** The paths of a row's values; lists are values. */
const leavesOf = (row: Row): string[] =>
  Object.entries(row).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? leavesOf(value as Row).map((path) => `${name}.${path}`)
      : [name],
  );

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);

const csvLine = (cells: readonly string[]): string =>
  cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',');

/** A table with a line of headings; columns without a value are left out. */
function linesOf(rows: readonly Row[], columns: readonly string[]): string[] {
  const shown = columns.filter((path) => rows.some((row) => (valueAt(row, path) ?? null) !== null));
  const cells = [shown, ...rows.map((row) => shown.map((path) => cellOf(path, valueAt(row, path))))];
  const widths = shown.map((_, at) => Math.max(...cells.map((line) => line[at]?.length ?? 0)));
  const isNumeric = shown.map((path) => rows.some((row) => typeof valueAt(row, path) === 'number'));
  return cells.map((line) =>
    line
      .map((cell, at) => (isNumeric[at] ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

/** One line without control characters, which terminals would obey. */
function cellOf(path: string, value: unknown): string {
  if (typeof value === 'number' && !path.endsWith('id')) return value.toLocaleString('en-US');
  const text = textOf(value).replace(/[\s\p{Cc}]+/gu, ' ');
  const characters = [...text];
  return characters.length > WIDEST_CELL ? `${characters.slice(0, WIDEST_CELL - 1).join('')}…` : text;
}
