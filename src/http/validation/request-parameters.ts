import type { ExecutionContext } from '@nestjs/common';
import { createParamDecorator } from '@nestjs/common';
import type { Request } from 'express';
import { parseNumber } from '../request/json-body.js';
import type { RequestClass } from './request-field.js';
import { fieldsOf } from './request-field.js';

type Parameters = Readonly<Record<string, unknown>>;

/** A query string's parameters as a body would give them: the digits of a numeric field are its number, 10.0 as well. */
export function readParameters(type: RequestClass, query: Parameters): Parameters {
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
export const QueryOrBody = createParamDecorator((type: RequestClass, context: ExecutionContext) => {
  const { query, body } = context.switchToHttp().getRequest<Request<unknown, unknown, unknown>>();
  const parameters = readParameters(type, query);
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  return isObject ? { ...parameters, ...body } : (body ?? parameters);
});
