import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import { Catch, Inject } from '@nestjs/common';
import type { Response } from 'express';
import { failureBody } from './failure-body.js';
import { RequestLog } from '../request/request-log.js';
import type { ServiceRequest } from '../request/request-context.js';
import { toFailure } from './to-failure.js';

/** Turns whatever is thrown into the envelope: its code, status, faults and headers. */
@Catch()
export class FailureFilter implements ExceptionFilter {
  constructor(@Inject(RequestLog) private readonly log: Pick<RequestLog, 'failed'>) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(http.getRequest<ServiceRequest>(), http.getResponse<Response>(), error);
  }

  /** Answers a request with what went wrong, unless it has been answered or its client has gone. */
  answer(request: ServiceRequest, response: Response, error: unknown): void {
    if (response.destroyed || response.writableEnded) return;
    const failure = toFailure(error);
    this.log.failed(request, failure, error);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    response.status(failure.status).set(failure.headers);
    response.json(failureBody({ requestId: request.context.requestId, path: request.path }, failure));
  }
}
