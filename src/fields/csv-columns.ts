import { cleanId } from '../common/id.js';
import { isTooLarge } from '../common/json-object.js';
import type { ValueSchema } from './load-rules.js';
import { memoize } from '../common/memoize.js';
import { recordFields } from './field.js';
import { recordSchema } from './json-schema.js';

export interface CsvColumn {
  /** The field's path: `creator.category.id`. */
  readonly path: string;
  readonly type: ColumnType;
  /** Writes a cell into the record it belongs to; an empty cell is null. */
  readonly put: (record: Record<string, unknown>, cell: string) => void;
  readonly valueOf: (record: unknown) => unknown;
  /**
   * The value in a record as a cell that `put` reads back, without the quotation marks of CSV; empty for null.
   * @param forSpreadsheet ids are written as formulas of text, so that a spreadsheet keeps their digits
   */
  readonly cellOf: (record: unknown, forSpreadsheet: boolean) => string;
}

type Row = Record<string, unknown>;

/** How the values of a column are written in cells, and read again. */
interface CellForm {
  readonly read: (cell: string) => unknown;
  readonly write: (value: unknown, forSpreadsheet: boolean) => string;
}

/**
 * Every column of a kind: one for each field that is no object, named by its path. Lists are written as JSON.
 */
export function csvColumns(schema: ValueSchema, path: readonly string[] = []): CsvColumn[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
    inner.properties === undefined ? [toColumn(inner, [...path, name])] : csvColumns(inner, [...path, name]),
  );
}

function toColumn(schema: ValueSchema, path: readonly string[]): CsvColumn {
  const type = typeOf(schema);
  const { read, write } = FORMS[type];
  const valueOf = (record: unknown): unknown =>
    path.reduce<unknown>((holder, name) => (holder as Row | null | undefined)?.[name], record);
  return {
    path: path.join('.'),
    type,
    valueOf,
    put: (record, cell) => setAt(record, path, cell === '' ? null : read(cell)),
    cellOf: (record, forSpreadsheet) => {
      const value = valueOf(record);
      return value === null || value === undefined ? '' : write(value, forSpreadsheet);
    },
  };
}

/** Cells that a spreadsheet would run as formulas or drop. A mark in front keeps them text (OWASP, "CSV Injection"). */
const NEEDS_MARK = /^(?:[=+\-@\t\r\n＝＋－＠']|$)/;
const MARKED = new RegExp(`^'(?=${NEEDS_MARK.source.slice(1)})`);

/** Text: marked where a spreadsheet would not take it as it is; an empty one too, as an empty cell is no value. */
const TEXT: CellForm = {
  read: (cell) => cell.replace(MARKED, ''),
  write: (value) => (NEEDS_MARK.test(String(value)) ? `'${String(value)}` : String(value)),
};

/** Ids are text, which a spreadsheet would read as numbers and round. */
const ID: CellForm = {
  read: cleanId,
  write: (value, forSpreadsheet) =>
    forSpreadsheet ? `="${String(value).replaceAll('"', '""')}"` : TEXT.write(value, false),
};

/** The loader converts the text by the rules of all formats. */
const NUMBER: CellForm = { read: (cell) => cell, write: String };
const LIST: CellForm = { read: parseOrKeep, write: (value) => JSON.stringify(value) };
/** Also read as `1;2;3`. */
const WHOLE_LIST: CellForm = {
  read: (cell) => (cell.trimStart().startsWith('[') ? parseOrKeep(cell) : cell.split(';')),
  write: LIST.write,
};

const FORMS = { id: ID, text: TEXT, whole: NUMBER, number: NUMBER, list: LIST, wholeList: WHOLE_LIST };
export type ColumnType = keyof typeof FORMS;

function typeOf({ items, type }: ValueSchema): ColumnType {
  if (items !== undefined) return items.properties === undefined ? 'wholeList' : 'list';
  if (type.includes('string')) return type.includes('integer') ? 'id' : 'text';
  return type.includes('integer') ? 'whole' : 'number';
}

function parseOrKeep(cell: string): unknown {
  try {
    const value = JSON.parse(cell) as unknown;
    return isTooLarge(value) ? cell : value;
  } catch {
    return cell;
  }
}

/** Sets the value at a path of a record, and makes the objects on the way there. */
export function setAt(record: Row, [name, ...rest]: readonly string[], value: unknown): void {
  if (name === undefined) return;
  if (rest.length === 0) record[name] = value;
  else setAt(((Object.hasOwn(record, name) ? record[name] : null) ?? (record[name] = {})) as Row, rest, value);
}

/** The value at a path in JSON; a name may contain the whole of it. Undefined where it is absent, null below a null. */
export function valueAt(value: object, path: string): unknown {
  if (Object.hasOwn(value, path)) return (value as Row)[path];
  return path
    .split('.')
    .reduce<unknown>(
      (at, name) =>
        at === null ? null : typeof at === 'object' && Object.hasOwn(at, name) ? (at as Row)[name] : undefined,
      value,
    );
}

export type RecordClass = new () => object;

const allColumns = memoize((record: RecordClass): readonly CsvColumn[] => csvColumns(recordSchema([record])));

/** The names of the fields of a record that are answered only when `fields` names them. */
export const fieldsOnRequest = memoize((record: RecordClass): readonly string[] =>
  recordFields(record).flatMap(({ name, options }) => (options.onRequest ? [name] : [])),
);

/** Names all fields of a record but those on request, and these others. */
export const usualFieldsWith = (record: RecordClass, others: readonly string[]): string[] => [
  ...recordFields(record).flatMap(({ name, options }) => (options.onRequest ? [] : [name])),
  ...others,
];

/** The paths that `fields` may name: those of the columns, and of the objects that they are in. */
export const pathsOf = (record: RecordClass): string[] => [
  ...new Set(
    allColumns(record).flatMap(({ path }) => path.split('.').map((_, at, parts) => parts.slice(0, at + 1).join('.'))),
  ),
];

/** The CSV columns of a record at these paths, all columns of an object included; without paths all but those on request. */
export const columnsAt = (record: RecordClass, fields: readonly string[]): readonly CsvColumn[] =>
  fields.length === 0
    ? columnsAt(record, usualFieldsWith(record, []))
    : allColumns(record).filter(({ path }) => fields.some((field) => `${path}.`.startsWith(`${field}.`)));

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
