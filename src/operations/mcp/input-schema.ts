import type { FieldsClass, Schema } from '../../records/fields/schema.js';
import { inOnePiece, referredSchema } from '../../records/fields/schema.js';
import { fieldsOf, isNeeded } from '../../http/validation/request-field.js';

/** The schema of an object of fields. */
export interface InputSchema extends Schema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
}

/**
 * The schema of a request class without references: the fields of the OpenAPI document, without the null that optional
 * fields accept.
 */
export function inputSchemaOf(type: FieldsClass): InputSchema {
  const fields = [...fieldsOf(type)];
  const properties = fields.map(([name, { schema, nested }]): [string, Schema] => {
    const { description, allOf = [] } = schema;
    // An object of fields is named by its class.
    if (typeof schema.type === 'function' && nested !== undefined)
      return [name, { description, ...inputSchemaOf(nested()) }];
    const descriptions = [description, ...allOf.map((part) => referredSchema(part)?.description)];
    return [name, { ...shortened(inOnePiece(schema)), description: descriptions.filter(Boolean).join(' ') }];
  });
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: fields.filter(([, field]) => isNeeded(field)).map(([name]) => name),
    additionalProperties: false,
  };
}

/** The keywords that cost assistants more to read than they tell. */
const LEFT_OUT = new Set(['example', 'format']);

const shortened = (schema: Schema): Schema =>
  Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value]) =>
      LEFT_OUT.has(keyword) ? [] : [[keyword, shortenedValue(keyword, value)]],
    ),
  );

function shortenedValue(keyword: string, value: unknown): unknown {
  switch (keyword) {
    case 'type':
      return Array.isArray(value) ? value.find((type) => type !== 'null') : value;
    case 'enum':
      return (value as unknown[]).filter((one) => one !== null);
    case 'properties':
      return Object.fromEntries(
        Object.entries(value as Record<string, Schema>).map(([name, schema]) => [name, shortened(schema)]),
      );
    case 'items':
      return shortened(value as Schema);
    case 'oneOf':
    case 'anyOf':
      return (value as Schema[]).map(shortened);
    default:
      return value;
  }
}
