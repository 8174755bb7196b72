import type { ValueSchema } from '../../fields/load-rules.js';
import type { Origin } from '../load-item.js';
import type { Remarks } from '../remarks.js';
import type { ReadOptions, ReadRecord, RecordFormat } from './input.js';
import { readValue } from './read-value.js';

/** Converts texts in records to the values of their fields, and counts them. A text that can't be converted stays. */
export class ValueConversion {
  constructor(
    private readonly schema: ValueSchema,
    private readonly remarks: Remarks,
    private readonly options: ReadOptions,
  ) {}

  /** @param format in CSV, digits are how a number is written, so that they are not counted */
  apply({ value, origin }: ReadRecord, format: RecordFormat): void {
    this.convert(value, this.schema, '', { origin, format });
  }

  private convert(value: unknown, schema: ValueSchema, path: string, record: RecordSource, holder = {}): unknown {
    if (Array.isArray(value)) {
      const { items } = schema;
      if (items) value.forEach((item, at) => (value[at] = this.convert(item, items, `${path}[${at}]`, record)));
    } else if (typeof value === 'object' && value !== null) {
      const fields = value as Record<string, unknown>;
      for (const [name, inner] of Object.entries(fields)) {
        if (!Object.hasOwn(schema.properties ?? {}, name) || inner === null) continue;
        const field = schema.properties?.[name] as ValueSchema;
        fields[name] = this.convert(inner, field, path === '' ? name : `${path}.${name}`, record, fields);
      }
    } else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      return this.convertValue(value, schema, path, record, holder);
    }
    return value;
  }

  private convertValue(
    value: string | number | boolean,
    schema: ValueSchema,
    path: string,
    { origin, format }: RecordSource,
    holder: object,
  ): unknown {
    const shown = `${path} ${JSON.stringify(value)}`;
    if (this.options.nullValues?.includes(String(value)) === true && typeof value === 'string') {
      this.remarks.add('values were loaded as unknown', shown, origin);
      return null;
    }
    const read = readValue(value, schema, this.options, holder as Record<string, unknown>);
    if (read === undefined) return value;
    if (read.as === 'ids') this.remarks.add('ids were loaded without the blanks or signs around them', shown, origin);
    else if (format !== 'csv' || read.as !== 'numbers' || Number(value) !== read.value)
      this.remarks.add(
        `${typeof value === 'string' ? 'texts' : 'values'} were read as ${read.as}`,
        `${shown} as ${read.value}`,
        origin,
      );
    return read.value;
  }
}

interface RecordSource {
  readonly origin: Origin;
  readonly format: RecordFormat;
}
