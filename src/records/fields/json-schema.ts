import type { LoadRule, RecordField } from './field.js';
import { recordFields } from './field.js';
import type { FieldsClass, Schema } from './schema.js';
import { orNull } from './schema.js';

/** A JSON Schema (draft-07) of one value, as far as records need it. */
export interface ValueSchema extends Schema {
  readonly type: string | readonly string[];
  readonly description?: string;
  readonly deprecated?: true;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly format?: string;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: ValueSchema;
  readonly properties?: Readonly<Record<string, ValueSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false;
  /** The rule in words, for messages. */
  readonly $comment?: string;
}

/** Larger values are taken for milliseconds; as Unix seconds this is the year 5138. */
const LATEST_SECOND = 99_999_999_999;

const RULES: { readonly [R in LoadRule]: Partial<ValueSchema> } = {
  id: {
    type: ['string', 'integer'],
    pattern: '^\\S{1,100}$',
    $comment: 'a string of 1 to 100 characters without spaces, or a whole number written in digits',
  },
  name: { maxLength: 5000, $comment: 'a string of at most 5,000 characters' },
  region: { pattern: '^[A-Z]{2}$', $comment: 'a region code of two upper-case letters such as US' },
  percent: {
    pattern: '^\\s*-?\\d+(\\.\\d+)?\\s*%\\s*$',
    $comment: 'a percentage with its sign, such as "12.5%"',
  },
  'utc-time': {
    pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$',
    format: 'utc-time',
    $comment: 'a UTC time that exists, written as YYYY-MM-DD hh:mm:ss',
  },
  day: {
    pattern: '^[12]\\d{3}-\\d{2}-\\d{2}$',
    format: 'date',
    $comment: 'a day that exists, written as YYYY-MM-DD',
  },
  'unix-seconds': { minimum: 0, maximum: LATEST_SECOND, $comment: 'Unix seconds' },
  amount: { format: 'amount', $comment: 'a number with at most 4 decimals and 15 digits' },
  rounded: { type: 'number', $comment: 'a number; decimals are rounded away' },
};

const WHOLE = {
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
  $comment: 'a whole number within ±(2^53 − 1)',
};

/**
 * The schema of a record to be loaded. A required field must be there and not null, unless an object that it is in may be
 * missing; all others may be missing or null.
 * @param classes the record's class and, where there is one, that of the fields that are loaded but not returned
 */
export function recordSchema(classes: readonly FieldsClass[]): ValueSchema {
  return objectSchema(classes, true);
}

function objectSchema(classes: readonly FieldsClass[], isRequired: boolean): ValueSchema {
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
    ...((isRequired ? value : orNull(value)) as ValueSchema),
    description: field.description,
    ...(deprecated === true && { deprecated }),
    ...(example !== undefined && { examples: [example] }),
  };
}

function valueSchema({ type, options }: RecordField, isRequired: boolean): ValueSchema {
  if (typeof type === 'function') return objectSchema([type()], isRequired);
  return {
    type,
    ...(type === 'integer' && options.oneOf === undefined && WHOLE),
    ...(options.oneOf && { enum: options.oneOf, $comment: `one of ${options.oneOf.join(', ')}` }),
    ...(options.rule && RULES[options.rule]),
  };
}
