import type { ArgumentMetadata } from '@nestjs/common';
import { Injectable, ValidationPipe } from '@nestjs/common';
import * as transformerPackage from 'class-transformer';
import type { ValidationError } from 'class-validator';
import { validate } from 'class-validator';
import { deepFrozen } from '../request/known-bodies.js';
import { notAnObject, requestFailure } from './request-errors.js';
import type { RequestClass } from './request-field.js';
import { fieldsOf, plainCopy } from './request-field.js';

/**
 * The one pipe: a parameter of a handler whose class has request fields arrives as a checked instance of it, which can't
 * be changed. No body and null count as an empty one.
 */
@Injectable()
export class RequestValidationPipe extends ValidationPipe {
  /** Bodies that were found valid, and what was made of them: `KnownBodies` gives the same object for equal bytes. */
  private readonly checked = new WeakMap<object, Map<RequestClass, object>>();

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
    const made = this.checked.get(given) ?? new Map<RequestClass, object>();
    const before = made.get(type);
    if (before !== undefined) return before;
    try {
      const request = deepFrozen((await super.transform(plainCopy(given, type), metadata)) as object);
      this.checked.set(given, made.set(type, request));
      return request;
    } catch (errors) {
      throw Array.isArray(errors) ? requestFailure(type, given, errors as ValidationError[]) : errors;
    }
  }
}
