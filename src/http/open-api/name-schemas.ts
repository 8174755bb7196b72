import { getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';
import type { Schema } from '../../fields/schema.js';
import ENUM_NAMES from './enum-names.json' with { type: 'json' };

type Schemas = Readonly<Record<string, Schema>>;

const COMMON: Readonly<Record<string, string>> = ENUM_NAMES;
/** What the names of classes end with, and those of their choices leave out. */
const ENDING = /(?:Search|Export|Facets)?(?:Request|Filter|Data|Response|Record)$/;
/** Lists whose items have names, and what these begin with. */
const ITEMS: Readonly<Record<string, string>> = { orderby: 'Sort', facets: 'Facet' };

const EXPORT = 'Export';

const nameAt = (holder: string, property: string): string =>
  holder + (ITEMS[property] ?? property.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase()));

/**
 * Names the choices and the items of lists of a document: programs that generate code make one type of each
 * name, and otherwise one of each place. What may be null is a list of types, or `anyOf` a name and null.
 */
export function nameSchemas(document: OpenAPIObject): OpenAPIObject {
  const schemas = (document.components?.schemas ?? {}) as Schemas;
  const made: Record<string, Schema> = {};
  const nameOf = (name: string, schema: Schema): Schema => {
    const before = made[name] ?? schemas[name];
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(schema)) {
      // Exports, which come behind their searches, may have other choices.
      if (!name.startsWith(EXPORT)) return nameOf(EXPORT + name, schema);
      throw new Error(`${name} would name two schemas.`);
    }
    made[name] = schema;
    return { $ref: getSchemaPath(name) };
  };
  const referTo = (reference: Schema, { ...others }: Schema, isNullable: boolean): Schema => {
    if (isNullable) return { ...others, anyOf: [reference, { type: 'null' }] };
    return Object.keys(others).length === 0 ? reference : { ...others, allOf: [reference] };
  };
  /** @param name the name of a schema at this place */
  const visit = (schema: Schema, name: string): Schema => {
    const { enum: choices, oneOf, ...others } = schema;
    if (choices !== undefined) {
      const { type, format, ...texts } = others;
      const values = (choices as readonly (string | number | null)[]).filter((choice) => choice !== null);
      const kind = [type].flat().find((one) => one !== 'null');
      const words = COMMON[values.join(' ')] ?? name;
      const reference = nameOf(words, { type: kind, ...(format !== undefined && { format }), enum: values });
      return referTo(reference, texts, values.length < choices.length);
    }
    const types = oneOf?.filter(({ type }) => type !== 'null') ?? [];
    const isNullable = types.length < (oneOf?.length ?? 0);
    if (types[0]?.type === 'boolean')
      return referTo(nameOf('Flag', { oneOf: types.map((one) => visit(one, 'Flag')) }), others, isNullable);
    if (isNullable && types.length === 1 && types[0] !== undefined)
      return types[0].$ref === undefined
        ? visit({ ...others, ...types[0], type: [types[0].type, 'null'] }, name)
        : { ...others, anyOf: [types[0], { type: 'null' }] };
    const visitAll = (parts: unknown): Schema[] => (parts as Schema[]).map((part) => visit(part, name));
    const { properties, items, allOf, anyOf } = others;
    return {
      ...others,
      ...(oneOf && { oneOf: visitAll(oneOf) }),
      ...(allOf && { allOf: visitAll(allOf) }),
      ...(anyOf !== undefined && { anyOf: visitAll(anyOf) }),
      ...(items !== undefined && { items: itemOf(visit(items as Schema, name), name) }),
      ...(properties !== undefined && { properties: propertiesOf(properties as Schemas, name) }),
    };
  };
  const itemOf = (item: Schema, name: string): Schema =>
    item.properties === undefined && item.allOf?.[1] === undefined ? item : nameOf(`${name}Item`, item);
  const propertiesOf = (properties: Schemas, holder: string): Schemas =>
    Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, visit(one, nameAt(holder, name))]));

  const visited = Object.entries(schemas).map(([name, schema]) => [
    name,
    schema.enum === undefined ? visit(schema, name.replace(ENDING, '')) : schema,
  ]);
  for (const methods of Object.values(document.paths))
    for (const { parameters = [] } of Object.values(methods as Readonly<Record<string, Parameters>>))
      for (const parameter of parameters) parameter.schema = visit(parameter.schema, nameAt('', parameter.name));
  const all = { ...Object.fromEntries(visited), ...made } as Schemas;
  return { ...document, components: { ...document.components, schemas: all as never } };
}

interface Parameters {
  readonly parameters?: readonly { readonly name: string; schema: Schema }[];
}
