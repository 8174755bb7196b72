import type { RequestClass } from '../validation/request-field.js';
import { fieldsOf } from '../validation/request-field.js';

/** A rule of an operation that its schemas can't hold; published under `x-rules`. */
export interface OperationRule {
  /** The `rule` of the error it gives, or a name like one. */
  readonly name: string;
  /** The fields it speaks of, as paths. */
  readonly fields: readonly string[];
  readonly description: string;
}

/** A request that returns hits on the default seed. */
export interface OperationExample {
  readonly summary: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** What an operation's documentation holds beside its schemas and the rules of its fields. */
export interface OperationDocs {
  readonly examples: Readonly<Record<string, OperationExample>>;
  /** Rules that are no field's. */
  readonly rules?: readonly OperationRule[];
}

/** What holds for every request body. */
const BODY_RULES: readonly OperationRule[] = [
  { name: 'unknown', fields: [''], description: 'Unknown fields are refused, at every depth.' },
  {
    name: 'optional',
    fields: [''],
    description: 'An optional field that is null counts as not set, and a body that is null as none.',
  },
];

/** The rules of an operation: those of its request's fields, equal ones as one that names all the fields, its own, and those of all. */
export function rulesOf(request: RequestClass, { rules = [] }: OperationDocs): OperationRule[] {
  const merged = new Map<string, OperationRule>();
  for (const rule of fieldRules(request, '')) {
    const key = `${rule.name}: ${rule.description}`;
    merged.set(key, { ...rule, fields: [...(merged.get(key)?.fields ?? []), ...rule.fields] });
  }
  return [...merged.values(), ...rules, ...BODY_RULES];
}

function fieldRules(type: RequestClass, holder: string): OperationRule[] {
  return [...fieldsOf(type)].flatMap(([field, { rules = [], nested }]) => {
    const path = `${holder}${field}`;
    const own = rules.map(({ name, others = [], description }) => {
      const fields = [path, ...others.map((other) => `${holder}${other}`)];
      return {
        name,
        fields,
        description: typeof description === 'string' ? description : description(path, fields.slice(1)),
      };
    });
    return [...own, ...(nested === undefined ? [] : fieldRules(nested(), `${path}.`))];
  });
}
