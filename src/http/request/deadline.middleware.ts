import type { NestMiddleware } from '@nestjs/common';
import { Inject, Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { FailureFilter } from '../answer/failure.filter.js';
import type { ServiceRequest } from './request-context.js';

/** Answers every request at its deadline with 503, whatever is still being done for it. */
@Injectable()
export class DeadlineMiddleware implements NestMiddleware {
  constructor(@Inject(FailureFilter) private readonly failures: Pick<FailureFilter, 'answer'>) {}

  use(request: Request, response: Response, next: NextFunction): void {
    const service = request as ServiceRequest;
    const { signal } = service.context;
    const answer = (): void => this.failures.answer(service, response, signal.reason);
    if (signal.aborted) return answer();
    signal.addEventListener('abort', answer, { once: true });
    next();
  }
}
