import {
  ApiExtraModels,
  ApiProperty,
  ApiPropertyOptional,
  type ApiPropertyOptions,
  getSchemaPath,
} from '@nestjs/swagger';
import { memoize } from '../common/memoize.js';
import type { LoadRule } from './load-rules.js';
import { DeclaredField, declaredFields, type Deprecation, deprecationMarks, type FieldsClass } from './schema.js';

interface FieldOptions {
  /** Never null; missing only where it is `optional` as well. */
  readonly required?: boolean;
  readonly deprecated?: Deprecation;
  readonly example?: unknown;
  readonly oneOf?: readonly (string | number)[];
  /** A rule of loaded values in addition to their type. */
  readonly rule?: LoadRule;
  /** What a number is of: percent, USD, or amounts whose currency the field of this name next to it says. */
  readonly unit?: '%' | 'USD' | 'region' | 'currency' | 'creator_region';
  readonly format?: 'date' | 'uri';
  /** Only in some records, as the field's description says. */
  readonly optional?: boolean;
  /** Only in records of requests whose `fields` name it; such a field is `optional`. */
  readonly onRequest?: boolean;
  /** A field on request that exports do not have. */
  readonly pagesOnly?: boolean;
}

/** Options of a field that some records have, and that is never null. */
export const SOMETIMES = { optional: true, required: true } as const;

/** Options of a field that is costly to make. */
export const ON_REQUEST = { optional: true, onRequest: true } as const;

/** Options of a field that is read for the rows of one page. */
export const ON_PAGES = { ...ON_REQUEST, pagesOnly: true } as const;

const requestMarks = ({ onRequest }: FieldOptions = {}) => onRequest && { 'x-on-request': true };

type Scalar = 'string' | 'integer' | 'number' | 'boolean';

/** A field as its decorator describes it. */
export interface RecordField {
  readonly name: string;
  readonly description: string;
  readonly options: FieldOptions;
  /** A scalar, or the class of an object. */
  readonly type: Scalar | (() => new () => object);
  readonly list: boolean;
}

export const recordFields = memoize((type: FieldsClass): readonly RecordField[] =>
  [...declaredFields<Omit<RecordField, 'name'>>(type)].map(([name, declared]) => ({ name, ...declared })),
);

/** Declares a field of a record. `holds` is never set: it carries the type of the field's values. */
type FieldDecorator<Value> = PropertyDecorator & { readonly holds?: [Value] };

/** The type that a field's options leave of its values. */
type ValueOf<Value, Options extends FieldOptions> =
  | (Options extends { readonly oneOf: readonly (infer Choice extends string)[] } ? Choice : Value)
  | (Options extends { readonly required: true } ? never : null)
  | (Options extends { readonly optional: true } ? undefined : never);

type FieldTable = Readonly<Record<string, FieldDecorator<unknown>>>;
type HeldBy<Declared extends FieldTable> = {
  [Name in keyof Declared]: Declared[Name] extends { readonly holds?: [infer Value] } ? Value : never;
};
type OptionalIn<Held> = { [Name in keyof Held]: undefined extends Held[Name] ? Name : never }[keyof Held];

type RecordWith<Held> = Omit<Held, OptionalIn<Held>> & Partial<Pick<Held, OptionalIn<Held>>>;

/** Makes a class of its fields, which follow those of `base`. */
export function Fields<Declared extends FieldTable, Base extends object = object>(
  fields: Declared,
  base: (abstract new () => Base) | ObjectConstructor = Object,
): new () => Base & RecordWith<HeldBy<Declared>> {
  class Record extends (base as new () => object) {}
  for (const [name, declare] of Object.entries(fields)) {
    // Swagger asks for a type as the compiler emits it.
    Reflect.defineMetadata('design:type', Object, Record.prototype, name);
    declare(Record.prototype, name);
  }
  return Record as new () => Base & RecordWith<HeldBy<Declared>>;
}

const field = <Value>(declared: Omit<RecordField, 'name'>, openApi: PropertyDecorator): FieldDecorator<Value> =>
  DeclaredField(declared, openApi);

/** OpenAPI's format of a value: flags and levels are small, counts and GMV pass 2^31. */
const formatOf = (type: Scalar, { oneOf, format }: FieldOptions) =>
  type === 'number' ? 'double' : type === 'integer' ? (oneOf === undefined ? 'int64' : 'int32') : format;

function scalar<Value, Options extends FieldOptions = object>(
  type: Scalar,
  description: string,
  options: FieldOptions = {},
): FieldDecorator<ValueOf<Value, Options>> {
  return field(
    { type, description, options, list: false },
    ApiProperty({
      type,
      format: formatOf(type, options),
      description,
      nullable: options.required !== true,
      required: options.optional !== true,
      ...deprecationMarks(options.deprecated),
      ...requestMarks(options),
      ...(options.example !== undefined && { example: options.example }),
      ...(options.oneOf && { enum: [...options.oneOf] }),
    }),
  );
}

/** A string field of a record; null when not loaded. */
export const TextField = <const Options extends FieldOptions>(description: string, options?: Options) =>
  scalar<string, Options>('string', description, options);

/** An identifier: a string, because real ones pass 2^53. */
export const IdField = <const Options extends FieldOptions>(description: string, options?: Options) =>
  scalar<string, Options>('string', description, { rule: 'id', ...options });

/** A whole number, 0 or more unless its rule says otherwise; null when not loaded. */
export const WholeField = <const Options extends FieldOptions>(description: string, options?: Options) =>
  scalar<number, Options>('integer', description, options);

/** A number with decimals; null when not loaded. */
export const DecimalField = <const Options extends FieldOptions>(description: string, options?: Options) =>
  scalar<number, Options>('number', description, options);

/** A flag written as 1 or 0; null when not loaded. */
export const FlagField = <const Options extends FieldOptions>(description: string, options?: Options) =>
  scalar<number, Options>('integer', description, { oneOf: [0, 1], ...options });

/** A flag written as true or false that is always there, or where it is `optional` sometimes. */
export const YesNoField = <const Optional extends boolean = false>(description: string, optional?: Optional) =>
  scalar<boolean, { readonly required: true; readonly optional: Optional }>('boolean', description, {
    ...{ required: true, optional: optional === true },
  });

/** An object that is always there; its fields are null when not loaded. Swagger needs a function named `type`. */
export const ObjectField = <Value extends object, const Options extends FieldOptions>(
  type: () => new () => Value,
  description: string,
  options?: Options,
) =>
  field<Exclude<ValueOf<Value, Options>, null>>(
    { type, description, options: options ?? {}, list: false },
    ApiProperty({
      type: () => type(),
      description,
      required: options?.optional !== true,
      ...deprecationMarks(options?.deprecated),
    }),
  );

function nullableField<Value>(type: () => new () => object, description: string, options: FieldOptions, list: boolean) {
  const declared = { type, description, options: { optional: true, ...options }, list };
  return field<Value | null | undefined>(declared, (target, key) => {
    ApiExtraModels(type())(target.constructor);
    const item = { $ref: getSchemaPath(type()) };
    const oneOf = [list ? { type: 'array', items: item } : item, { type: 'null' }];
    ApiPropertyOptional({ oneOf, description, ...requestMarks(options) })(target, key);
  });
}

/** An object that some records have. It is null when it is not loaded. */
export const NullableObjectField = <Value extends object>(
  type: () => new () => Value,
  description: string,
  options: FieldOptions = {},
) => nullableField<Value>(type, description, options, false);

/** A list that is always there, empty when not loaded. */
export const ListField = <Item extends object>(type: () => new () => Item, description: string) =>
  field<Item[]>(
    { type, description, options: {}, list: true },
    ApiProperty({ type: () => type(), isArray: true, description }),
  );

/** A list that some records have. It is null where it can't be made. */
export const NullableListField = <Item extends object>(
  type: () => new () => Item,
  description: string,
  options: FieldOptions = {},
) => nullableField<Item[]>(type, description, options, true);

/** A list of whole numbers, empty when not loaded. */
export const WholeListField = (description: string) =>
  field<number[]>(
    { type: 'integer', description, options: { rule: 'signed' }, list: true },
    ApiProperty({ type: 'integer', format: 'int64', isArray: true, description }),
  );

/** A list of words; null when not loaded. */
export const TextListField = <const Options extends FieldOptions>(description: string, options: Options) =>
  field<ValueOf<readonly string[], Options>>(
    { type: 'string', description, options: { rule: 'words', ...options }, list: true },
    ApiProperty({
      ...{ type: 'string', isArray: true, description, required: options.optional !== true },
      ...requestMarks(options),
    }),
  );

/** A field of an answer that is described to clients only. */
export const DocumentedField = <Value>(schema: ApiPropertyOptions): FieldDecorator<Value> => ApiProperty(schema);

/** A record as it may be loaded: everything but `Required` may be missing or null, at every depth. */
export type Loadable<T, Required extends keyof T = never> = {
  readonly [K in Exclude<keyof T, Required>]?: LoadableValue<T[K]> | null;
} & { readonly [K in Required]: NonNullable<T[K]> };

type LoadableValue<V> = V extends readonly (infer Item)[]
  ? readonly LoadableValue<Item>[]
  : V extends object
    ? Loadable<V>
    : V;

const wholeFields = memoize((type: FieldsClass) =>
  recordFields(type).map(({ type: inner, ...field }) => ({
    ...field,
    type: typeof inner === 'function' ? inner() : inner,
  })),
);

/** The record of a load, with all fields of its class: without a loaded value null, or an empty list. */
export function wholeRecord<Record extends object>(type: new () => Record, load: object | null | undefined): Record {
  const record: { [name: string]: unknown } = {};
  for (const { name, type: inner, list } of wholeFields(type)) {
    const value = (load as { readonly [name: string]: unknown } | null | undefined)?.[name];
    const whole = (item: unknown) =>
      typeof inner === 'function' ? wholeRecord(inner, item as object) : (item ?? null);
    record[name] = list ? ((value ?? []) as unknown[]).map(whole) : whole(value);
  }
  return record as Record;
}
