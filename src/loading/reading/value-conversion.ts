import { cleanId } from '../../common/id.js';
import type { ValueSchema } from '../../fields/load-rules.js';
import type { Origin } from '../load-item.js';
import type { Remarks } from '../remarks.js';
import type { ReadOptions, ReadRecord, RecordFormat } from './input.js';
import { readNumber } from './read-number.js';

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

  private convert(value: unknown, schema: ValueSchema, path: string, record: RecordSource): unknown {
    if (typeof value === 'string') return this.convertText(value, schema, path, record);
    if (Array.isArray(value)) {
      const { items } = schema;
      if (items) value.forEach((item, at) => (value[at] = this.convert(item, items, `${path}[${at}]`, record)));
    } else if (typeof value === 'object' && value !== null) {
      const fields = value as Record<string, unknown>;
      for (const [name, inner] of Object.entries(fields)) {
        if (!Object.hasOwn(schema.properties ?? {}, name) || inner === null || typeof inner === 'number') continue;
        const field = schema.properties?.[name] as ValueSchema;
        fields[name] = this.convert(inner, field, path === '' ? name : `${path}.${name}`, record);
      }
    }
    return value;
  }

  private convertText(text: string, { type }: ValueSchema, path: string, { origin, format }: RecordSource): unknown {
    const isWhole = type.includes('integer');
    if (this.options.nullValues?.includes(text) === true) {
      this.remarks.add('values were loaded as unknown', `${path} ${JSON.stringify(text)}`, origin);
      return null;
    }
    if (type.includes('string')) {
      if (!isWhole) return text;
      const id = cleanId(text);
      if (id !== text)
        this.remarks.add(
          'ids were loaded without the blanks or signs around them',
          `${path} ${JSON.stringify(text)}`,
          origin,
        );
      return id;
    }
    if (!isWhole && !type.includes('number')) return text;
    const number = readNumber(text, isWhole, this.options);
    if (number === undefined) return text;
    if (format !== 'csv' || Number(text) !== number)
      this.remarks.add('texts were read as numbers', `${path} ${JSON.stringify(text)} as ${number}`, origin);
    return number;
  }
}

interface RecordSource {
  readonly origin: Origin;
  readonly format: RecordFormat;
}
