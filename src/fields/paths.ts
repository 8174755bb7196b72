import { memoize } from '../common/memoize.js';
import type { PeriodType } from '../common/period/period.js';
import { recordFields } from './field.js';
import { recordSchema } from './json-schema.js';
import type { ValueSchema } from './load-rules.js';

type Row = Record<string, unknown>;
type Path = readonly string[];

export type RecordClass = new () => object;

/** The fields of a schema that are no objects, each with its path. */
export function leavesOf(schema: ValueSchema, holder: Path = []): (readonly [path: Path, schema: ValueSchema])[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
    inner.properties === undefined ? [[[...holder, name], inner] as const] : leavesOf(inner, [...holder, name]),
  );
}

const leafPaths = memoize((record: RecordClass): readonly Path[] =>
  leavesOf(recordSchema([record])).map(([path]) => path),
);

/** Whether a path is another one, or that of a field in the object at the other one. */
export const isWithin = (path: string, holder: string): boolean => `${path}.`.startsWith(`${holder}.`);

/** The paths that `fields` may name: those of all fields, and of the objects that they are in. */
export const pathsOf = (record: RecordClass): string[] => [
  ...new Set(leafPaths(record).flatMap((path) => path.map((_, at) => path.slice(0, at + 1).join('.')))),
];

/** The paths of the fields of a record that are answered only when `fields` names them. */
export const fieldsOnRequest = memoize((record: RecordClass): readonly string[] =>
  recordFields(record).flatMap(({ name, type, options }) => {
    if (options.onRequest) return [name];
    return typeof type === 'function' ? fieldsOnRequest(type()).map((inner) => `${name}.${inner}`) : [];
  }),
);

/** The names of the fields for pages only that are, or are around, the fields at these paths. */
export const pageFieldsIn = (record: RecordClass, paths: readonly string[]): string[] =>
  recordFields(record).flatMap(({ name, options }) =>
    options.pagesOnly && paths.some((path) => isWithin(path, name)) ? [name] : [],
  );

/** The paths of all fields of a record but those on request, and these others. */
export const usualFieldsWith = (record: RecordClass, others: readonly string[]): string[] => [
  ...recordFields(record).flatMap(({ name, type, options }) => {
    if (options.onRequest) return [];
    const inner = typeof type === 'function' ? type() : undefined;
    if (inner === undefined || fieldsOnRequest(inner).length === 0) return [name];
    return usualFieldsWith(inner, []).map((path) => `${name}.${path}`);
  }),
  ...others,
];

/** The figures, of some names, that rows show: those that `fields` names; without it those that order the rows. */
export const shownFigures = <Name extends string>(
  {
    fields = [],
    orderby = [],
  }: { readonly fields?: readonly string[]; readonly orderby?: readonly { field: string }[] },
  names: readonly Name[],
): Name[] => names.filter((name) => (fields.length > 0 ? fields : orderby.map(({ field }) => field)).includes(name));

type AskedSeries = Readonly<{ series?: PeriodType; fields?: readonly string[] }>;

/** The kind of the points of a series that a request asks for: days where only `fields` name it. */
export const seriesType = ({ series, fields = [] }: AskedSeries) =>
  series ?? (fields.includes('series') ? 'day' : undefined);

/** The same of the series of rows, which `fields` may leave out. */
export const rowSeriesType = ({ series, fields = [] }: AskedSeries) =>
  fields.length === 0 || fields.includes('series') ? seriesType({ series, fields }) : undefined;

/**
 * Returns the record of a row: each field is taken from `others`, else from the row; optional ones may be in neither.
 * @param none stands for a figure that the row does not have
 */
export function recordOfRow<Record extends object>(
  type: new () => Record,
  row: object | undefined,
  others: object,
  none: 0 | null = null,
): Record {
  const values = { ...row, ...others } as Readonly<{ [name: string]: unknown }>;
  const record: { [name: string]: unknown } = {};
  for (const { name, options } of recordFields(type)) {
    if (name in values || !options.optional) record[name] = name in values ? values[name] : none;
  }
  return record as Record;
}

/** Sets the value at a path of a record, and makes the objects on the way there. */
export function setAt(record: Row, [name, ...rest]: Path, value: unknown): void {
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

/** Reduces a record to the fields at these paths; null stays null, and fields that it lacks are left out. */
export function fieldChooser(record: RecordClass, fields: readonly string[]): (row: unknown) => object {
  const chosen = {};
  for (const path of leafPaths(record))
    if (fields.some((field) => isWithin(path.join('.'), field))) setAt(chosen, path, true);
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
