import 'reflect-metadata';
import { applyDecorators } from '@nestjs/common';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import { ApiProperty } from '@nestjs/swagger';
import { Expose, Transform, Type } from 'class-transformer';
import { IsDefined, IsObject, ValidateNested } from 'class-validator';
import type { FieldsClass, Schema } from '../../records/fields/schema.js';
import { closedObject, DeclaredField, declaredFields, inOnePiece } from '../../records/fields/schema.js';
import { refusedAs } from './broken-rule.js';

/** A field of a request class beside its checks. */
export interface RequestFieldOptions {
  /** What the OpenAPI document shows. An absent field counts as its `default`, which the document has as `x-default`. */
  readonly schema: Schema;
  readonly required?: boolean;
  /** The class of the objects that the field holds. */
  readonly nested?: () => FieldsClass;
  /** What an absent field counts as, where that is no default to show. */
  readonly fallback?: () => unknown;
}

/** The fields of a request class, those it inherits first, in the order of their declaration. */
export const fieldsOf = (type: FieldsClass): ReadonlyMap<string, RequestFieldOptions> => declaredFields(type);

/**
 * A rule of a field that no schema can hold. A description that is a text holds wherever the rule does and is stated once
 * for all operations; one that is made from the paths of the field and the others belongs to its operation.
 */
export interface PublishedRule {
  readonly name: string;
  readonly description: string | ((path: string, others: readonly string[]) => string);
  /** Fields beside it that the rule speaks of too. */
  readonly others: readonly string[];
}

const RULES = Symbol('published rules');

/** The rules of a field that no schema can hold. */
export const publishedRules = (type: FieldsClass, field: string): readonly PublishedRule[] =>
  (Reflect.getMetadata(RULES, type.prototype as object, field) as PublishedRule[] | undefined) ?? [];

/** Has a rule published under `x-rules` of each operation that has the field, and in words. */
export const Published =
  (name: string, description: PublishedRule['description'], others: readonly string[] = []): PropertyDecorator =>
  (prototype, field) => {
    const rules = publishedRules(prototype.constructor as FieldsClass, String(field));
    Reflect.defineMetadata(RULES, [...rules, { name, description, others }], prototype, field);
  };

/** Whether a request must have the field: it is required, or an object in which a field is. */
export const isNeeded = ({ required = false, nested, fallback }: RequestFieldOptions): boolean =>
  required || (nested !== undefined && fallback !== undefined && needsAny(nested()));

/** Whether a request of the class must have any field. */
export const needsAny = (type: FieldsClass): boolean => [...fieldsOf(type).values()].some(isNeeded);

/** A schema for the document; generated types would demand a field that has a `default`. */
const withoutDefault = ({ default: fallback, ...schema }: Schema): Schema => ({
  ...schema,
  ...(fallback !== undefined && { 'x-default': fallback }),
});

export const documentOf = (options: RequestFieldOptions): ApiPropertyOptions =>
  ({ ...withoutDefault(options.schema), required: isNeeded(options) }) as ApiPropertyOptions;

/** What the service gets instead of the value given. It comes before the checks and must leave as it is what they refuse. */
export const Read = (read: (given: unknown) => unknown): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => read(value));

/** A field of a request: documented for OpenAPI, checked by the class-validator decorators given. */
export function RequestField(options: RequestFieldOptions, ...decorators: PropertyDecorator[]): PropertyDecorator {
  const { schema, nested, required } = options;
  const fallback = schema.default === undefined ? options.fallback : (): unknown => schema.default;
  return applyDecorators(
    DeclaredField(options, ApiProperty(documentOf(options))),
    ...(required === true
      ? [IsDefined(refusedAs({ rule: 'required', detail: JSON.stringify(inOnePiece(schema).example) }))]
      : []),
    ...(fallback === undefined ? [] : [Expose(), Read((given) => given ?? fallback())]),
    ...(nested === undefined ? [] : [Type(nested)]),
    ...decorators,
  );
}

/** An object of fields inside a request; absent or null counts as an empty one, which breaks a rule where it is required. */
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

/** Before names that Nest's pipe or class-transformer would leave out, as objects inherit them: they are refused too. */
const MARK = '\u0000';
/** What is longer is refused with a hundred errors or for its length, whatever follows. */
const MOST_MEMBERS = 128;

const isLeftOut = (name: string): boolean => name in Object.prototype || name === 'prototype' || name.startsWith(MARK);

/** The name that a property of the copy was sent with. */
export const nameAsSent = (name: string): string => (name.startsWith(MARK) ? name.slice(MARK.length) : name);

/**
 * A copy of a body, or of an object in it, for the pipe to work on: null counts as not set, unknown fields are there
 * without their values, and so are objects and lists where the class has none.
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
