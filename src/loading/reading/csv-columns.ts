import type { ValueSchema } from '../../records/fields/json-schema.js';

/** A column that a CSV file may have. */
export interface CsvColumn {
  /** The field's path: `creator.category.id`. */
  readonly path: string;
  /** Writes a cell into the record it belongs to; an empty cell leaves the field out. */
  put(record: Record<string, unknown>, cell: string): void;
}

const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * Every column of a kind: one for each field that is no object, named by its path. Lists of numbers are written as
 * `1;2;3`, lists of objects as JSON.
 */
export function csvColumns(schema: ValueSchema, path: readonly string[] = []): CsvColumn[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
    inner.properties === undefined ? [toColumn(inner, [...path, name])] : csvColumns(inner, [...path, name]),
  );
}

function toColumn(schema: ValueSchema, path: readonly string[]): CsvColumn {
  const read = cellReader(schema);
  return {
    path: path.join('.'),
    put: (record, cell) => {
      if (cell !== '') setAt(record, path, read(cell));
    },
  };
}

function cellReader(schema: ValueSchema): (cell: string) => unknown {
  if (schema.items !== undefined) {
    return schema.items.properties === undefined ? (cell) => cell.split(';').map(toNumber) : parseOrKeep;
  }
  return schema.type.includes('string') ? (cell) => cell : toNumber;
}

/** Other text stays text; the check then rejects it and shows it. */
const toNumber = (cell: string): unknown => (NUMBER.test(cell.trim()) ? Number(cell) : cell);

function parseOrKeep(cell: string): unknown {
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}

function setAt(record: Record<string, unknown>, [name, ...rest]: readonly string[], value: unknown): void {
  if (name === undefined) return;
  if (rest.length === 0) record[name] = value;
  else setAt((record[name] ??= {}) as Record<string, unknown>, rest, value);
}
