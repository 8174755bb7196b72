import {
  type ArgumentMetadata,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type PipeTransform,
} from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { LRUCache } from 'lru-cache';
import type { Request } from 'express';
import { words } from '../../common/errors/error-texts.js';
import { RequestFailure } from '../../common/errors/failure.js';
import { requestScope } from '../../common/request-scope.js';
import { languageOf, refuseBroken } from './request-errors.js';
import type { FieldsClass } from '../../fields/schema.js';
import { fieldsOf } from './request-field.js';
import { type Body, parseBody, parseNumber } from '../request/body.middleware.js';
import { isObject, type JsonObject } from '../../common/json-object.js';

const LARGEST_CHECKED_BODY = 2048;
const CHECKED_BODIES_BYTES = 4 * 1024 * 1024;
/** Memory of a checked request in addition to its body, about. */
const REQUEST_BYTES = 500;

/**
 * The global pipe: reads a body, and converts a parameter whose class has request fields to a checked and frozen instance.
 * A missing body and null count as an empty object. A body that was valid before gives the same instance.
 */
@Injectable()
export class RequestValidationPipe implements PipeTransform {
  /** Requests by the name of their class, which no other one has, and the bytes of their bodies. */
  private readonly checked = new LRUCache<string, object>({ maxSize: CHECKED_BODIES_BYTES });

  /** @throws Failure for a body that can’t be read, or what `checkedRequest` throws */
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    const request = metatype as FieldsClass | undefined;
    const isBody = type === 'body';
    if (request === undefined || fieldsOf(request).size === 0) return isBody ? parseBody(value as Body) : value;
    const isKept = Buffer.isBuffer(value) && value.length <= LARGEST_CHECKED_BODY;
    const key = isKept ? `${request.name} ${value.toString('latin1')}` : '';
    const before = isKept ? this.checked.get(key) : undefined;
    if (before !== undefined) {
      Object.assign(requestScope(), { lang: languageOf(request, before), request: before });
      return before;
    }
    const checked = checkedRequest(request, isBody ? parseBody(value as Body) : value);
    requestScope().request = checked;
    if (isKept) this.checked.set(key, checked, { size: key.length + REQUEST_BYTES });
    return checked;
  }
}

/** A frozen request from its JSON. @throws RequestFailure with every error of the request, at most a hundred */
export function checkedRequest(type: FieldsClass, body: unknown): object {
  const given = body ?? {};
  if (!isObject(given)) throw new RequestFailure({ path: 'body', given, rule: 'type', detail: words('object') });
  requestScope().lang = languageOf(type, given);
  refuseBroken(type, given);
  return freeze(plainToInstance(type, given));
}

/** Freezes a request. Its fields have one order, so that equal requests have one key in the page cache. */
function freeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return Object.freeze(value.map(freeze)) as Value;
  const ordered = Object.create(Object.getPrototypeOf(value) as object) as Record<string, unknown>;
  for (const name of Object.keys(value).sort()) {
    const inner = freeze((value as Record<string, unknown>)[name]);
    if (inner !== undefined) ordered[name] = inner;
  }
  return Object.freeze(ordered) as Value;
}

/** Converts the parameters of a query string to those of a body: digits of a numeric field become its number. */
export function readParameters(type: FieldsClass, query: JsonObject): JsonObject {
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
  const { query, body: bytes } = context.switchToHttp().getRequest<Request<unknown, unknown, Body>>();
  const body = bytes === undefined ? undefined : parseBody(bytes);
  const parameters = readParameters(type, query);
  return isObject(body) ? { ...parameters, ...body } : (body ?? parameters);
});
