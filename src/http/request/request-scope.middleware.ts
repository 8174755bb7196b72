import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Inject, Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { type Config, CONFIG } from '../../config/config.js';
import { UnavailableFailure } from '../../common/errors/failure.js';
import { CallTimer, inScope } from '../../common/request-scope.js';
import { FailureFilter } from '../answer/failure.filter.js';
import { RequestLog } from '../answer/request-log.js';

const WELL_FORMED = /^[A-Za-z0-9._-]{1,64}$/;
const NO_STORE = /(?:^|[\s,])no-store(?:$|[\s,;])/i;

/** The id of a request: its well-formed `X-Request-Id`, or a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && WELL_FORMED.test(given) ? given : randomUUID();
}

/** Opens the scope of a request with its id and its deadline, at which it is answered with 503, and logs its end. */
@Injectable()
export class RequestScopeMiddleware implements NestMiddleware {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'requestTimeoutMs' | 'pageHosts' | 'publicUrl'>,
    @Inject(RequestLog) private readonly log: Pick<RequestLog, 'follow'>,
    @Inject(FailureFilter) private readonly failures: Pick<FailureFilter, 'answer'>,
  ) {}

  use(request: Request, response: Response, next: NextFunction): void {
    const requestId = requestIdOf(request);
    const ending = new AbortController();
    // The timer of `AbortSignal.timeout` can't be cleared.
    const late = setTimeout(
      () => inScope(scope, () => ending.abort(new UnavailableFailure('request_late'))),
      this.config.requestTimeoutMs,
    );
    const scope = {
      requestId,
      startedAt: performance.now(),
      signal: ending.signal,
      liftDeadline: () => clearTimeout(late),
      useCache: !NO_STORE.test(request.headers['cache-control'] ?? ''),
      publicUrl: this.config.publicUrl ?? `${request.protocol}://${request.host}`,
      pageHosts: this.config.pageHosts,
      elastic: new CallTimer(),
      searches: [],
    };
    response.once('close', () => {
      clearTimeout(late);
      if (!response.writableFinished) ending.abort(new DOMException('The client has gone.', 'AbortError'));
    });
    ending.signal.addEventListener('abort', () => this.failures.answer(request, response, ending.signal.reason), {
      once: true,
    });
    response.setHeader('X-Request-Id', requestId);
    inScope(scope, () => {
      this.log.follow(request, response);
      next();
    });
  }
}
