import type { OpenAPIObject } from '@nestjs/swagger';

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean;
}

const NULL: Schema = { type: 'null' };

/**
 * Says in the schemas of request bodies what holds for all of them (decisions page, "Requests"): unknown fields are
 * refused, and an optional field, or the body itself, may be null, which counts as not set.
 */
export function stateBodyRules(document: OpenAPIObject): OpenAPIObject {
  const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>;
  for (const [name, schema] of Object.entries(schemas)) {
    if (!/(?:Request|Filter)$/.test(name)) continue;
    schema.additionalProperties = false;
    if (name.endsWith('Request')) schema.type = ['object', 'null'];
    schema.properties = Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([property, inner]) => [
        property,
        schema.required?.includes(property) === true ? inner : orNull(inner),
      ]),
    );
  }
  return document;
}

function orNull({ allOf, oneOf, ...schema }: Schema): Schema {
  if (oneOf !== undefined) return { ...schema, oneOf: [...oneOf, NULL] };
  if (allOf !== undefined) return { ...schema, anyOf: [...allOf, NULL] };
  return {
    ...schema,
    type: [schema.type ?? [], 'null'].flat(),
    ...(schema.enum !== undefined && { enum: [...schema.enum, null] }),
  };
}
