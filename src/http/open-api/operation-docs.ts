import type { FieldsClass } from '../../records/fields/schema.js';
import { fieldsOf, publishedRules } from '../validation/request-field.js';

/** A rule of an operation that its schemas can't hold; published under `x-rules`. */
export interface OperationRule {
  /** The `rule` of its error, or a name of that kind. */
  readonly name: string;
  /** The paths of the fields that it is about. */
  readonly fields: readonly string[];
  readonly description: string;
}

/** A request that returns hits on the default seed. */
export interface OperationExample {
  readonly summary: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** The documentation of an operation next to its schemas and the rules of its fields. */
export interface OperationDocs {
  readonly examples: Readonly<Record<string, OperationExample>>;
  /** Rules that belong to no field. */
  readonly rules?: readonly OperationRule[];
}

/** The rules of every request body. */
const BODY_RULES: readonly OperationRule[] = [
  { name: 'unknown', fields: [''], description: 'Unknown fields are refused, at every depth.' },
  {
    name: 'optional',
    fields: [''],
    description: 'An optional field that is null counts as not set, and so does an optional body.',
  },
];

/** The rules of an operation. Its description states its own; the document's introduction states the shared ones. */
export interface OperationRules {
  readonly own: readonly OperationRule[];
  readonly shared: readonly OperationRule[];
}

/** The rules of a request's fields and of its operation. Equal rules become one with all their fields. */
export function rulesOf(request: FieldsClass, { rules = [] }: OperationDocs): OperationRules {
  const merged = new Map<string, FieldRule>();
  for (const rule of fieldRules(request, '')) {
    const key = `${rule.name}: ${rule.description}`;
    merged.set(key, { ...rule, fields: [...(merged.get(key)?.fields ?? []), ...rule.fields] });
  }
  const ofFields = (shared: boolean): OperationRule[] =>
    [...merged.values()].flatMap(({ isShared, ...rule }) => (isShared === shared ? [rule] : []));
  return { own: [...ofFields(false), ...rules], shared: [...ofFields(true), ...BODY_RULES] };
}

interface FieldRule extends OperationRule {
  readonly isShared: boolean;
}

function fieldRules(type: FieldsClass, holder: string): FieldRule[] {
  return [...fieldsOf(type)].flatMap(([field, { nested }]) => {
    const path = `${holder}${field}`;
    const ofField = publishedRules(type, field).map(({ name, description, others }) => {
      const paths = others.map((other) => `${holder}${other}`);
      const isShared = typeof description === 'string';
      return {
        name,
        fields: [path, ...paths],
        description: isShared ? description : description(path, paths),
        isShared,
      };
    });
    return [...ofField, ...(nested === undefined ? [] : fieldRules(nested(), `${path}.`))];
  });
}
