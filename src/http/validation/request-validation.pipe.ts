import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { readRequest } from './read-request.js';
import type { RequestClass } from './request-field.js';

/** The one pipe: what a handler takes as its body arrives as a checked instance of its request class. */
@Injectable()
export class RequestValidationPipe implements PipeTransform {
  /** @throws RequestFailure with every fault of the body */
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    return type === 'body' && metatype !== undefined ? readRequest(metatype as RequestClass, value) : value;
  }
}
