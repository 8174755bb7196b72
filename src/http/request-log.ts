import type { NextFunction, Request, Response } from 'express';
import type { Logger } from 'pino';
import { RequestFailure } from '../errors/failure.js';
import type { Failure } from '../errors/failure.js';
import type { ServiceRequest } from './request-context.js';

/** One log line per request: id, operation, status, milliseconds, hits, token name; never a token. */
export class RequestLog {
  constructor(private readonly logger: Logger) {}

  /** Middleware that logs each answer when it has been sent, and each request whose client went away. */
  readonly middleware = (request: Request, response: Response, next: NextFunction): void => {
    response.once('close', () => {
      const { requestId, startedAt, token, hits } = (request as ServiceRequest).context;
      this.logger.info(
        {
          request_id: requestId,
          operation: `${request.method} ${request.path}`,
          status: response.statusCode,
          took_ms: Math.round((performance.now() - startedAt) * 10) / 10,
          ...(hits !== undefined && { hits }),
          ...(token !== undefined && { token: token.name }),
          ...(!response.writableFinished && { aborted: true }),
        },
        'request',
      );
    });
    next();
  };

  /** Logs why a request failed: errors of the service loudly, a client's faults only when debugging. */
  failed(request: ServiceRequest, failure: Failure, error: unknown): void {
    const fields = { request_id: request.context.requestId, code: failure.code, status: failure.status };
    if (failure.status === 500) this.logger.error({ ...fields, err: failure.cause ?? error }, failure.message);
    else if (failure.status === 503) this.logger.warn({ ...fields, err: failure.cause ?? error }, failure.message);
    else
      this.logger.debug(
        { ...fields, ...(failure instanceof RequestFailure && { faults: failure.faults }) },
        failure.message,
      );
  }
}
