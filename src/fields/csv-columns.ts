import { cleanId } from '../common/id.js';
import { isTooLarge } from '../common/json-object.js';
import { memoize } from '../common/memoize.js';
import { recordSchema } from './json-schema.js';
import type { ValueSchema } from './load-rules.js';
import { isWithin, leavesOf, type RecordClass, setAt, usualFieldsWith } from './paths.js';

export interface CsvColumn {
  /** The field's path: `creator.category.id`. */
  readonly path: string;
  readonly type: ColumnType;
  /** Writes a cell into the record it belongs to; an empty cell is null. */
  readonly put: (record: Record<string, unknown>, cell: string) => void;
  readonly valueOf: (record: unknown) => unknown;
  /** The value as a cell that `put` reads back, without quotation marks; for spreadsheets ids are formulas of text. */
  readonly cellOf: (record: unknown, forSpreadsheet: boolean) => string;
}

type Row = Record<string, unknown>;

/** How the values of a column are written in cells, and read again. */
interface CellForm {
  readonly read: (cell: string) => unknown;
  readonly write: (value: unknown, forSpreadsheet: boolean) => string;
}

/** Every column of a kind: one for each field that is no object, named by its path. Lists are written as JSON. */
export const csvColumns = (schema: ValueSchema): CsvColumn[] =>
  leavesOf(schema).map(([path, leaf]) => toColumn(leaf, path));

/** The CSV columns of a record at these paths, all columns of an object included; without paths all but those on request. */
export const columnsAt = (record: RecordClass, fields: readonly string[]): readonly CsvColumn[] => {
  const named = fields.length === 0 ? usualFieldsWith(record, []) : fields;
  return allColumns(record).filter(({ path }) => named.some((field) => isWithin(path, field)));
};

const allColumns = memoize((record: RecordClass): readonly CsvColumn[] => csvColumns(recordSchema([record])));

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

const FORMS = {
  ...{ id: ID, text: TEXT, whole: NUMBER, number: NUMBER, list: LIST, wholeList: WHOLE_LIST },
  /** Unix seconds, a time of UTC as text, and a day. */
  ...{ 'unix-seconds': NUMBER, 'utc-time': TEXT, day: TEXT },
};
export type ColumnType = keyof typeof FORMS;

function typeOf({ items, type, rule }: ValueSchema): ColumnType {
  if (rule === 'unix-seconds' || rule === 'utc-time' || rule === 'day') return rule;
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
