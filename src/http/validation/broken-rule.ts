import type { ValidationOptions } from 'class-validator';
import { ValidateBy } from 'class-validator';
import type { Rule } from '../../common/error-texts.js';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether an object, as sent or as read, has a value for one of these fields. */
export const isAnySet = (holder: JsonObject | null | undefined, names: readonly string[]): boolean =>
  names.some((name) => (holder?.[name] ?? undefined) !== undefined);

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

/** Returns the rules that a value breaks in the object that holds it. Both are as sent, or as read. */
export type Explain<Value = unknown, Holder = JsonObject> = (
  given: Value,
  holder: Holder,
) => BrokenRule | readonly BrokenRule[] | undefined;

/** How a failed check is reported. */
export interface Refusal {
  readonly explain: Explain;
  /** The rule involves other fields or items: it is reported in addition to errors of the value itself. */
  readonly isAdjacent: boolean;
}

/** Options of a class-validator decorator: how a refused value is reported. */
export const refusedAs = (broken: BrokenRule | Explain, isAdjacent = false): ValidationOptions => ({
  message: 'refused',
  context: { explain: typeof broken === 'function' ? broken : () => broken, isAdjacent } satisfies Refusal,
});

/** The rules that a value breaks. */
export function explained(explain: Explain, given: unknown, holder: unknown): readonly BrokenRule[] {
  const broken = explain(given, (holder ?? {}) as JsonObject) ?? NONE;
  return 'rule' in broken ? [broken] : broken;
}

const NONE: readonly BrokenRule[] = [];

/** Refuses a value that breaks a rule. */
export const Check = <Value, Holder = JsonObject>(
  name: string,
  explain: Explain<Value, Holder>,
  { isAdjacent = false } = {},
): PropertyDecorator => {
  const broken = explain as Explain;
  const validate = (value: unknown, args?: { object: object }) => explained(broken, value, args?.object).length === 0;
  return ValidateBy({ name, validator: { validate } }, refusedAs(broken, isAdjacent));
};
