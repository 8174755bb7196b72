import { type RecordField, recordFields } from './field.js';
import { LOAD_RULES, TEXT_FORMAT, type ValueSchema } from './load-rules.js';
import { type FieldsClass, nullable } from './schema.js';

/** The schema of a record to be loaded, of the fields of all the classes; those of an object may be missing with it. */
export function recordSchema(classes: readonly FieldsClass[], isRequired = true): ValueSchema {
  const fields = classes.flatMap((type) => recordFields(type));
  const required = fields.filter(({ options }) => isRequired && options.required === true).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field, required)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

function fieldSchema(field: RecordField, required: readonly string[]): ValueSchema {
  const { deprecated, example } = field.options;
  const isRequired = required.includes(field.name);
  const item = valueSchema(field, isRequired);
  const value = field.list ? { type: 'array', items: item } : item;
  return {
    ...((isRequired ? value : nullable(value)) as ValueSchema),
    description: field.description,
    ...(deprecated !== undefined && { deprecated: true }),
    ...(example !== undefined && { examples: [example] }),
  };
}

function valueSchema({ type, options }: RecordField, isRequired: boolean): ValueSchema {
  if (typeof type === 'function') return recordSchema([type()], isRequired);
  const { oneOf, unit, rule = type === 'integer' && oneOf === undefined ? 'count' : undefined } = options;
  return {
    type,
    ...(type === 'string' && oneOf === undefined && { format: TEXT_FORMAT }),
    ...(unit && { unit }),
    ...(oneOf && { enum: oneOf, $comment: `one of ${oneOf.join(', ')}` }),
    ...(rule && { ...(LOAD_RULES[rule] as Partial<ValueSchema>), rule }),
  };
}
