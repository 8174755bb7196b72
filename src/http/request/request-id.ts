import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { RequestContext, ServiceRequest } from './request-context.js';
import { signalOf } from './request-signal.js';

const WELL_FORMED = /^[A-Za-z0-9._-]{1,64}$/;

class ArrivedRequest implements RequestContext {
  readonly startedAt = performance.now();
  private made: AbortSignal | undefined;

  constructor(
    readonly requestId: string,
    private readonly response: Response,
    private readonly timeoutMs: number,
  ) {}

  get signal(): AbortSignal {
    return (this.made ??= signalOf(this, this.response, this.timeoutMs));
  }
}

/** The id of a request: its well-formed `X-Request-Id`, or a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && WELL_FORMED.test(given) ? given : randomUUID();
}

/**
 * Gives every request its context and its id, taken over from a well-formed `X-Request-Id`, and repeats the id in the
 * answer's header.
 */
export function beginRequest(timeoutMs: number): RequestHandler {
  return (request: Request, response: Response, next: NextFunction): void => {
    const requestId = requestIdOf(request);
    (request as ServiceRequest).context = new ArrivedRequest(requestId, response, timeoutMs);
    response.setHeader('X-Request-Id', requestId);
    next();
  };
}
