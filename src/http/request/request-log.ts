import type { ServiceRequest } from './request-context.js';
import type { LimitName } from '../../common/access-token.js';
import { elasticMsOf } from './request-context.js';
import { Inject, Injectable, Optional } from '@nestjs/common';
import type { Response } from 'express';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.js';
import { CONFIG, LOGGER } from '../../config/config.js';
import type { Failure } from '../../common/errors/failure.js';

/** A request that was answered or that its client left. Times are milliseconds. */
export interface EndedRequest {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** The envelope's code; undefined when the client left before the answer. */
  readonly code: number | undefined;
  readonly tookMs: number;
  /** The part of it that was spent waiting for Elasticsearch. */
  readonly elasticMs: number;
}

/** Traces requests. The health module binds it when tracing is on. */
export abstract class RequestTracer {
  abstract begun(request: ServiceRequest): void;
  abstract ended(request: ServiceRequest, end: EndedRequest): void;
}

/** Counts requests and those refused by limits or load. The health module binds it. */
export abstract class RequestObserver {
  abstract ended(request: EndedRequest): void;
  /** Counts a request that a limit refused (429). */
  abstract limited(limit: LimitName): void;
}

const toTenths = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;

const MOST_LOGGED_ERRORS = 10;

/** Writes one log line per request: id, operation, status, code, broken rules, milliseconds, hits, token name; never a token. */
@Injectable()
export class RequestLog {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CONFIG) private readonly config: Pick<Config, 'slowRequestMs'>,
    @Inject(RequestObserver) private readonly observer: RequestObserver,
    @Optional() @Inject(RequestTracer) private readonly tracer?: RequestTracer,
  ) {}

  /** Logs the request when it was answered or its client left. */
  follow(request: ServiceRequest, response: Response): void {
    this.tracer?.begun(request);
    response.once('close', () => this.ended(request, response));
  }

  /** Logs why a request failed: errors of the service as error or warning, a client's errors as debug. */
  failed(request: ServiceRequest, failure: Failure, error: unknown): void {
    request.context.code = failure.code;
    if (failure.errors.length > 0) {
      request.context.broken = failure.errors.slice(0, MOST_LOGGED_ERRORS).map(({ rule, path }) => `${rule} ${path}`);
    }
    const fields = { request_id: request.context.requestId, code: failure.code, status: failure.status };
    if (failure.status === 500) this.logger.error({ ...fields, err: failure.cause ?? error }, failure.message);
    else if (failure.status === 503) this.logger.warn({ ...fields, err: failure.cause }, failure.message);
    else if (this.logger.isLevelEnabled('debug'))
      this.logger.debug({ ...fields, errors: failure.errors }, failure.message);
  }

  private ended(request: ServiceRequest, response: Response): void {
    const { context, method, path } = request;
    const { requestId, startedAt, token, tool, hits, traceId, code = 0, broken } = context;
    const elasticMs = elasticMsOf(context);
    const status = response.statusCode;
    const tookMs = performance.now() - startedAt;
    const aborted = !response.writableFinished;
    const end = { method, path, status, code: aborted ? undefined : code, tookMs, elasticMs: elasticMs ?? 0 };
    this.observer.ended(end);
    this.tracer?.ended(request, end);
    const fields = {
      request_id: requestId,
      operation: `${method} ${path}`,
      tool,
      status,
      code,
      broken,
      took_ms: toTenths(tookMs),
      elasticsearch_ms: elasticMs === undefined ? undefined : toTenths(elasticMs),
      hits,
      token: token?.name,
      aborted: aborted || undefined,
      trace_id: traceId,
    };
    this.logger.info(fields, 'request');
    if (this.config.slowRequestMs > 0 && tookMs >= this.config.slowRequestMs) {
      this.logger.warn({ ...fields, searches: context.searches }, 'slow request');
    }
  }
}
