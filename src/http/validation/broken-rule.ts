import type { ValidationOptions } from 'class-validator';
import { ValidateBy } from 'class-validator';
import type { Rule } from '../../reference/error-texts.js';

export type JsonObject = Readonly<Record<string, unknown>>;

/** What an error says of a rule that a request breaks, beside its place and the value given. */
export interface BrokenRule {
  readonly rule: Rule;
  /** Where below the field, `[2].field`; the field itself without it. */
  readonly at?: string;
  /** What is shown instead of the field's value. */
  readonly given?: unknown;
  readonly valid?: readonly (string | number | boolean)[];
  readonly limit?: number;
  readonly detail?: string;
}

/** Facts that depend on the value as it was sent, or on the object that holds it. */
export type Explain = (given: unknown, holder: JsonObject) => BrokenRule | readonly BrokenRule[];

/** What the errors of the answer say when a check fails. */
export interface Refusal {
  readonly explain: Explain;
  /** The rule is about other fields or items as well: it is listed beside what is wrong with the value itself. */
  readonly isBeside: boolean;
}

/** Options of a class-validator decorator that say how a value is refused. */
export const refusedAs = (broken: BrokenRule | Explain, { isBeside = false } = {}): ValidationOptions => ({
  message: 'refused',
  context: { explain: typeof broken === 'function' ? broken : () => broken, isBeside } satisfies Refusal,
});

/** A check for which class-validator has no decorator; `holder` is the object of fields that the value is in. */
export const Check = <Value, Holder = JsonObject>(
  name: string,
  isFine: (value: Value, holder: Holder) => boolean,
  options: ValidationOptions,
): PropertyDecorator =>
  ValidateBy({ name, validator: { validate: (value: Value, args) => isFine(value, args?.object as Holder) } }, options);
