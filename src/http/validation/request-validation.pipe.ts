import type { ArgumentMetadata } from '@nestjs/common';
import { Injectable, ValidationPipe } from '@nestjs/common';
import * as transformerPackage from 'class-transformer';
import type { ValidationError } from 'class-validator';
import { validate } from 'class-validator';
import { notAnObject, requestFailure } from './request-errors.js';
import type { RequestClass } from './request-field.js';
import { fieldsOf, plainCopy } from './request-field.js';

/**
 * The one pipe: a parameter of a handler whose class has request fields arrives as a checked instance of it. No body
 * and null count as an empty one.
 */
@Injectable()
export class RequestValidationPipe extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      whitelist: true,
      forbidNonWhitelisted: true,
      skipMissingProperties: true,
      validationError: { target: true, value: false },
      validatorPackage: { validate },
      transformerPackage,
      validateCustomDecorators: true,
      // `transform` makes the failure: it knows the body as it was sent.
      exceptionFactory: (errors) => errors,
    });
  }

  /** @throws RequestFailure with every error of the request at once (the first hundred of them) */
  override async transform(body: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const type = metadata.metatype as RequestClass | undefined;
    if (type === undefined || fieldsOf(type).size === 0) return body;
    const given = body ?? {};
    if (typeof given !== 'object' || Array.isArray(given)) throw notAnObject(body);
    try {
      return await super.transform(plainCopy(given, type), metadata);
    } catch (errors) {
      throw Array.isArray(errors) ? requestFailure(type, given, errors as ValidationError[]) : errors;
    }
  }
}
