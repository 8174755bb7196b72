import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Expose, Transform, Type } from 'class-transformer';
import {
  closedObject,
  DeclaredField,
  declaredFields,
  type Deprecation,
  deprecationMarks,
  type FieldsClass,
  resolveSchema,
  type Schema,
} from '../../fields/schema.js';
import { type WordName, type Words, words } from '../../common/errors/error-texts.js';
import type { FacetKind, FacetPlan } from '../../search/compiler/facets.js';
import type { BrokenRule } from '../../common/errors/failure.js';
import { Check } from './broken-rule.js';
import { isObject, type JsonObject } from '../../common/json-object.js';

declare const DOCUMENT: unique symbol;

/** A filter class whose fields name fields of an index's documents. The compiler checks the names. */
export abstract class DocumentFilter<Document> {
  declare readonly [DOCUMENT]?: Document;
}

/** The index field that a filter searches, and how facets count its values; without `facet` they can't be counted. */
export interface Indexed<Index extends string> {
  readonly index?: Index;
  readonly facet?: FacetKind;
}

/** A decorator of a request field. One with an index field fits only filters of documents that have the field. */
type RequestFieldDecorator<Index extends string> = [Index] extends [never]
  ? PropertyDecorator
  : (prototype: DocumentFilter<Readonly<Record<Index, unknown>>>, field: string) => void;

export interface RequestFieldOptions<Index extends string = string> extends Indexed<Index> {
  /**
   * The schema in the OpenAPI document. Its type, `enum`, `minimum` and `maximum` are checked, of a list only its type.
   * An absent field gets its `default`, shown as `x-default`.
   */
  readonly schema: Schema;
  readonly required?: boolean;
  readonly nested?: () => FieldsClass;
  /** What each object is, where the field holds a list of them. A single one counts as a list of one. */
  readonly itemName?: WordName;
  /** Makes the value of an absent field that has no default to show. */
  readonly fallback?: () => unknown;
  /** The type in the words of an error, where the schema has no better ones. */
  readonly typeName?: (holder: JsonObject) => Words;
}

export const fieldsOf: (type: FieldsClass) => ReadonlyMap<string, RequestFieldOptions> = declaredFields;

/** Whether a request must have the field: it is required, or an object with a needed field. */
export const isNeeded = ({ required = false, nested, fallback }: RequestFieldOptions): boolean =>
  required || (nested !== undefined && fallback !== undefined && needsAny(nested()));

export const needsAny = (type: FieldsClass): boolean => [...fieldsOf(type).values()].some(isNeeded);

/** Shows a default as `x-default`: generated types would require a field with a `default`. */
const withoutDefault = ({ default: fallback, deprecated: deprecation, ...schema }: Schema): Schema => ({
  ...schema,
  ...deprecationMarks(deprecation as Deprecation | undefined),
  ...(fallback !== undefined && { 'x-default': fallback }),
});

export const documentOf = (options: RequestFieldOptions): ApiPropertyOptions =>
  ({ ...withoutDefault(options.schema), required: isNeeded(options) }) as ApiPropertyOptions;

/** Converts the given value before the checks. It must leave values unchanged that the checks refuse. */
export const Read = (read: (given: unknown, holder: JsonObject) => unknown): PropertyDecorator =>
  Transform(({ value, obj }: { value: unknown; obj: JsonObject }) => read(value, obj));

/** The filters and facets of a filter class. @throws Error when a filter names no index field and would be ignored */
export function filterPlan<Filter extends object, Document>(
  type: new () => Filter & DocumentFilter<Document>,
): Pick<FacetPlan<Filter, string, Document>, 'filters' | 'facets'> {
  const filters = filterFields(type);
  const unindexed = [...fieldsOf(type).keys()].find((name) => !(name in filters));
  if (unindexed !== undefined) throw new Error(`${type.name}.${unindexed} names no index field`);
  return { filters, facets: facetKinds(type) } as ReturnType<typeof filterPlan<Filter, Document>>;
}

export const filterFields = (type: FieldsClass): Readonly<Record<string, string>> =>
  Object.fromEntries([...fieldsOf(type)].flatMap(([name, { index }]) => (index === undefined ? [] : [[name, index]])));

export const facetKinds = (type: FieldsClass): Readonly<Record<string, FacetKind>> =>
  Object.fromEntries([...fieldsOf(type)].flatMap(([name, { facet }]) => (facet === undefined ? [] : [[name, facet]])));

/** The bounds of numbers: beyond them comparisons would be rounded. */
export const NUMBER_BOUNDS = { minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER } as const;

const TYPES = {
  string: (given: unknown) => typeof given === 'string',
  integer: Number.isInteger,
  number: Number.isFinite,
  array: Array.isArray,
  object: isObject,
};

const QUOTED_NUMBER = /^\s*-?\d+(\.\d+)?\s*$/;

/** Converts the bigint of a number beyond 2^53. */
const asNumber = (given: unknown): unknown => (typeof given === 'bigint' ? Number(given) : given);

/** The number that was sent; NaN for any other value. */
export const numberIn = (given: unknown): number =>
  typeof given === 'number' || typeof given === 'bigint' ? Number(given) : NaN;

/** Makes the check of a value by the schema of its field. */
export function schemaCheck(schema: Schema): (sent: unknown) => BrokenRule | undefined {
  const { type, enum: choices, minimum, maximum } = { ...NUMBER_BOUNDS, ...schema };
  const name = (typeof type === 'function' ? 'object' : type) as keyof typeof TYPES | undefined;
  const isNumeric = type === 'integer' || type === 'number';
  return (sent) => {
    const given = asNumber(sent);
    if (choices?.includes(given) ?? (name === undefined || TYPES[name](given))) {
      if (isNumeric && Number(given) < minimum) return { rule: 'min', limit: minimum };
      return isNumeric && Number(given) > maximum ? { rule: 'max', limit: maximum } : undefined;
    }
    if (isNumeric && typeof given === 'string' && QUOTED_NUMBER.test(given)) return { rule: 'quoted_number' };
    return choices === undefined
      ? { rule: 'type', detail: words(name ?? 'string') }
      : { rule: 'one_of', valid: choices as BrokenRule['valid'] };
  };
}

/** The rules of a list: at most so many items and, where `item` names them, one at least; then those of each item. */
export function brokenListRules(
  list: readonly unknown[],
  most: number,
  each: (item: unknown) => BrokenRule | undefined = () => undefined,
  item?: string,
): BrokenRule[] {
  if (list.length === 0 && item !== undefined) return [{ rule: 'empty', detail: `list at least one ${item}` }];
  if (list.length > most) return [{ rule: 'max_items', limit: most, detail: String(list.length) }];
  return list.flatMap((given, index) => {
    const broken = each(given);
    return broken === undefined ? [] : [{ at: `[${index}]`, given, ...broken }];
  });
}

/** Declares a field of a request: documented for OpenAPI and checked by its schema and the given decorators. */
export function RequestField<Index extends string = never>(
  options: RequestFieldOptions<Index>,
  ...decorators: PropertyDecorator[]
): RequestFieldDecorator<Index> {
  const { schema, nested, itemName, required, typeName } = options;
  const resolved = resolveSchema(schema);
  const check = schemaCheck(resolved);
  const isNumeric = resolved.type === 'integer' || resolved.type === 'number';
  const convert = isNumeric ? asNumber : itemName === undefined ? (given: unknown) => given : asList;
  const fallback = schema.default === undefined ? options.fallback : (): unknown => schema.default;
  const missing = (given: unknown): BrokenRule | undefined =>
    given === undefined ? { rule: 'required', detail: JSON.stringify(resolved.example) } : undefined;
  return applyDecorators(
    DeclaredField(options, ApiProperty(documentOf(options))),
    ...(required === true ? [Check('required', missing, { takesAbsent: true })] : []),
    ...(fallback === undefined ? [] : [Expose()]),
    ...(nested === undefined ? [] : [Type(nested)]),
    Check('schema', (given, holder) => {
      const broken = check(itemName === undefined ? given : asList(given));
      return broken?.rule === 'type' && typeName !== undefined ? { ...broken, detail: typeName(holder) } : broken;
    }),
    ...decorators,
    // The last one is the first to read.
    Read((given) => convert(given ?? fallback?.())),
  );
}

const asList = (given: unknown): unknown => (isObject(given) ? [given] : given);

/** Declares an object of fields in a request. An absent one counts as empty and so breaks the rules of needed fields. */
export const NestedField = (
  type: () => FieldsClass,
  description: string,
  { required = false }: { required?: boolean } = {},
): PropertyDecorator =>
  RequestField(
    // Swagger takes a class for a function that makes one unless it has no name.
    { schema: { type: () => type(), description }, nested: type, fallback: () => new (type())(), required },
  );

export function schemaOf(type: FieldsClass): Schema {
  const fields = [...fieldsOf(type)];
  return closedObject(
    Object.fromEntries(fields.map(([name, { schema }]) => [name, withoutDefault(schema)])),
    fields.filter(([, field]) => isNeeded(field)).map(([name]) => name),
  );
}
