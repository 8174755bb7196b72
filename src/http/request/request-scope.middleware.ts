import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Inject, Injectable, type NestMiddleware, Optional } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import type { Logger } from 'pino';
import { shownPath } from '../../access/auth.guard.js';
import { type Config, CONFIG, LOGGER } from '../../config/config.js';
import { UnavailableFailure } from '../../common/errors/failure.js';
import { CallTimer, inScope, type RequestScope } from '../../common/request-scope.js';
import { Metrics, TRACES } from '../../telemetry/metrics.js';
import type { Traces } from '../../telemetry/traces.js';
import { FailureFilter } from '../answer/failure.filter.js';

const WELL_FORMED = /^[A-Za-z0-9._-]{1,64}$/;
const NO_STORE = /(?:^|[\s,])no-store(?:$|[\s,;])/i;
const MOST_LOGGED_CHARACTERS = 200;

const toTenths = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;

/** The id of a request: its well-formed `X-Request-Id`, or a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && WELL_FORMED.test(given) ? given : randomUUID();
}

/** Opens the scope of a request with its id and its deadline, at which it is answered with 503, and logs and counts its end. */
@Injectable()
export class RequestScopeMiddleware implements NestMiddleware {
  /** Of the requests under way. An array, because a Map costs more here: docs/decisions.md, "One plain read path". */
  readonly openResponses: Response[] = [];

  constructor(
    @Inject(CONFIG)
    private readonly config: Pick<
      Config,
      'requestTimeoutMs' | 'pageHosts' | 'publicUrl' | 'logClients' | 'slowRequestMs'
    >,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'info' | 'warn'>,
    @Inject(Metrics) private readonly metrics: Pick<Metrics, 'countRequest' | 'isRoute'>,
    @Inject(FailureFilter) private readonly failures: Pick<FailureFilter, 'answer'>,
    @Optional() @Inject(TRACES) private readonly traces?: Traces,
  ) {}

  use(request: Request, response: Response, next: NextFunction): void {
    const ending = new AbortController();
    // The timer of `AbortSignal.timeout` can't be cleared.
    const late = setTimeout(
      () => inScope(scope, () => ending.abort(new UnavailableFailure('request_late'))),
      this.config.requestTimeoutMs,
    );
    const scope: RequestScope = {
      requestId: requestIdOf(request),
      startedAt: performance.now(),
      signal: ending.signal,
      liftDeadline: () => clearTimeout(late),
      useCache: !NO_STORE.test(request.headers['cache-control'] ?? ''),
      publicUrl: this.config.publicUrl ?? `${request.protocol}://${request.host}`,
      pageHosts: this.config.pageHosts,
      elastic: new CallTimer(),
      searches: [],
    };
    // Before the client can leave.
    const client = this.config.logClients ? request.ip : undefined;
    this.openResponses.push(response);
    response.once('close', () => {
      this.openResponses.splice(this.openResponses.indexOf(response), 1);
      clearTimeout(late);
      if (!response.writableFinished) ending.abort(new DOMException('The client has gone.', 'AbortError'));
      this.logEnd(request, response, scope, client);
    });
    ending.signal.addEventListener('abort', () => this.failures.answer(request, response, ending.signal.reason), {
      once: true,
    });
    response.setHeader('X-Request-Id', scope.requestId);
    this.traces?.begin(request, scope, this.metrics.isRoute(request.method, request.path));
    inScope(scope, next);
  }

  /** One line: id, operation, status, code, broken rules, milliseconds, hits, token name or why it was refused, client; never a token. */
  private logEnd(
    { method, path, headers }: Request,
    response: Response,
    scope: RequestScope,
    client: string | undefined,
  ): void {
    const { requestId, startedAt, token, refused, tool, hits, traceId, code = 0, broken, searches } = scope;
    const elasticMs = scope.elastic.ms;
    const status = response.statusCode;
    const tookMs = performance.now() - startedAt;
    const aborted = !response.writableFinished;
    const end = { method, path, status, code: aborted ? undefined : code, tookMs, elasticMs: elasticMs ?? 0, refused };
    this.metrics.countRequest(end);
    this.traces?.end(scope, end);
    const fields = {
      request_id: requestId,
      operation: `${method} ${shownPath(path)}`,
      tool,
      status,
      code,
      broken,
      took_ms: toTenths(tookMs),
      elasticsearch_ms: elasticMs === undefined ? undefined : toTenths(elasticMs),
      hits,
      token: token?.name,
      refused,
      client,
      user_agent: client && headers['user-agent']?.slice(0, MOST_LOGGED_CHARACTERS),
      // What took data away is kept longer than other lines.
      audit: path.endsWith('/export') || scope.link !== undefined || undefined,
      aborted: aborted || undefined,
      trace_id: traceId,
    };
    this.logger.info(fields, 'request');
    if (this.config.slowRequestMs > 0 && tookMs >= this.config.slowRequestMs) {
      this.logger.warn({ ...fields, searches }, 'slow request');
    }
  }
}
