import 'reflect-metadata';
import { applyDecorators } from '@nestjs/common';
import { IS_DEFINED, ValidateBy } from 'class-validator';
import type { RuleName } from '../../common/errors/error-texts.js';
import type { BrokenRule } from '../../common/errors/failure.js';
import type { FieldsClass } from '../../fields/schema.js';
import type { JsonObject } from '../../common/json-object.js';

/** Whether an object, as sent or as read, has a value for one of these fields. */
export const isAnySet = (holder: JsonObject | null | undefined, names: readonly string[]): boolean =>
  names.some((name) => (holder?.[name] ?? undefined) !== undefined);

/** Whether one of these fields has a single value: several regions or shops have no common currency. */
export const isOneSet = (holder: JsonObject | null | undefined, names: readonly string[]): boolean =>
  names.some((name) => [holder?.[name] ?? []].flat().length === 1);

/** Returns the rules that a value breaks in the object that holds it, both as sent. */
export type Explain<Value = unknown, Holder = JsonObject> = (
  given: Value,
  holder: Holder,
) => BrokenRule | readonly BrokenRule[] | undefined;

interface CheckOptions {
  /** The rule involves other fields or items: it is reported in addition to errors of the value itself. */
  readonly isAdjacent?: boolean;
  /** Also an absent value may break the rule. */
  readonly takesAbsent?: boolean;
}

/** A failed check: the rules that the value breaks, and how they are reported. */
export interface Refusal extends CheckOptions {
  readonly explain: (given: unknown, holder: object) => readonly BrokenRule[];
}

/** Refuses a value that breaks a rule: a constraint of class-validator. */
export function Check<Value, Holder = JsonObject>(
  name: string,
  explain: Explain<Value, Holder>,
  options: CheckOptions = {},
): PropertyDecorator {
  const rulesOf = (given: unknown, holder: unknown) => [explain(given as Value, holder as Holder) ?? []].flat();
  const validate = (given: unknown, args?: { object: object }) => rulesOf(given, args?.object).length === 0;
  const context: Refusal = { ...options, explain: rulesOf };
  // class-validator passes absent values only to checks of this name.
  const type = options.takesAbsent === true ? IS_DEFINED : name;
  return ValidateBy({ name: type, validator: { validate } }, { message: 'refused', context });
}

export interface PublishedRule {
  readonly name: RuleName;
  readonly others: readonly string[];
  readonly limit?: number;
}

const RULES = Symbol('published rules');

export const publishedRules = (type: FieldsClass, field: string): readonly PublishedRule[] =>
  (Reflect.getMetadata(RULES, type.prototype as object, field) as PublishedRule[] | undefined) ?? [];

/** Publishes a rule under `x-rules` of each operation with the field. */
export const Published =
  (name: RuleName, others: readonly string[] = [], limit?: number): PropertyDecorator =>
  (prototype, field) => {
    const rules = publishedRules(prototype.constructor as FieldsClass, String(field));
    Reflect.defineMetadata(RULES, [...rules, { name, others, limit }], prototype, field);
  };

/** A check whose rule is published. */
export const Rule = <Value, Holder = JsonObject>(
  name: RuleName,
  explain: Explain<Value, Holder>,
  { others, limit, ...options }: CheckOptions & Partial<PublishedRule> = {},
): PropertyDecorator => applyDecorators(Check(name, explain, options), Published(name, others, limit));
