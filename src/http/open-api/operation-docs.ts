import type { RequestClass } from '../validation/request-field.js';
import { fieldsOf, publishedRules } from '../validation/request-field.js';

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

/** @param isInOptional whether the class is that of an optional object, which counts as an empty one */
function fieldRules(type: RequestClass, holder: string, isInOptional = false): OperationRule[] {
  return [...fieldsOf(type)].flatMap(([field, { required, nested, fallback }]) => {
    const path = `${holder}${field}`;
    const own = publishedRules(type, field).map(({ name, description, others }) => {
      const paths = others.map((other) => `${holder}${other}`);
      const text = typeof description === 'string' ? description : description(path, paths);
      return { name, fields: [path, ...paths], description: text };
    });
    const missing = `${path} is required; a missing filter counts as an empty one.`;
    return [
      ...(required === true && isInOptional ? [{ name: 'required', fields: [path], description: missing }] : []),
      ...own,
      ...(nested === undefined ? [] : fieldRules(nested(), `${path}.`, fallback !== undefined)),
    ];
  });
}
