import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { NestMiddleware } from '@nestjs/common';
import { Inject, Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.js';
import { UnavailableFailure } from '../../common/errors/failure.js';
import { FailureFilter } from '../answer/failure.filter.js';
import type { RequestContext, ServiceRequest } from './request-context.js';
import { RequestLog } from './request-log.js';

const WELL_FORMED = /^[A-Za-z0-9._-]{1,64}$/;
const LATE = 'The request took too long; try again shortly.';
const NO_STORE = /(?:^|[\s,])no-store(?:$|[\s,;])/i;

/** The id of a request: its well-formed `X-Request-Id`, or a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && WELL_FORMED.test(given) ? given : randomUUID();
}

/**
 * Creates the context of a request: its id, from a well-formed `X-Request-Id` or new, and its deadline, at which it is
 * answered with 503. The request is logged when it ends.
 */
@Injectable()
export class RequestContextMiddleware implements NestMiddleware {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'requestTimeoutMs'>,
    @Inject(RequestLog) private readonly log: Pick<RequestLog, 'follow'>,
    @Inject(FailureFilter) private readonly failures: Pick<FailureFilter, 'answer'>,
  ) {}

  use(request: Request, response: Response, next: NextFunction): void {
    const service = request as ServiceRequest;
    service.context = contextOf(request, response, this.config.requestTimeoutMs);
    const { signal } = service.context;
    signal.addEventListener('abort', () => this.failures.answer(service, response, signal.reason), { once: true });
    response.setHeader('X-Request-Id', service.context.requestId);
    this.log.follow(service, response);
    next();
  }
}

function contextOf(request: Request, response: Response, timeoutMs: number): RequestContext {
  return {
    requestId: requestIdOf(request),
    startedAt: performance.now(),
    ...deadlineOf(response, timeoutMs),
    useCache: !NO_STORE.test(request.headers['cache-control'] ?? ''),
  };
}

/**
 * A signal that is aborted after `timeoutMs` with the failure of a late request, and on client disconnect. Its timer can
 * be cleared, which that of `AbortSignal.timeout` can't.
 */
function deadlineOf(response: Response, timeoutMs: number): Pick<RequestContext, 'signal' | 'liftDeadline'> {
  const controller = new AbortController();
  const late = setTimeout(() => controller.abort(new UnavailableFailure(LATE)), timeoutMs);
  response.once('close', () => {
    clearTimeout(late);
    if (!response.writableFinished) controller.abort(new DOMException('The client has gone.', 'AbortError'));
  });
  return { signal: controller.signal, liftDeadline: () => clearTimeout(late) };
}
