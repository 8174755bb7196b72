import { Inject, Injectable, Optional } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { type Config, CONFIG, LOGGER } from '../../config/config.js';
import { Failure } from '../../common/errors/failure.js';
import { answerOf, type FailureAnswer } from './failure-answers.js';
import { type RequestScope, requestScope } from '../../common/request-scope.js';
import { Metrics, TRACES } from '../../telemetry/metrics.js';
import type { Traces } from '../../telemetry/traces.js';

const toTenths = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;

const MOST_LOGGED_ERRORS = 10;
const MOST_LOGGED_CHARACTERS = 200;

/** A path without the token of a link, also where the rest of the address is mistyped. */
export const shownPath = (path: string): string => path.replace(/(?<=\/links\/).*/is, '…').replace(/[^/]{41,}/g, '…');

/** Writes one log line per request: id, operation, status, code, broken rules, milliseconds, hits, token name or why it was refused, client; never a token. */
@Injectable()
export class RequestLog {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CONFIG) private readonly config: Pick<Config, 'logClients' | 'slowRequestMs'>,
    @Inject(Metrics) private readonly metrics: Pick<Metrics, 'countRequest' | 'isRoute'>,
    @Optional() @Inject(TRACES) private readonly traces?: Traces,
  ) {}

  follow(request: Request, response: Response): void {
    const scope = requestScope();
    this.traces?.begin(request, scope, this.metrics.isRoute(request.method, request.path));
    // Before the client can leave.
    const client = this.config.logClients ? request.ip : undefined;
    response.once('close', () => this.logEnd(request, response, scope, client));
  }

  /** Logs why a request failed: errors of the service as error or warning, a client's errors as debug. Returns its answer. */
  logFailure(error: unknown): FailureAnswer {
    const scope = requestScope();
    const answer = answerOf(error, scope.lang);
    const { code, status, message, errors } = answer;
    scope.code = code;
    if (errors.length > 0) {
      scope.broken = errors.slice(0, MOST_LOGGED_ERRORS).map(({ rule, path }) => `${rule} ${path}`);
    }
    const fields = { request_id: scope.requestId, code, status };
    const cause = error instanceof Failure ? error.cause : undefined;
    // The log is in English.
    if (status === 500) this.logger.error({ ...fields, err: cause ?? error }, answerOf(error).message);
    else if (status === 503) this.logger.warn({ ...fields, err: cause }, answerOf(error).message);
    else this.logger.debug({ ...fields, errors }, message);
    return answer;
  }

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
