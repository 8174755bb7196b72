import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { FailureFilter } from '../answer/failure.filter.js';
import type { ServiceRequest } from './request-context.js';

/** Middleware that ends every request at its deadline with 503, whatever is still under way for it. */
export function endAtDeadline(failures: Pick<FailureFilter, 'answer'>): RequestHandler {
  return (request: Request, response: Response, next: NextFunction): void => {
    const service = request as ServiceRequest;
    const { signal } = service.context;
    signal.addEventListener('abort', () => failures.answer(service, response, signal.reason), { once: true });
    next();
  };
}
