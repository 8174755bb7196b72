import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import type { ServiceRequest } from './request-context.js';

const WELL_FORMED = /^[A-Za-z0-9._-]{1,64}$/;

/** Gives every request its id, taken over from a well-formed `X-Request-Id`, and repeats it in the answer's header. */
export function assignRequestId(request: Request, response: Response, next: NextFunction): void {
  const given = request.headers['x-request-id'];
  const requestId = typeof given === 'string' && WELL_FORMED.test(given) ? given : randomUUID();
  (request as ServiceRequest).context = { requestId, startedAt: performance.now() };
  response.setHeader('X-Request-Id', requestId);
  next();
}
