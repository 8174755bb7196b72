import { type CsvColumn, csvColumns, setAt } from './csv-columns.js';
import { memoize } from '../common/memoize.js';
import { recordSchema } from './json-schema.js';

export type RecordClass = new () => object;

const columnsOf = memoize((record: RecordClass): readonly CsvColumn[] => csvColumns(recordSchema([record])));

/** The paths that `fields` may name: those of the columns, and of the objects that they are in. */
export const pathsOf = (record: RecordClass): string[] => [
  ...new Set(
    columnsOf(record).flatMap(({ path }) => path.split('.').map((_, at, parts) => parts.slice(0, at + 1).join('.'))),
  ),
];

/** The CSV columns of a record at these paths, all columns of an object included; all columns without paths. */
export const columnsAt = (record: RecordClass, fields: readonly string[]): readonly CsvColumn[] =>
  fields.length === 0
    ? columnsOf(record)
    : columnsOf(record).filter(({ path }) => fields.some((field) => `${path}.`.startsWith(`${field}.`)));

type Row = Record<string, unknown>;

/**
 * Reduces a record to the fields at these paths, an object with all that is in it. null stays null, an object that is
 * null too. Fields that the record does not have, such as those of another kind of breakdown, are left out.
 */
export function fieldChooser(record: RecordClass, fields: readonly string[]): (row: unknown) => object {
  const chosen = {};
  for (const { path } of columnsAt(record, fields)) setAt(chosen, path.split('.'), true);
  return (row) => membersOf(row as Row, chosen);
}

const membersOf = (record: Row, chosen: Row): Row =>
  Object.fromEntries(
    Object.entries(chosen).flatMap(([name, inner]) => {
      const value = record[name];
      if (value === undefined) return [];
      return [[name, inner === true || value === null ? value : membersOf(value as Row, inner as Row)]];
    }),
  );

/** Reduces rows to the fields at these paths; without paths the rows stay whole. */
export const withFields = <Row extends object>(
  rows: readonly Row[],
  record: RecordClass,
  fields: readonly string[],
): Row[] => (fields.length === 0 ? [...rows] : (rows.map(fieldChooser(record, fields)) as Row[]));
