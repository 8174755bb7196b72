import 'reflect-metadata';
import { applyDecorators } from '@nestjs/common';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import { ApiProperty } from '@nestjs/swagger';
import { Expose, Transform, Type } from 'class-transformer';
import { IsDefined, IsObject, ValidateNested } from 'class-validator';
import type { FieldsClass, Schema } from '../../common/fields/schema.js';
import { closedObject, DeclaredField, declaredFields, resolvedSchema } from '../../common/fields/schema.js';
import type { FilterField } from '../../search/compiler/clauses.js';
import type { FacetKind, FacetPlan } from '../../search/compiler/facets.js';
import { refusedAs } from './broken-rule.js';

declare const DOCUMENT: unique symbol;

/** A filter class whose fields name fields of an index's documents. The compiler checks the names. */
export abstract class DocumentFilter<Document> {
  declare readonly [DOCUMENT]?: Document;
}

/** The index field that a filter searches, and how facets count its values; without `facet` they can't be counted. */
export interface Indexed<Index extends string> {
  readonly index?: Index;
  /** Of choices: the index field of each, which is true in the documents that it keeps. */
  readonly flags?: Readonly<Record<number, Index>>;
  readonly facet?: FacetKind;
}

/** A decorator of a request field. One with an index field fits only filters of documents that have the field. */
type FieldDecorator<Index extends string> = [Index] extends [never]
  ? PropertyDecorator
  : (prototype: DocumentFilter<Readonly<Record<Index, unknown>>>, field: string) => void;

/** The options of a request field. */
export interface RequestFieldOptions<Index extends string = string> extends Indexed<Index> {
  /** The schema in the OpenAPI document. An absent field gets its `default`, shown as `x-default`. */
  readonly schema: Schema;
  readonly required?: boolean;
  /** The class of the objects that the field holds. */
  readonly nested?: () => FieldsClass;
  /** Makes the value of an absent field that has no default to show. */
  readonly fallback?: () => unknown;
  /** Of a page number: page * pagesize is at most this. */
  readonly window?: number;
}

/** The fields of a request class. */
export const fieldsOf = (type: FieldsClass): ReadonlyMap<string, RequestFieldOptions> => declaredFields(type);

/**
 * A rule of a field that no schema can express. A text description is stated once for all operations; a function of the
 * paths makes a description for each operation.
 */
export interface PublishedRule {
  readonly name: string;
  readonly description: string | ((path: string, others: readonly string[]) => string);
  /** Other fields that the rule involves. */
  readonly others: readonly string[];
}

const RULES = Symbol('published rules');

/** The published rules of a field. */
export const publishedRules = (type: FieldsClass, field: string): readonly PublishedRule[] =>
  (Reflect.getMetadata(RULES, type.prototype as object, field) as PublishedRule[] | undefined) ?? [];

/** Publishes a rule under `x-rules` of each operation with the field, and in its description. */
export const Published =
  (name: string, description: PublishedRule['description'], others: readonly string[] = []): PropertyDecorator =>
  (prototype, field) => {
    const rules = publishedRules(prototype.constructor as FieldsClass, String(field));
    Reflect.defineMetadata(RULES, [...rules, { name, description, others }], prototype, field);
  };

/** Whether a request must have the field: it is required, or an object with a needed field. */
export const isNeeded = ({ required = false, nested, fallback }: RequestFieldOptions): boolean =>
  required || (nested !== undefined && fallback !== undefined && needsAny(nested()));

/** Whether the class has a needed field. */
export const needsAny = (type: FieldsClass): boolean => [...fieldsOf(type).values()].some(isNeeded);

/** Shows a default as `x-default`: generated types would require a field with a `default`. */
const withoutDefault = ({ default: fallback, ...schema }: Schema): Schema => ({
  ...schema,
  ...(fallback !== undefined && { 'x-default': fallback }),
});

export const documentOf = (options: RequestFieldOptions): ApiPropertyOptions =>
  ({ ...withoutDefault(options.schema), required: isNeeded(options) }) as ApiPropertyOptions;

/** Converts the given value before the checks. It must leave values unchanged that the checks refuse. */
export const Read = (read: (given: unknown) => unknown): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => read(value));

/**
 * Reads the filters and facets of a filter class from its decorators.
 * @throws Error when a filter names no index field, since it would be ignored
 */
export function filterPlan<Filter extends object, Document>(
  type: new () => Filter & DocumentFilter<Document>,
): Pick<FacetPlan<Filter, string, Document>, 'filters' | 'facets'> {
  const filters = filterFields(type);
  const unindexed = [...fieldsOf(type).keys()].find((name) => !(name in filters));
  if (unindexed !== undefined) throw new Error(`${type.name}.${unindexed} names no index field`);
  return { filters, facets: facetKinds(type) } as ReturnType<typeof filterPlan<Filter, Document>>;
}

/** The index fields of the filters of a class that name one. */
export const filterFields = (type: FieldsClass): Readonly<Record<string, FilterField>> =>
  Object.fromEntries(
    [...fieldsOf(type)].flatMap(([name, { index, flags }]) => {
      const field = index ?? flags;
      return field === undefined ? [] : [[name, field]];
    }),
  );

/** The kinds of the fields of a filter class that can be facets. */
export const facetKinds = (type: FieldsClass): Readonly<Record<string, FacetKind>> =>
  Object.fromEntries([...fieldsOf(type)].flatMap(([name, { facet }]) => (facet === undefined ? [] : [[name, facet]])));

/** Declares a field of a request: documented for OpenAPI and checked by the given decorators of class-validator. */
export function RequestField<Index extends string = never>(
  options: RequestFieldOptions<Index>,
  ...decorators: PropertyDecorator[]
): FieldDecorator<Index> {
  const { schema, nested, required } = options;
  const fallback = schema.default === undefined ? options.fallback : (): unknown => schema.default;
  return applyDecorators(
    DeclaredField(options, ApiProperty(documentOf(options))),
    ...(required === true
      ? [IsDefined(refusedAs({ rule: 'required', detail: JSON.stringify(resolvedSchema(schema).example) }))]
      : []),
    ...(fallback === undefined ? [] : [Expose(), Read((given) => given ?? fallback())]),
    ...(nested === undefined ? [] : [Type(nested)]),
    ...decorators,
  );
}

/** Declares an object of fields in a request. An absent one counts as empty and so breaks the rules of needed fields. */
export const NestedField = (
  type: () => FieldsClass,
  description: string,
  { required = false }: { required?: boolean } = {},
): PropertyDecorator =>
  RequestField(
    // Swagger takes a class for a function that makes one unless it has no name.
    { schema: { type: () => type(), description }, nested: type, fallback: () => new (type())(), required },
    IsObject(refusedAs({ rule: 'type', detail: 'an object' })),
    ValidateNested(),
  );

/** The schema of a class, whole. */
export function schemaOf(type: FieldsClass): Schema {
  const fields = [...fieldsOf(type)];
  return closedObject(
    Object.fromEntries(fields.map(([name, { schema }]) => [name, withoutDefault(schema)])),
    fields.filter(([, field]) => isNeeded(field)).map(([name]) => name),
  );
}

/** Prefix of inherited property names, which class-transformer would drop: they must be refused as unknown. */
const MARK = '\u0000';
/** Longer lists and objects break a rule within these members. */
const MOST_MEMBERS = 128;

const isLeftOut = (name: string): boolean => name in Object.prototype || name === 'prototype' || name.startsWith(MARK);

/** The name that a property of the copy was sent with. */
export const nameAsSent = (name: string): string => (name.startsWith(MARK) ? name.slice(MARK.length) : name);

/**
 * Copies a body for the pipe: null becomes undefined, and unknown fields and unexpected objects and lists lose their
 * content.
 */
export function plainCopy(value: unknown, type?: FieldsClass): unknown {
  if (Array.isArray(value)) {
    return value.slice(0, MOST_MEMBERS).map((item: unknown) => (Array.isArray(item) ? [] : plainCopy(item, type)));
  }
  if (typeof value !== 'object' || value === null) return value;
  const copy: Record<string, unknown> = {};
  if (type === undefined) return copy;
  const fields = fieldsOf(type);
  for (const name of Object.keys(value).slice(0, MOST_MEMBERS)) {
    const field = fields.get(name);
    const member = (value as Record<string, unknown>)[name] ?? undefined;
    copy[isLeftOut(name) ? MARK + name : name] = field && plainCopy(member, field.nested?.());
  }
  return copy;
}
