import type { ArgumentMetadata, PipeTransform, ExecutionContext } from '@nestjs/common';
import { Injectable, createParamDecorator } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { notAnObject, requestFailure } from './request-errors.js';
import type { FieldsClass } from '../../records/fields/schema.js';
import { fieldsOf, plainCopy } from './request-field.js';
import type { Request } from 'express';
import { parseNumber } from '../request/json-body.js';

const OPTIONS = {
  whitelist: true,
  forbidNonWhitelisted: true,
  skipMissingProperties: true,
  validationError: { target: true, value: false },
};

/**
 * The one pipe: a parameter of a handler whose class has request fields arrives as a checked instance of it. No body
 * and null count as an empty one.
 */
@Injectable()
export class RequestValidationPipe implements PipeTransform {
  /** @throws RequestFailure with every error of the request at once (the first hundred of them) */
  transform(body: unknown, metadata: ArgumentMetadata): unknown {
    const type = metadata.metatype as FieldsClass | undefined;
    if (type === undefined || fieldsOf(type).size === 0) return body;
    const given = body ?? {};
    if (typeof given !== 'object' || Array.isArray(given)) throw notAnObject(body);
    const request = plainToInstance(type, plainCopy(given, type));
    const errors = validateSync(request, OPTIONS);
    if (errors.length > 0) throw requestFailure(type, given, errors);
    return request;
  }
}

type Parameters = Readonly<Record<string, unknown>>;

/** A query string's parameters as a body would give them: the digits of a numeric field are its number, 10.0 as well. */
export function readParameters(type: FieldsClass, query: Parameters): Parameters {
  const fields = fieldsOf(type);
  return Object.fromEntries(
    Object.entries(query).map(([name, text]) => {
      const isNumeric = fields.get(name)?.schema.type === 'integer';
      const [, digits] = (isNumeric && typeof text === 'string' && /^(-?\d+)(?:\.0+)?$/.exec(text)) || [];
      return [name, digits === undefined ? text : parseNumber(digits, name)];
    }),
  );
}

/** What the pipe reads of an operation that takes its fields in the query string, in the body, or in both (the body counts). */
export const QueryOrBody = createParamDecorator((type: FieldsClass, context: ExecutionContext) => {
  const { query, body } = context.switchToHttp().getRequest<Request<unknown, unknown, unknown>>();
  const parameters = readParameters(type, query);
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  return isObject ? { ...parameters, ...body } : (body ?? parameters);
});
