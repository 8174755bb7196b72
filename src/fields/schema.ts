import 'reflect-metadata';
import { getSchemaPath } from '@nestjs/swagger';

/** A class whose fields are declared by decorators: a request, or a record. */
export type FieldsClass = new () => object;

/** A part of the OpenAPI document. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly default?: unknown;
  readonly [keyword: string]: unknown;
}

/** Since which version a field is deprecated, and the path of the field to use instead. */
export type Deprecation = readonly [since: string, use?: string];

/** A deprecation in a schema; nothing of a field that has none. */
export const deprecationMarks = ([since, use]: Deprecation | readonly [] = []) =>
  since !== undefined && { deprecated: true, 'x-deprecated-since': since, 'x-replacement': use };

const FIELDS = Symbol('fields');

/** The declared fields of a class by name, inherited ones first, in the order of their declaration. */
export const declaredFields = <Field>(type: FieldsClass): ReadonlyMap<string, Field> =>
  (Reflect.getMetadata(FIELDS, type.prototype as object) as ReadonlyMap<string, Field> | undefined) ?? new Map();

/** Adds a field to `declaredFields` of its class, and to the OpenAPI document by the decorator given. */
export const DeclaredField =
  <Field>(field: Field, openApi: PropertyDecorator): PropertyDecorator =>
  (prototype, name) => {
    openApi(prototype, name);
    const declared = declaredFields<Field>(prototype.constructor as FieldsClass);
    Reflect.defineMetadata(FIELDS, new Map(declared).set(String(name), field), prototype);
  };

const NAMED = new Map<string, Schema>();

/** Names a schema in the document; returns the reference to it. */
export function namedSchema(name: string, schema: Schema): { readonly $ref: string } {
  NAMED.set(name, schema);
  return { $ref: getSchemaPath(name) };
}

/** The schemas that `namedSchema` has named, by their names: those don't depend on the order of imports. */
export const namedSchemas = (): Readonly<Record<string, Schema>> =>
  Object.fromEntries([...NAMED].sort(([one], [other]) => (one < other ? -1 : 1)));

/** A schema with the keywords of those that it refers to; its own override them. */
export function resolveSchema({ $ref = '', allOf = [], ...own }: Schema): Schema {
  const referred = NAMED.get($ref.slice($ref.lastIndexOf('/') + 1)) ?? [];
  return Object.assign({}, ...[referred, allOf].flat().map(resolveSchema), own) as Schema;
}

export type Properties = Readonly<Record<string, Schema>>;

const NULL: Schema = { type: 'null' };

/** Lets a schema take null as well. */
export function nullable({ allOf, oneOf, ...schema }: Schema): Schema {
  if (oneOf !== undefined) return { ...schema, oneOf: [...oneOf, NULL] };
  if (allOf !== undefined) return { ...schema, anyOf: [...allOf, NULL] };
  return {
    ...schema,
    type: [schema.type ?? [], 'null'].flat(),
    ...(schema.enum !== undefined && { enum: [...schema.enum, null] }),
  };
}

/** The schema of an object that has only these properties; null counts as not set where a property is not required. */
export const closedObject = (properties: Properties, required: readonly string[] = []): Schema => ({
  type: 'object',
  ...(required.length > 0 && { required }),
  additionalProperties: false,
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, one]) => [name, required.includes(name) ? unwrap(one) : nullable(one)]),
  ),
});

/** A reference without the `allOf` around it, which generators take for a new type. */
const unwrap = ({ allOf: [reference] = [], ...schema }: Schema): Schema => ({ ...schema, ...reference });
