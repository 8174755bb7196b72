import type { ValueSchema } from '../../fields/load-rules.js';
import type { Remarks } from '../remarks.js';
import type { ReadOptions, ReadRecord, RecordFormat } from './input.js';
import { readValue } from './read-value.js';

type Fields = Readonly<Record<string, unknown>>;

/** Converts texts in records to the values of their fields, and counts them. A text that can't be converted stays. */
export class ValueConversion {
  constructor(
    private readonly schema: ValueSchema,
    private readonly remarks: Remarks,
    private readonly options: ReadOptions,
  ) {}

  /** @param format in CSV, digits are how a number is written, so that they are not counted */
  apply({ value: record, origin }: ReadRecord, format: RecordFormat): void {
    const convert = (value: unknown, schema: ValueSchema, path: string, holder: Fields = {}): unknown => {
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
    const convertValue = (value: string | number | boolean, schema: ValueSchema, path: string, holder: Fields) => {
      const shown = `${path} ${JSON.stringify(value)}`;
      if (this.options.nullValues?.includes(String(value)) === true && typeof value === 'string') {
        this.remarks.add('values were loaded as unknown', shown, origin);
        return null;
      }
      const read = readValue(value, schema, this.options, holder);
      if (read === undefined) return value;
      const noun = typeof value === 'string' ? 'texts' : 'values';
      if (read.as === 'ids') this.remarks.add('ids were loaded without the blanks or signs around them', shown, origin);
      else if (format !== 'csv' || read.as !== 'numbers' || Number(value) !== read.value)
        this.remarks.add(`${noun} were read as ${read.as}`, `${shown} as ${read.value}`, origin);
      return read.value;
    };
    convert(record, this.schema, '');
  }
}
