import { WorkFailure } from '../../common/errors/work-failure.js';
import type { CsvColumn } from '../../common/fields/csv-columns.js';
import { csvColumns, setAt } from '../../common/fields/csv-columns.js';
import type { Origin } from '../load-item.js';
import type { LoadKind } from '../load-kind.js';
import { loadSchema } from '../load-kind.js';
import { RecordCheck, suggestName } from '../record-check.js';
import { Remarks } from '../remarks.js';
import type { ReadRecord } from './input.js';
import { ValueConversion } from './value-conversion.js';

type Values = Readonly<Record<string, unknown>>;

/** Where the fields of records come from. Each part is keyed by the paths of fields. */
export interface MappingParts {
  /** The column of a field: its name in the header of CSV, its path in JSON. */
  readonly columns?: Readonly<Record<string, string>>;
  /** The value that a field has in every record. */
  readonly constants?: Values;
  /** What the texts in a field's column stand for. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string | number | null>>>>;
}

/** Makes records of columns that have other names than the fields. Columns of no field are left out. */
export class Mapping {
  /** The fields and the columns that fill them. */
  readonly fields: readonly (CsvColumn & {
    readonly column: string;
    readonly translate: (value: unknown) => unknown;
  })[];
  private readonly constants: readonly (readonly [path: readonly string[], value: unknown])[];
  private readonly mapped: readonly string[];
  /** Names at the top of JSON that hold columns. */
  private readonly taken: ReadonlySet<string>;
  private readonly seen = new Set<string>();
  private readonly leftOut = new Set<string>();

  /** @throws WorkFailure when a name is no field, a field is given twice, or a constant is not valid */
  constructor(
    kind: LoadKind,
    { columns = {}, constants = {}, values = {} }: MappingParts,
    private readonly remarks = new Remarks(),
  ) {
    const schema = loadSchema(kind);
    const all = csvColumns(schema);
    const paths = all.map(({ path }) => path);
    const unknown = [columns, constants, values]
      .flatMap((part) => Object.keys(part))
      .filter((path) => !paths.includes(path))
      .map((path) => `"${path}" is not a field of ${kind}${suggestName(path, paths)}`);
    if (unknown.length > 0) throw new WorkFailure(`--map: ${unknown.join(', ')}. The fields are ${paths.join(', ')}.`);
    const twice = Object.keys(constants).find((path) => Object.hasOwn(columns, path));
    if (twice !== undefined) throw new WorkFailure(`--map: ${twice} has a column and a constant; leave one out.`);

    const partial = {};
    for (const { path, type } of all)
      if (Object.hasOwn(constants, path))
        setAt(partial, path.split('.'), type === 'id' ? String(constants[path]) : constants[path]);
    const origin = { file: '--map', line: 0, text: '' };
    new ValueConversion(schema, new Remarks(), {}).apply({ origin, value: partial }, 'csv');
    const { reasons = [] } = new RecordCheck(kind).check(partial);
    const invalid = reasons.filter((reason) => !reason.endsWith(' is required.'));
    if (invalid.length > 0) throw new WorkFailure(`--map: a constant is not valid: ${invalid.join(' ')}`);
    this.constants = Object.keys(constants).map((path) => [path.split('.'), valueAt(partial, path)]);

    this.fields = all
      .filter(({ path }) => !Object.hasOwn(constants, path))
      .map((field) => {
        const known = values[field.path] ?? {};
        const translate = (value: unknown): unknown =>
          Object.hasOwn(known, String(value)) ? known[String(value)] : value;
        return { ...field, column: columns[field.path] ?? field.path, translate };
      });
    this.mapped = Object.values(columns);
    this.taken = new Set(this.fields.flatMap(({ column }) => [column, column.split('.')[0] as string]));
  }

  /** The mapped columns that a header of CSV lacks. */
  missingIn(names: readonly string[]): string[] {
    for (const column of this.mapped) this.seen.add(column);
    return this.mapped.filter((column) => !names.includes(column));
  }

  /** The fields that a column of CSV fills. */
  fieldsOf(name: string, origin: Origin): readonly CsvColumn[] {
    const fields = this.fields.filter(({ column }) => column === name);
    if (fields.length === 0) this.noteLeftOut(name, origin);
    return fields.map(({ put, translate, ...field }) => ({
      ...field,
      put: (record, cell) => put(record, String((translate(cell) as string | number | null) ?? '')),
    }));
  }

  /** The record of an object in JSON. */
  rename(read: ReadRecord): ReadRecord {
    const { origin, value } = read;
    if (!isObject(value)) return read;
    const record = {};
    for (const { path, column, translate } of this.fields) {
      const found = valueAt(value, column);
      if (found === undefined) continue;
      this.seen.add(column);
      setAt(record, path.split('.'), translate(found));
    }
    for (const name of Object.keys(value)) if (!this.taken.has(name)) this.noteLeftOut(name, origin);
    return { origin, value: record };
  }

  /** Sets the constants in a record. */
  fill({ value }: ReadRecord): void {
    if (isObject(value)) for (const [path, constant] of this.constants) setAt(value, path, constant);
  }

  /** @param origin the end of the inputs */
  noteMissing(origin: Origin): void {
    for (const column of this.mapped)
      if (!this.seen.has(column)) this.remarks.add('columns of --map are in no record', JSON.stringify(column), origin);
  }

  private noteLeftOut(name: string, origin: Origin): void {
    if (!this.leftOut.has(name))
      this.remarks.add('columns were left out, because no field takes them', JSON.stringify(name), origin);
    this.leftOut.add(name);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a path in JSON; a name may contain the whole of it. */
function valueAt(value: object, path: string): unknown {
  if (Object.hasOwn(value, path)) return (value as Values)[path];
  return path
    .split('.')
    .reduce<unknown>(
      (at, name) =>
        typeof at === 'object' && at !== null && Object.hasOwn(at, name) ? (at as Values)[name] : undefined,
      value,
    );
}
