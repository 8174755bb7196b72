import { ApiProperty } from '@nestjs/swagger';

interface FieldOptions {
  /** What a client may rely on being there: neither null nor left out when the record is loaded. */
  readonly required?: boolean;
  /** Kept beside its replacement, to which it is equal. */
  readonly deprecated?: boolean;
  readonly example?: unknown;
  /** Closed list of values. */
  readonly oneOf?: readonly (string | number)[];
}

type Scalar = 'string' | 'integer' | 'number' | 'boolean';

function scalar(type: Scalar, description: string, options: FieldOptions): PropertyDecorator {
  return ApiProperty({
    type,
    description,
    nullable: options.required !== true,
    ...(options.deprecated === true && { deprecated: true }),
    ...(options.example !== undefined && { example: options.example }),
    ...(options.oneOf && { enum: [...options.oneOf] }),
  });
}

/** A string field of a record; null when nobody loaded it. */
export const TextField = (description: string, options: FieldOptions = {}) => scalar('string', description, options);

/** A whole number; null when nobody loaded it. */
export const WholeField = (description: string, options: FieldOptions = {}) => scalar('integer', description, options);

/** A number with decimals; null when nobody loaded it. */
export const DecimalField = (description: string, options: FieldOptions = {}) => scalar('number', description, options);

/** A flag written as 1 or 0; null when nobody loaded it. */
export const FlagField = (description: string, options: FieldOptions = {}) =>
  scalar('integer', description, { ...options, oneOf: [0, 1] });

/** A flag written as true or false that is always there. */
export const YesNoField = (description: string) => scalar('boolean', description, { required: true });

/** An object that is always there; what nobody loaded of it is null inside. */
export const ObjectField = (type: () => new () => object, description: string, options: FieldOptions = {}) =>
  ApiProperty({ type, description, ...(options.deprecated === true && { deprecated: true }) });

/** A list that is always there, empty when nobody loaded it. */
export const ListField = (type: () => new () => object, description: string) =>
  ApiProperty({ type, isArray: true, description });
