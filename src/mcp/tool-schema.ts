import { type RecordField, recordFields } from '../fields/field.js';
import { type FieldsClass, type Properties, resolveSchema, type Schema } from '../fields/schema.js';
import { KeywordData, TIME_DAYS } from '../documents/keyword-data.record.js';
import { FacetsData, FacetValue } from '../records/facets.requests.js';
import { PeersData } from '../rankings/peers/peers.requests.js';
import { PLACES } from '../rankings/rankings.record.js';
import { SuggestionItem } from '../records/suggest.requests.js';
import { publishedRules } from '../http/validation/broken-rule.js';
import { isRare } from '../sales/sale-filters.js';
import { fieldsOnRequest } from '../fields/paths.js';
import { fieldsOf, isNeeded, type RequestFieldOptions } from '../http/validation/request-field.js';
import { hasLocalAmounts } from './tool-answers.js';
import TEXTS from './texts.json' with { type: 'json' };
import { type Question, type Tool, toolName } from './tool-questions.js';

interface ObjectSchema extends Schema {
  readonly properties: Properties;
  readonly required?: readonly string[];
}

/** An object of arguments: others are refused. */
const argumentsOf = (properties: Properties, required?: readonly string[]): ObjectSchema => ({
  ...objectOf(properties, required),
  additionalProperties: false,
});

const objectOf = (properties: Properties, required: readonly string[] = []): ObjectSchema => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
});

/** The description of a field whose name does not tell enough. */
const describe = (name: string, otherwise?: unknown): { readonly description?: string } => {
  const description = (TEXTS.fields as Readonly<Record<string, string>>)[name] ?? otherwise;
  return typeof description === 'string' ? { description } : {};
};

/** Fields that assistants need not know besides rare ones: the language of names, the list of all fields, some figures. */
const HIDDEN = [
  ...['fields', 'lang'],
  ...['day28_units_sold_range', 'day90_units_sold_range', 'product_rating_range', 'sku_count_range'],
];
const isShown = (name: string, among?: readonly string[]): boolean => !HIDDEN.includes(name) && !isRare(name, among);

/** The arguments of a request class, without the limits that its errors state. Codes keep their descriptions. */
function inputSchema(type: FieldsClass): ObjectSchema {
  const names = [...fieldsOf(type).keys()];
  const fields = [...fieldsOf(type)].filter(([name, { schema }]) => isShown(name, names) && !schema.deprecated);
  return argumentsOf(
    Object.fromEntries(
      fields.map(([name, field]) => {
        const schema = argumentSchema(field);
        const isCode = schema.type === 'integer' && schema.enum !== undefined;
        const needsAnId = publishedRules(type, name).some((rule) => rule.name === 'needs_an_id');
        const argument = toolName(name);
        const otherwise = needsAnId ? TEXTS.needs_an_id : isCode && field.schema.description;
        return [argument, { ...schema, ...describe(argument, otherwise) }];
      }),
    ),
    fields.filter(([, field]) => isNeeded(field)).map(([name]) => toolName(name)),
  );
}

function argumentSchema({ schema, nested }: RequestFieldOptions): Schema {
  if (nested !== undefined) {
    const inner = inputSchema(nested());
    if (schema.type === 'array') return { type: 'array', items: inner };
    const names = Object.keys(inner.properties);
    return names[0] === 'min' ? objectOf(Object.fromEntries(names.map((one) => [one, {}]))) : inner;
  }
  const { type, enum: values, oneOf = [], items } = resolveSchema(schema);
  if (oneOf.some((one) => one.type === 'array')) return { type: 'array', items: { type: oneOf[0]?.type } };
  if (items !== undefined) return { type, items };
  return {
    type: type ?? oneOf[0]?.type,
    ...(values && { enum: values.map((value) => toolName(value as string)).filter((one) => isShown(String(one))) }),
  };
}

/** Fields of answers that their classes declare for the OpenAPI document only. */
const OTHER_FIELDS: readonly (readonly [FieldsClass, Properties])[] = [
  [KeywordData, { match: {}, read_as: {} }],
  [PeersData, { filter: { type: ['object', 'null'] } }],
  [FacetsData, { currency: {} }],
  [FacetValue, { value: { description: 'As the filter takes it' } }],
  [SuggestionItem, { filter: { type: 'object', description: 'Ids under the names of arguments' } }],
];

/** The schema of a class of answers: its fields at these paths, all without any, but for days that only `last` names. */
function outputSchema(type: FieldsClass, paths: readonly string[] = []): ObjectSchema {
  const below = (name: string) =>
    paths.flatMap((path) => (path.startsWith(`${name}.`) ? [path.slice(name.length + 1)] : []));
  const fields = recordFields(type).filter(
    ({ name }) => !(name in TIME_DAYS) && (paths.length === 0 || paths.includes(name) || below(name).length > 0),
  );
  const others = OTHER_FIELDS.filter(([declaring]) => type === declaring || type.prototype instanceof declaring);
  return objectOf({
    ...Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field, below(field.name))])),
    ...(Object.assign({}, ...others.map(([, properties]) => properties)) as Properties),
  });
}

/** Texts and figures have no type: the instructions say what null is. */
function fieldSchema({ name, type, options, list }: RecordField, paths: readonly string[]): Schema {
  if (typeof type !== 'function') return { ...(list && { type: ['array', 'null'] }), ...describe(name) };
  // A series, of which rows and sums have the same points.
  if (list && options.optional) return { type: ['array', 'null'] };
  const schema = outputSchema(type(), paths);
  // A step, from its lower to its upper bound.
  if (Object.keys(schema.properties).join() === 'min,max') return { type: ['object', 'null'] };
  if (list) return { type: 'array', items: schema };
  // Which may be null.
  return options.optional ? { ...schema, type: undefined } : schema;
}

/** Fields of every answer: texts. */
const ANSWER_FIELDS = { completeness: {}, next: {}, freshness: {}, explorer_url: {} };

function answerSchema({ data, row, fields, ids = {} }: Question): ObjectSchema {
  const { properties } = outputSchema(data);
  if (row === undefined) return objectOf({ ...properties, ...ANSWER_FIELDS });
  // Orders by a change answer the places.
  const places = fields.length > 0 ? fieldsOnRequest(row).filter((name) => PLACES.includes(name)) : [];
  const shown = { ...outputSchema(row, fields).properties, ...Object.fromEntries(places.map((name) => [name, {}])) };
  const items = objectOf({
    ...shown,
    ...Object.fromEntries(Object.keys(ids).map((name) => [name, {}])),
    ...(hasLocalAmounts(shown) && { currency: {} }),
  });
  return objectOf({ ...properties, list: { type: 'array', items }, ...ANSWER_FIELDS });
}

/** Whether a request has the filter, and answers the fields, of a search: they are not described a second time. */
const isAsSearch = (request: FieldsClass): boolean =>
  ['facets', 'own_shop'].some((name) => fieldsOf(request).has(name));

function requestSchema({ request }: Question): ObjectSchema {
  const schema = inputSchema(request);
  const { filter, orderby } = schema.properties;
  if (!isAsSearch(request)) return schema;
  const asSearch = {
    ...(filter && { filter: { type: 'object', description: 'As the search takes it.' } }),
    ...(orderby && { orderby: { type: 'array', items: { type: 'object' } } }),
  };
  return { ...schema, properties: { ...schema.properties, ...asSearch } };
}

/** The fields of rows that are answered only on request. */
function otherFields({ request, row, fields }: Question): string[] {
  if (row === undefined || !fieldsOf(request).has('fields')) return [];
  if (isAsSearch(request)) return ['those of the search'];
  const usual = new Set(fields.map((path) => path.split('.')[0]));
  return recordFields(row).flatMap(({ name, options }) =>
    usual.has(name) || !isShown(name) || options.deprecated || name.endsWith('_info') ? [] : [name],
  );
}

/** Longer lists of values are left to the errors, which state them. */
const MOST_VALUES = 10;

/** One schema for several: the fields of all of them. Texts and requirements are kept that all of them have. */
function unionOf(variants: readonly Schema[]): Schema {
  const [{ type, description, ...first } = {}] = variants;
  const values = [...new Set(variants.flatMap((one) => one.enum ?? []))];
  const isListed = values.length > 0 && values.length <= MOST_VALUES;
  return {
    type: isListed ? undefined : type,
    ...first,
    enum: isListed ? values : undefined,
    ...(first.items !== undefined && { items: unionOf(variants.map(({ items }) => items as Schema)) }),
    ...(first.properties !== undefined && { ...objectUnion(variants as readonly ObjectSchema[]), type }),
    ...(variants.every((one) => one.description === description) && { description }),
  };
}

function objectUnion(variants: readonly ObjectSchema[]): ObjectSchema {
  const names = [...new Set(variants.flatMap(({ properties }) => Object.keys(properties)))];
  const unions = names.map((name) =>
    unionOf(variants.flatMap(({ properties: { [name]: schema } }) => (schema === undefined ? [] : [schema]))),
  );
  const required = names.filter((name) => variants.every((one) => one.required?.includes(name)));
  return objectOf(Object.fromEntries(unions.map((schema, at) => [names[at], schema])) as Properties, required);
}

/** Describes a tool with its permitted questions; undefined without one. */
export function describeTool({ name, about, questions }: Tool, isOpen: (question: Question) => boolean) {
  const open = Object.entries(questions).filter(([, question]) => isOpen(question));
  if (open.length === 0) return undefined;
  const asked = open.map(([, question]) => question);
  const input = objectUnion(asked.map(requestSchema));
  const others = [...new Set(asked.flatMap(otherFields))];
  const fields = { type: 'array', items: { type: 'string' }, description: `Also ${others.join(', ')}` };
  const properties = { ...input.properties, ...(others.length > 0 && { fields }) };
  const choice: Properties = '' in questions ? {} : { of: { enum: open.map(([of]) => of) } };
  const subjects = open.flatMap(([of, { about: subject }]) => (subject === undefined ? [] : `${of}: ${subject}`));
  return {
    name,
    title: name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' '),
    description: [about, ...subjects].join(' '),
    inputSchema: argumentsOf({ ...choice, ...properties }, [...Object.keys(choice), ...(input.required ?? [])]),
    outputSchema: objectUnion(asked.map(answerSchema)),
    annotations: { readOnlyHint: true, openWorldHint: false },
  };
}
