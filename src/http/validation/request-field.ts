import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { ValidateBy, ValidateNested } from 'class-validator';
import type { FaultDraft } from './fault-draft.js';

export type RequestClass = new () => object;

/** What a field of a request accepts: stated once, used to refuse it, to read it and to document it. */
export interface FieldRule {
  /** Why the value given (neither null nor absent) is refused; empty when it is fine. `holder` is the object it stands in. */
  check: (given: unknown, holder: object) => FaultDraft[];
  /** The value as the service uses it, where that is not the one given; called for what `check` accepts. */
  read?: (given: unknown) => unknown;
  required?: boolean;
  /** What an absent or null field counts as. */
  fallback?: unknown;
  document: ApiPropertyOptions;
}

/** A field of a request class: a rule of its own, or an object of fields. */
export type KnownField = { readonly rule: FieldRule } | { readonly nested: RequestClass };

const ownFields = new WeakMap<object, Map<string, KnownField>>();

function register(prototype: object, property: string | symbol, field: KnownField): void {
  const fields = ownFields.get(prototype) ?? new Map<string, KnownField>();
  ownFields.set(prototype, fields.set(String(property), field));
}

type KnownFields = ReadonlyMap<string, KnownField>;

const knownFields = new WeakMap<RequestClass, KnownFields>();

/** The fields a request class knows, inherited ones first. */
export function fieldsOf(type: RequestClass): KnownFields {
  const known = knownFields.get(type) ?? collectFields(type);
  knownFields.set(type, known);
  return known;
}

function collectFields(type: RequestClass): KnownFields {
  const fields = new Map<string, KnownField>();
  const lineage: object[] = [];
  for (let at: unknown = type.prototype; typeof at === 'object' && at !== null; at = Object.getPrototypeOf(at)) {
    lineage.unshift(at);
  }
  for (const prototype of lineage) ownFields.get(prototype)?.forEach((field, property) => fields.set(property, field));
  return fields;
}

/** What Swagger is told: `required` of an object's schema lists the fields it must have, and leaves open whether it must be there itself. */
function documentOf({ document, required = false }: FieldRule): ApiPropertyOptions {
  const isObject = Array.isArray(document.required);
  return { ...document, ...(isObject ? { selfRequired: required } : { required }) } as ApiPropertyOptions;
}

/** A field of a request, checked by class-validator, read by class-transformer, documented for OpenAPI. */
export function RequestField(rule: FieldRule): PropertyDecorator {
  const { read } = rule;
  return applyDecorators(
    (prototype: object, property: string | symbol) => register(prototype, property, { rule }),
    ApiProperty(documentOf(rule)),
    ValidateBy({
      name: 'requestField',
      validator: { validate: (given: unknown, args) => rule.check(given, args?.object ?? {}).length === 0 },
    }),
    ...(read === undefined ? [] : [Transform(({ value }: { value: unknown }) => read(value))]),
  );
}

/** An object of fields inside a request; absent or null counts as an empty one. Swagger needs `type` to be a function of that name. */
export function NestedField(type: () => RequestClass, document: ApiPropertyOptions): PropertyDecorator {
  return applyDecorators(
    (prototype: object, property: string | symbol) => register(prototype, property, { nested: type() }),
    ApiProperty({ ...document, type: () => type(), required: false }),
    ValidateNested(),
    Type(type),
  );
}
