import 'reflect-metadata';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import { Expose, Transform, Type } from 'class-transformer';
import { IsDefined, IsObject, ValidateNested } from 'class-validator';
import { refusedAs } from './broken-rule.js';

export type RequestClass = new () => object;

type Schema = ApiPropertyOptions & { readonly type?: unknown; readonly default?: unknown };

/** A field of a request class beside its checks. */
export interface RequestFieldOptions {
  /** What the OpenAPI document shows. An absent field counts as its `default`. */
  readonly schema: Schema;
  readonly required?: boolean;
  /** The class of the objects that the field holds. */
  readonly nested?: () => RequestClass;
  /** What an absent field counts as, where that is no default to show. */
  readonly fallback?: () => unknown;
}

type KnownFields = ReadonlyMap<string, RequestFieldOptions>;

const FIELDS = Symbol('request fields');

/** The fields of a request class, in the order of their declaration, those that it inherits first. */
export const fieldsOf = (type: RequestClass): KnownFields =>
  (Reflect.getMetadata(FIELDS, type.prototype as object) as KnownFields | undefined) ?? new Map();

/** A rule of a field that no schema can hold; `description` may be made from the paths of the field and the others. */
export interface PublishedRule {
  readonly name: string;
  readonly description: string | ((path: string, others: readonly string[]) => string);
  /** Fields beside it that the rule speaks of too. */
  readonly others: readonly string[];
}

const RULES = Symbol('published rules');

/** The rules of a field that no schema can hold. */
export const publishedRules = (type: RequestClass, field: string): readonly PublishedRule[] =>
  (Reflect.getMetadata(RULES, type.prototype as object, field) as PublishedRule[] | undefined) ?? [];

/** Has a rule published under `x-rules` and in the description of each operation that has the field. */
export const Published =
  (name: string, description: PublishedRule['description'], others: readonly string[] = []): PropertyDecorator =>
  (prototype, field) => {
    const rules = publishedRules(prototype.constructor as RequestClass, String(field));
    Reflect.defineMetadata(RULES, [...rules, { name, description, others }], prototype, field);
  };

/** Swagger: `required` of an object's schema lists the fields it must have; whether it must be there itself is `selfRequired`. */
function documentOf({ schema, required = false }: RequestFieldOptions): ApiPropertyOptions {
  return { ...schema, [Array.isArray(schema.required) ? 'selfRequired' : 'required']: required };
}

/** What the service gets instead of the value given. It comes before the checks and must leave as it is what they refuse. */
export const Read = (read: (given: unknown) => unknown): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => read(value));

/** A field of a request: documented for OpenAPI, checked by the class-validator decorators given. */
export function RequestField(options: RequestFieldOptions, ...decorators: PropertyDecorator[]): PropertyDecorator {
  const { schema, nested, required } = options;
  const fallback = schema.default === undefined ? options.fallback : (): unknown => schema.default;
  return applyDecorators(
    (prototype: object, property: string | symbol) => {
      const fields = new Map(fieldsOf(prototype.constructor as RequestClass)).set(String(property), options);
      Reflect.defineMetadata(FIELDS, fields, prototype);
    },
    ApiProperty(documentOf(options)),
    ...(required === true ? [IsDefined(refusedAs({ rule: 'required' }))] : []),
    ...(fallback === undefined ? [] : [Expose(), Read((given) => given ?? fallback())]),
    ...(nested === undefined ? [] : [Type(nested)]),
    ...decorators,
  );
}

/** An object of fields inside a request; absent or null counts as an empty one. */
export const NestedField = (type: () => RequestClass, description: string): PropertyDecorator =>
  RequestField(
    // Swagger takes a class for a function that makes one unless it has no name.
    { schema: { type: () => type(), description }, nested: type, fallback: () => new (type())() },
    IsObject(refusedAs({ rule: 'type', detail: 'an object' })),
    ValidateNested(),
  );

/** The schema of a class, in place. */
export function schemaOf(type: RequestClass): Schema {
  const fields = [...fieldsOf(type)];
  const required = fields.filter(([, field]) => field.required === true).map(([name]) => name);
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    additionalProperties: false,
    properties: Object.fromEntries(
      fields.map(([name, { schema }]) => [name, required.includes(name) ? schema : { ...schema, nullable: true }]),
    ),
  };
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
export function plainCopy(value: unknown, type?: RequestClass): unknown {
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
