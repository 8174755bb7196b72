import type { NextFunction, Request, Response } from 'express';
import type { Logger } from 'pino';
import { RequestFailure } from '../../errors/failure.js';
import type { Failure } from '../../errors/failure.js';
import type { ServiceRequest } from './request-context.js';
import type { RequestObserver, RequestTracer } from './request-observer.js';

const toTenths = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;

/** One log line per request: id, operation, status, code, milliseconds, hits, token name; never a token. */
export class RequestLog {
  /** @param slowMs requests that take as long as this are logged with what was asked of Elasticsearch; 0: none */
  constructor(
    private readonly logger: Logger,
    private readonly slowMs: number,
    private readonly observer: RequestObserver,
    private readonly tracer?: RequestTracer,
  ) {}

  /** Middleware that logs each answer when it has been sent, and each request whose client went away. */
  readonly middleware = (request: Request, response: Response, next: NextFunction): void => {
    this.tracer?.begun(request as ServiceRequest);
    response.once('close', () => this.ended(request as ServiceRequest, response));
    next();
  };

  /** Logs why a request failed: errors of the service loudly, a client's faults only when debugging. */
  failed(request: ServiceRequest, failure: Failure, error: unknown): void {
    request.context.code = failure.code;
    const fields = { request_id: request.context.requestId, code: failure.code, status: failure.status };
    if (failure.status === 500) this.logger.error({ ...fields, err: failure.cause ?? error }, failure.message);
    else if (failure.status === 503) this.logger.warn({ ...fields, err: failure.cause }, failure.message);
    else if (this.logger.isLevelEnabled('debug'))
      this.logger.debug(
        { ...fields, ...(failure instanceof RequestFailure && { faults: failure.errors }) },
        failure.message,
      );
  }

  private ended(request: ServiceRequest, response: Response): void {
    const { context, method, path } = request;
    const { requestId, startedAt, token, hits, elasticMs, traceId, code = 0 } = context;
    const status = response.statusCode;
    const tookMs = performance.now() - startedAt;
    const aborted = !response.writableFinished;
    const end = { method, path, status, code: aborted ? undefined : code, tookMs, elasticMs: elasticMs ?? 0 };
    this.observer.ended(end);
    this.tracer?.ended(request, end);
    const fields = {
      request_id: requestId,
      operation: `${method} ${path}`,
      status,
      code,
      took_ms: toTenths(tookMs),
      elasticsearch_ms: elasticMs === undefined ? undefined : toTenths(elasticMs),
      hits,
      token: token?.name,
      aborted: aborted || undefined,
      trace_id: traceId,
    };
    this.logger.info(fields, 'request');
    if (this.slowMs > 0 && tookMs >= this.slowMs) {
      this.logger.warn({ ...fields, searches: context.searches }, 'slow request');
    }
  }
}
