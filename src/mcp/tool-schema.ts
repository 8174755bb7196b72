import { fieldsOf, isNeeded } from '../http/validation/request-field.js';
import type { RecordField } from '../common/fields/field.js';
import { recordFields } from '../common/fields/field.js';
import type { FieldsClass, Schema } from '../common/fields/schema.js';
import { inOnePiece } from '../common/fields/schema.js';
import { KeywordData } from '../common/records/keyword-data.record.js';
import { FacetsData, FacetValue } from '../http/requests/facets.requests.js';
import { SuggestionItem } from '../http/requests/suggest.requests.js';

type Properties = Readonly<Record<string, Schema>>;

/** The schema of an object of fields. */
export interface ObjectSchema extends Schema {
  readonly type: unknown;
  readonly properties: Properties;
  readonly required?: readonly string[];
}

/** The schema of an object with these properties. */
export const objectOf = (properties: Properties, required: readonly string[] = []): ObjectSchema => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
});

/** Defines the shape of ranges where a schema refers to it. */
export const withRange = (schema: ObjectSchema): ObjectSchema =>
  JSON.stringify(schema).includes('#/$defs/range')
    ? { ...schema, $defs: { range: objectOf({ min: { type: 'number' }, max: { type: 'number' } }) } }
    : schema;

/** Fields that the document describes at greater length than a tool needs. */
const TEXTS: Readonly<Record<string, string>> = {
  account_type: '1 personal, 2 shop',
  complete: 'Whether the data reaches from its first to its last day',
  date_info: 'Day YYYY-MM-DD, ISO week YYYY-WW or month YYYY-MM',
  ecommerce_type: '1 sold by video, 2 live',
  from: 'First period or day',
  to: 'Last one, included',
};

/** Fields whose names tell enough, or which the instructions state once. */
const PLAIN = new Set(
  (
    'by channel count creator_count date_type date_value desc facets field filter follower_count is_ecommerce keywords ' +
    'label orderby page pagesize previous_complete previous_date_value product_id region room_id seller_id total type ' +
    'uid value video_id'
  ).split(' '),
);

/** Arguments that assistants need not know: old names, and the language of names and errors. */
const HIDDEN = ['category_id', 'lang', 'fields'];

/** The schema of a request class in short: without the limits that its errors state. */
export function inputSchemaOf(type: FieldsClass): ObjectSchema {
  const fields = [...fieldsOf(type)].filter(([name, { schema }]) => !HIDDEN.includes(name) && !schema.deprecated);
  return objectOf(
    Object.fromEntries(
      fields.map(([name, { schema, nested }]) => {
        const inner = schema.type === 'array' ? undefined : nested?.();
        const shape = inner === undefined ? shortened(inOnePiece(schema)) : objectShape(inner);
        return [name, { ...shape, ...described(name, String(schema.description)) }];
      }),
    ),
    fields.filter(([, field]) => isNeeded(field)).map(([name]) => name),
  );
}

const objectShape = (type: FieldsClass): Schema =>
  [...fieldsOf(type).keys()].join() === 'min,max' ? { $ref: '#/$defs/range' } : inputSchemaOf(type);

const KEPT = new Set(['type', 'enum', 'items', 'properties']);

/** A schema with the keywords that tell what to send. */
function shortened(schema: Schema): Schema {
  const [first, ...others] = schema.oneOf ?? [];
  if (others.some(({ type }) => type === 'array')) return { type: 'array', items: { type: 'string' } };
  if (first !== undefined) return { type: first.type };
  const kept = Object.entries(schema).filter(([keyword, value]) => KEPT.has(keyword) && String(value) !== '');
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, shortenedValue(keyword, value)]));
}

function shortenedValue(keyword: string, value: unknown): unknown {
  if (keyword === 'type') return [value].flat()[0];
  if (keyword === 'enum') return (value as unknown[]).filter((one) => one !== null);
  if (keyword === 'items') return shortened(value as Schema);
  if (keyword !== 'properties') return value;
  const inner = Object.entries(value as Properties).map(([name, schema]) => [name, shortened(schema)] as const);
  // A field with one valid value asks for nothing.
  return Object.fromEntries(inner.filter(([, { enum: valid }]) => valid?.length !== 1));
}

/** Fields of answers that their classes declare for the OpenAPI document alone. */
const OTHER_FIELDS: readonly (readonly [FieldsClass, Properties])[] = [
  [KeywordData, { match: { type: 'string' }, read_as: { type: 'array', items: { type: 'object' } } }],
  [FacetsData, { currency: { type: ['string', 'null'] } }],
  [FacetValue, { value: { description: 'As the filter takes it' }, measure: { type: ['number', 'null'] } }],
  [SuggestionItem, { filter: { type: 'object', description: 'Ids under the names of arguments' } }],
];

/**
 * The schema of a class of answers in short.
 * @param paths the paths of the fields that are answered; all fields without any
 */
export function outputSchemaOf(type: FieldsClass, paths: readonly string[] = []): ObjectSchema {
  const isShown = ({ name }: RecordField): boolean =>
    paths.length === 0 || paths.some((path) => path === name || path.startsWith(`${name}.`));
  const below = (name: string): string[] =>
    paths.flatMap((path) => (path.startsWith(`${name}.`) ? [path.slice(name.length + 1)] : []));
  const fields = recordFields(type).filter(isShown);
  const others = OTHER_FIELDS.flatMap(([declaring, properties]) =>
    type === declaring || type.prototype instanceof declaring ? Object.entries(properties) : [],
  );
  const shown = fields.map((field) => [field.name, outputOf(field, below(field.name))] as const);
  return objectOf(Object.fromEntries([...shown, ...others]));
}

function outputOf({ name, type, description, options, list }: RecordField, paths: readonly string[]): Schema {
  if (typeof type !== 'function') {
    return { type: options.required === true ? type : [type, 'null'], ...described(name, firstClause(description)) };
  }
  const schema = outputSchemaOf(type(), paths);
  if (list) return { type: 'array', items: schema };
  return options.optional === true ? { ...schema, type: ['object', 'null'] } : schema;
}

const firstClause = (text: string): string =>
  text.split(/[,;:(]| in the (?:currency|language|region)/)[0]?.trim() ?? text;

/** Words that tell nothing next to the name of a field. */
const EMPTY_WORDS =
  /^(?:[a-z]{1,2}|the|and|with|amount|associated|category|code|country|creator|days|distinct|last|level|match|name|newly|product|products|sales|shop|text|total|video)$/;

/** The description without the paths of lists, which find_ids takes the place of; none where the name tells as much. */
function described(name: string, text: string): { readonly description?: string } {
  const description = TEXTS[name] ?? text.replace(/[;.] [^;.]* (?:is|are) at \/\S+\.?/g, '').replace(/\.$/, '');
  const words = description.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const isPlain = PLAIN.has(name) || words.every((word) => EMPTY_WORDS.test(word) || name.includes(word));
  return isPlain ? {} : { description };
}

/** Longer lists of values are left to the errors, which state them. */
const MOST_VALUES = 10;

/** One schema for several: the fields of all of them. Texts and requirements are kept that all of them have. */
export function unionOf(variants: readonly Schema[]): Schema {
  const [first = {}] = variants;
  const { description, type, ...schema } = first;
  const values = [...new Set(variants.flatMap((variant) => variant.enum ?? []))];
  const isListed = values.length > 0 && values.length <= MOST_VALUES;
  const isSaid = description !== undefined && variants.every((variant) => variant.description === description);
  return {
    type: isListed ? undefined : type,
    ...schema,
    enum: isListed ? values : undefined,
    ...(first.items !== undefined && { items: unionOf(parts(variants, 'items')) }),
    ...(first.properties !== undefined && propertiesOf(variants as readonly ObjectSchema[])),
    ...(isSaid && { description }),
  };
}

const parts = (variants: readonly Schema[], keyword: string): Schema[] =>
  variants.flatMap(({ [keyword]: part }) => (part === undefined ? [] : [part as Schema]));

function propertiesOf(variants: readonly ObjectSchema[]): Partial<ObjectSchema> {
  const holders = variants.map(({ properties }) => properties);
  const names = [...new Set(holders.flatMap(Object.keys))];
  const required = names.filter((name) => variants.every((schema) => schema.required?.includes(name)));
  return objectOf(Object.fromEntries(names.map((name) => [name, unionOf(parts(holders, name))])), required);
}
