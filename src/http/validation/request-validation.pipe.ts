import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { notAnObject, requestFailure } from './request-errors.js';
import type { RequestClass } from './request-field.js';
import { fieldsOf, plainCopy } from './request-field.js';

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
    const type = metadata.metatype as RequestClass | undefined;
    if (type === undefined || fieldsOf(type).size === 0) return body;
    const given = body ?? {};
    if (typeof given !== 'object' || Array.isArray(given)) throw notAnObject(body);
    const request = plainToInstance(type, plainCopy(given, type));
    const errors = validateSync(request, OPTIONS);
    if (errors.length > 0) throw requestFailure(type, given, errors);
    return request;
  }
}
