import type { RequestClass, Schema } from '../../http/validation/request-field.js';
import { fieldsOf, isNeeded, namedSchemas } from '../../http/validation/request-field.js';

/** The schema of an object of fields. */
export interface InputSchema extends Schema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
}

type Properties = Record<string, Schema>;

/** What assistants need not read: it costs them more than it tells. */
const LEFT_OUT = new Set(['example', 'format', '$ref', 'allOf']);

/**
 * The schema of a request class as one piece: the fields of the OpenAPI document, with what they refer to in its place.
 * That an optional field may be null is left out.
 */
export function inputSchemaOf(type: RequestClass): InputSchema {
  const fields = [...fieldsOf(type)];
  const properties = fields.map(([name, { schema, nested }]) => {
    const { description } = schema;
    // An object of fields is named by its class.
    if (typeof schema.type === 'function' && nested !== undefined)
      return [name, { description, ...inputSchemaOf(nested()) }];
    const told = [description, ...(schema.allOf ?? []).map((part) => referred(part)?.description)];
    return [name, { ...(inOnePiece(schema) as Schema), description: told.filter(Boolean).join(' ') }];
  });
  return {
    type: 'object',
    properties: Object.fromEntries(properties) as Properties,
    required: fields.filter(([, field]) => isNeeded(field)).map(([name]) => name),
    additionalProperties: false,
  };
}

/** The schema that another one refers to. */
const referred = ({ $ref }: Schema): Schema | undefined =>
  $ref === undefined ? undefined : namedSchemas()[$ref.slice($ref.lastIndexOf('/') + 1)];

function inOnePiece(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(inOnePiece);
  if (typeof part !== 'object' || part === null) return part;
  const schema = part as Schema;
  const own = Object.entries(schema).flatMap(([keyword, value]) =>
    LEFT_OUT.has(keyword) ? [] : [[keyword, valueOf(keyword, value)] as const],
  );
  const base = referred(schema);
  const parts = [...(base === undefined ? [] : [base]), ...(schema.allOf ?? [])];
  return [...parts.map((one) => inOnePiece(one) as Schema), Object.fromEntries(own) as Schema].reduce(joined, {});
}

/** A schema that says what both say, the second one more than the first. */
function joined(one: Schema, other: Schema): Schema {
  const properties = { ...(one.properties as Properties | undefined) };
  for (const [name, schema] of Object.entries((other.properties as Properties | undefined) ?? {})) {
    properties[name] = joined(properties[name] ?? {}, schema);
  }
  return { ...one, ...other, ...(Object.keys(properties).length > 0 && { properties }) };
}

function valueOf(keyword: string, value: unknown): unknown {
  if (keyword === 'properties') {
    return Object.fromEntries(Object.entries(value as object).map(([name, schema]) => [name, inOnePiece(schema)]));
  }
  if (keyword === 'type' && Array.isArray(value)) return value.find((type) => type !== 'null') as string;
  return keyword === 'enum' ? (value as unknown[]).filter((one) => one !== null) : inOnePiece(value);
}
