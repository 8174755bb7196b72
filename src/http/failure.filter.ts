import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import { Catch, HttpException } from '@nestjs/common';
import type { Response } from 'express';
import { Failure, HttpFailure, InternalFailure, NotFoundFailure } from '../errors/failure.js';
import { envelope } from './envelope.js';
import { BODY_LIMIT_BYTES } from './json-body.js';
import type { RequestLog } from './request-log.js';
import type { ServiceRequest } from './request-context.js';

/** Turns whatever is thrown into the envelope: its code, status, faults and headers. */
@Catch()
export class FailureFilter implements ExceptionFilter {
  constructor(private readonly log: RequestLog) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<ServiceRequest>();
    const response = host.switchToHttp().getResponse<Response>();
    const failure = toFailure(error);
    this.log.failed(request, failure, error);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    response.status(failure.status).set(failure.headers);
    response.json(envelope(request, failure.code, { errors: failure.faults }, failure.message));
  }
}

/** The failure an error stands for: ours as it is, those of Express and Nest by their status, any other a 500. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const status = error instanceof HttpException ? error.getStatus() : (error as { status?: unknown } | null)?.status;
  if (status === 404) return new NotFoundFailure('There is no such path.');
  if (status === 413) return new HttpFailure(413, `The body must have at most ${BODY_LIMIT_BYTES} bytes.`);
  if (status === 415) return new HttpFailure(415, 'The body must not be compressed or in another encoding; send plain JSON in UTF-8.');
  if (status === 400) return new HttpFailure(400, 'The request could not be read.');
  return new InternalFailure('The service could not carry out this request.', { cause: error });
}
