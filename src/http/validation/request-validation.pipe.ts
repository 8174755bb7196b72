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
 * The global pipe: converts a handler's parameter whose class has request fields to a checked instance. A missing body
 * and null count as an empty object.
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

/** Converts the parameters of a query string to those of a body: digits of a numeric field become its number. */
export function readParameters(type: FieldsClass, query: Parameters): Parameters {
  const fields = fieldsOf(type);
  return Object.fromEntries(
    Object.entries(query).map(([name, text]) => {
      const isNumeric = fields.get(name)?.schema.type === 'integer';
      const [, digits] = (isNumeric && typeof text === 'string' && /^\s*(-?\d+)(?:\.0+)?\s*$/.exec(text)) || [];
      return [name, digits === undefined ? text : parseNumber(digits, name)];
    }),
  );
}

/** The fields of a request from its query string and its body. The body overrides the query string. */
export const QueryOrBody = createParamDecorator((type: FieldsClass, context: ExecutionContext) => {
  const { query, body } = context.switchToHttp().getRequest<Request<unknown, unknown, unknown>>();
  const parameters = readParameters(type, query);
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  return isObject ? { ...parameters, ...body } : (body ?? parameters);
});
