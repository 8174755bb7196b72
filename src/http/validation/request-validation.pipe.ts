import type { ArgumentMetadata } from '@nestjs/common';
import { Injectable, ValidationPipe } from '@nestjs/common';
import * as transformerPackage from 'class-transformer';
import type { ValidationError } from 'class-validator';
import { validate } from 'class-validator';
import { plainCopy } from './plain-copy.js';
import { notAnObject, requestFailure } from './request-errors.js';
import type { RequestClass } from './request-field.js';
import { fieldsOf } from './request-field.js';

/** Carries what class-validator found to where the body as it was sent is known. */
class InvalidRequest extends Error {
  constructor(readonly errors: readonly ValidationError[]) {
    super('invalid request');
  }
}

/**
 * The one pipe: a parameter of a handler whose class has request fields arrives as a checked instance of it. No body and
 * null count as an empty one.
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
      exceptionFactory: (errors) => new InvalidRequest(errors),
    });
  }

  /** @throws RequestFailure with every error of the request at once (the first hundred of them) */
  override async transform(body: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (!this.toValidate(metadata)) return body;
    const type = metadata.metatype as RequestClass;
    const given = body ?? {};
    if (typeof given !== 'object' || Array.isArray(given)) throw notAnObject(body);
    try {
      return await super.transform(plainCopy(given, type), metadata);
    } catch (error) {
      throw error instanceof InvalidRequest ? requestFailure(type, given, error.errors) : error;
    }
  }

  protected override toValidate({ metatype }: ArgumentMetadata): boolean {
    return metatype !== undefined && fieldsOf(metatype as RequestClass).size > 0;
  }
}
