import type { ValidationOptions } from 'class-validator';
import { ValidateBy } from 'class-validator';
import type { Rule } from '../../common/error-texts.js';

export type JsonObject = Readonly<Record<string, unknown>>;

/** A rule that a request breaks, with the facts of its error text. */
export interface BrokenRule {
  readonly rule: Rule;
  /** The path below the field, such as `[2].field`; absent for the field itself. */
  readonly at?: string;
  /** Shown instead of the field's value. */
  readonly given?: unknown;
  readonly valid?: readonly (string | number | boolean)[];
  readonly limit?: number;
  readonly detail?: string;
}

/** Makes the facts from the value as sent and the object that holds it. */
export type Explain = (given: unknown, holder: JsonObject) => BrokenRule | readonly BrokenRule[];

/** How a failed check is reported. */
export interface Refusal {
  readonly explain: Explain;
  /** The rule involves other fields or items: it is reported in addition to errors of the value itself. */
  readonly isAdjacent: boolean;
}

/** Options of a class-validator decorator: how a refused value is reported. */
export const refusedAs = (broken: BrokenRule | Explain, { isAdjacent = false } = {}): ValidationOptions => ({
  message: 'refused',
  context: { explain: typeof broken === 'function' ? broken : () => broken, isAdjacent } satisfies Refusal,
});

/** A check without a decorator of class-validator; `holder` is the object that holds the value. */
export const Check = <Value, Holder = JsonObject>(
  name: string,
  isFine: (value: Value, holder: Holder) => boolean,
  options: ValidationOptions,
): PropertyDecorator =>
  ValidateBy({ name, validator: { validate: (value: Value, args) => isFine(value, args?.object as Holder) } }, options);
