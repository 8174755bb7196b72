import type { ValueSchema } from '../../fields/load-rules.js';
import { type Origin, Remarks } from '../load-item.js';
import type { MappingParts, ReadOptions, ReadRecord, RecordFormat } from './input.js';
import { readValue } from './read-value.js';
import { shorten, WorkFailure } from '../../common/errors/failure.js';
import type { CsvColumn } from '../../fields/csv-columns.js';
import { setAt, valueAt } from '../../fields/paths.js';
import { columnsOf, loadSchema } from '../load-kind.js';
import { suggestName } from '../../common/nearest-name.js';
import { RecordCheck } from '../record-check.js';
import { isObject, type JsonObject } from '../../common/json-object.js';
import type { RecordKind } from '../../common/record-kind.js';

/**
 * Converts texts in a record to the values of their fields, and counts them. A text that can't be converted stays.
 * @param format in CSV, digits are how a number is written, so that they are not counted
 */
export function convertValues(
  { value: record, origin }: ReadRecord,
  format: RecordFormat,
  recordSchema: ValueSchema,
  remarks: Remarks,
  options: ReadOptions,
): void {
  const convert = (value: unknown, schema: ValueSchema, path: string, holder: JsonObject = {}): unknown => {
    if (Array.isArray(value)) {
      const { items } = schema;
      if (items) value.forEach((item, at) => (value[at] = convert(item, items, `${path}[${at}]`)));
    } else if (typeof value === 'object' && value !== null) {
      const fields = value as Record<string, unknown>;
      for (const [name, inner] of Object.entries(fields)) {
        if (!Object.hasOwn(schema.properties ?? {}, name) || inner === null) continue;
        const field = schema.properties?.[name] as ValueSchema;
        fields[name] = convert(inner, field, path === '' ? name : `${path}.${name}`, fields);
      }
    } else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      return convertValue(value, schema, path, holder);
    }
    return value;
  };
  const convertValue = (value: string | number | boolean, schema: ValueSchema, path: string, holder: JsonObject) => {
    const shown = `${path} ${shorten(JSON.stringify(value))}`;
    if (options.nullValues?.includes(String(value)) === true && typeof value === 'string') {
      remarks.add('values were loaded as unknown', shown, origin);
      return null;
    }
    const read = readValue(value, schema, options, holder);
    if (read === undefined) return value;
    const noun = typeof value === 'string' ? 'texts' : 'values';
    if (read.as === 'ids') remarks.add('ids were loaded without the blanks or signs around them', shown, origin);
    else if (format !== 'csv' || read.as !== 'numbers' || Number(value) !== read.value)
      remarks.add(`${noun} were read as ${read.as}`, `${shown} as ${read.value}`, origin);
    return read.value;
  };
  convert(record, recordSchema, '');
}

/** The mapping with the constants that an option adds; undefined without both. */
export const mappingIn = ({ mapping, constants }: ReadOptions): MappingParts | undefined =>
  constants === undefined ? mapping : { ...mapping, constants: { ...mapping?.constants, ...constants } };

export const LEFT_OUT = 'columns were left out, because no field takes them';

/** Makes records of columns with other names than the fields. Columns of no field are left out. */
export class Mapping {
  /** The last names of the columns of ids. */
  readonly ids: readonly string[];
  private readonly fields: readonly (CsvColumn & { readonly column: string })[];
  private readonly constants: readonly (readonly [path: readonly string[], value: unknown])[];
  /** Names at the top of inputs that hold columns, or have been noted. */
  private readonly notedNames: Set<string>;
  private readonly seen = new Set<string>();

  /** @throws WorkFailure when a name is no field, a field is given twice, or a constant is not valid */
  constructor(
    kind: RecordKind,
    private readonly parts: MappingParts,
    private readonly remarks = new Remarks(),
  ) {
    const { columns = {}, constants = {}, values = {} } = parts;
    const all = columnsOf(kind);
    const paths = all.map(({ path }) => path);
    const unknown = Object.keys({ ...columns, ...constants, ...values })
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
    convertValues({ origin, value: partial }, 'csv', loadSchema(kind), new Remarks(), {});
    const { reasons = [] } = new RecordCheck(kind).check(partial);
    const invalid = reasons.filter((reason) => !reason.endsWith(' is required.'));
    if (invalid.length > 0) throw new WorkFailure(`--map: a constant is not valid: ${invalid.join(' ')}`);
    this.constants = Object.keys(constants).map((path) => [path.split('.'), valueAt(partial, path)]);

    this.fields = all
      .filter(({ path }) => !Object.hasOwn(constants, path))
      .map((field) => ({ ...field, column: columns[field.path] ?? field.path }));
    this.ids = this.fields.filter(({ type }) => type === 'id').map(({ column }) => column.split('.').at(-1) as string);
    this.notedNames = new Set(this.fields.flatMap(({ column }) => [column, column.split('.')[0] as string]));
  }

  /** The mapped columns that are not among these. */
  missingIn(names: Iterable<string>): string[] {
    const present = new Set(names);
    return [...new Set(Object.values(this.parts.columns ?? {}))].filter((column) => !present.has(column));
  }

  /** The record of a line: of the cells of CSV by the names of their columns, or of an object in JSON. */
  rename(read: ReadRecord, format: RecordFormat): ReadRecord {
    const { origin, value } = read;
    if (!isObject(value)) return read;
    const record = {};
    for (const { column, path, put } of this.fields) {
      const sent = valueAt(value, column);
      if (sent === undefined) continue;
      this.seen.add(column);
      const meant = this.parts.values?.[path] ?? {};
      const text = sent as string;
      const translated = Object.hasOwn(meant, text) ? (meant[text] ?? null) : sent;
      if (format === 'csv') put(record, `${(translated as string | number | null) ?? ''}`);
      else setAt(record, path.split('.'), translated);
    }
    for (const [path, constant] of this.constants) setAt(record, path, constant);
    for (const name of Object.keys(value)) {
      if (this.notedNames.has(name)) continue;
      this.notedNames.add(name);
      this.remarks.add(LEFT_OUT, shorten(JSON.stringify(name)), origin);
    }
    return { origin, value: record };
  }

  /** @param origin the end of the inputs */
  noteMissing(origin: Origin): void {
    for (const column of this.missingIn(this.seen))
      this.remarks.add('columns of --map are in no record', JSON.stringify(column), origin);
  }
}
