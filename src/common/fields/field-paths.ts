import type { CsvColumn } from './csv-columns.js';
import { csvColumns, setAt } from './csv-columns.js';
import { recordSchema } from './json-schema.js';

export type RecordClass = new () => object;

const COLUMNS = new WeakMap<RecordClass, readonly CsvColumn[]>();

/** The columns of a record's CSV. Their paths name the record's fields. */
export function columnsOf(record: RecordClass): readonly CsvColumn[] {
  const known = COLUMNS.get(record) ?? csvColumns(recordSchema([record]));
  COLUMNS.set(record, known);
  return known;
}

/** The paths that `fields` may name: those of the columns, and of the objects that they are in. */
export const pathsOf = (record: RecordClass): string[] => [
  ...new Set(
    columnsOf(record).flatMap(({ path }) => path.split('.').map((_, at, parts) => parts.slice(0, at + 1).join('.'))),
  ),
];

const isChosen = (path: string, fields: readonly string[]): boolean =>
  fields.some((field) => path === field || path.startsWith(`${field}.`));

/** The columns at these paths, all columns of an object included. */
export const columnsAt = (record: RecordClass, fields: readonly string[]): readonly CsvColumn[] =>
  columnsOf(record).filter(({ path }) => isChosen(path, fields));

type Row = Record<string, unknown>;

/**
 * Reduces a record to some columns. null stays null, an object that is null too. What a record does not have, such as
 * the fields of another kind of breakdown, is left out.
 */
export function columnPicker(columns: readonly CsvColumn[]): (record: unknown) => object {
  const chosen = {};
  for (const { path } of columns) setAt(chosen, path.split('.'), true);
  return (record) => membersOf(record as Row, chosen);
}

const membersOf = (record: Row, chosen: Row): Row =>
  Object.fromEntries(
    Object.entries(chosen).flatMap(([name, inner]) => {
      const value = record[name];
      if (value === undefined) return [];
      return [[name, inner === true || value === null ? value : membersOf(value as Row, inner as Row)]];
    }),
  );

/** Reduces a record to the fields at these paths, an object with all that is in it. */
export const fieldChooser = (record: RecordClass, fields: readonly string[]): ((record: unknown) => object) =>
  columnPicker(columnsAt(record, fields));

/** Reduces rows to the fields at these paths; without paths the rows stay whole. */
export const withFields = <Row extends object>(
  rows: readonly Row[],
  record: RecordClass,
  fields: readonly string[],
): Row[] => (fields.length === 0 ? [...rows] : (rows.map(fieldChooser(record, fields)) as Row[]));
