import type { OpenAPIObject } from '@nestjs/swagger';
import type { Schema } from '../validation/request-field.js';
import { namedSchemas, orNull } from '../validation/request-field.js';

interface ObjectSchema extends Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/**
 * Says in the schemas of request bodies what holds for all of them (docs/api.md, "Requests"): unknown fields are
 * refused, and an optional field, or an optional body, may be null, which counts as not set. Adds the schemas that they
 * share.
 */
export function stateBodyRules(document: OpenAPIObject): void {
  const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>;
  for (const [name, schema] of Object.entries(schemas)) {
    if (/(?:Request|Filter)$/.test(name)) schemas[name] = bodySchema(schema);
  }
  Object.assign(schemas, namedSchemas());
  for (const { requestBody } of Object.values(document.paths).flatMap(
    (methods) => Object.values(methods) as Operation[],
  )) {
    const body = requestBody?.content['application/json'];
    if (requestBody?.required === false && body !== undefined) body.schema = orNull({ allOf: [body.schema] });
  }
}

interface Operation {
  readonly requestBody?: { readonly required: boolean; readonly content: Record<string, { schema: Schema }> };
}

function bodySchema(schema: ObjectSchema): Schema {
  const { required = [], properties = {} } = schema;
  return {
    ...schema,
    additionalProperties: false,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, inner]) => [name, required.includes(name) ? inner : orNull(inner)]),
    ),
  };
}
