import type { OpenAPIObject } from '@nestjs/swagger';
import type { Schema } from '../validation/request-field.js';
import { namedSchemas, orNull } from '../validation/request-field.js';

interface ObjectSchema extends Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/**
 * Says in the schemas of request bodies what holds for all of them (decisions page, "Requests"): unknown fields are
 * refused, and an optional field, or a body that needs none, may be null, which counts as not set. Adds the schemas that
 * they share.
 */
export function stateBodyRules(document: OpenAPIObject): void {
  const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>;
  for (const [name, schema] of Object.entries(schemas)) {
    if (/(?:Request|Filter)$/.test(name)) schemas[name] = bodySchema(schema, name.endsWith('Request'));
  }
  Object.assign(schemas, namedSchemas());
}

function bodySchema(schema: ObjectSchema, isBody: boolean): Schema {
  const { required = [], properties = {} } = schema;
  return {
    ...schema,
    ...(isBody && required.length === 0 && { type: ['object', 'null'] }),
    additionalProperties: false,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, inner]) => [name, required.includes(name) ? inner : orNull(inner)]),
    ),
  };
}
