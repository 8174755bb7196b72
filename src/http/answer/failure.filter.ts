import type { ServerResponse } from 'node:http';
import { type ArgumentsHost, Catch, type ExceptionFilter, Inject, NotFoundException } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { ExpressAdapter } from '@nestjs/platform-express';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { shownPath } from '../../access/auth.guard.js';
import { LOGGER } from '../../config/config.js';
import { requestScope } from '../../common/request-scope.js';
import { Failure } from '../../common/errors/failure.js';
import { answerOf, type FailureAnswer } from './failure-answers.js';
import { envelopeOf } from './envelope.interceptor.js';

const MOST_LOGGED_ERRORS = 10;

/** Logs every error, and answers it with the envelope: code, status, faults and headers. Nothing else writes one. */
@Catch()
export class FailureFilter implements ExceptionFilter {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(HttpAdapterHost) private readonly host: HttpAdapterHost<ExpressAdapter>,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    this.answer(
      request,
      http.getResponse<Response>(),
      error instanceof NotFoundException ? this.routeFailure(request) : error,
    );
  }

  /** Answers a request with its error, unless it has been answered or its client has disconnected. */
  answer(request: Request, response: Response, error: unknown): void {
    if (response.destroyed || response.writableEnded) return;
    const answer = this.logFailure(error);
    if (response.headersSent) response.destroy();
    else this.write(response, { requestId: requestScope().requestId, path: request.path }, answer);
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

  write(
    response: ServerResponse,
    at: { readonly requestId: string; readonly path: string },
    { code, status, errors, message, headers }: FailureAnswer,
  ): void {
    const body = JSON.stringify(envelopeOf(at, code, { errors }, message));
    response.removeHeader('ETag');
    response.writeHead(status, {
      ...headers,
      'Cache-Control': 'no-store',
      'X-Request-Id': at.requestId,
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
    });
    response.end(body);
  }

  /** 404 for an unknown path, 405 for a method that its path does not take. */
  private routeFailure({ path, method }: Request): Failure {
    const shown = shownPath(path).slice(0, 100);
    const allowed = methodsAt(this.host.httpAdapter, path);
    if (allowed.length === 0 || allowed.includes(method)) {
      return new Failure('unknown_path', `There is no path ${shown}; the operations are listed at /docs.`);
    }
    const list = allowed.join(', ');
    return new Failure('wrong_method', `${shown} takes ${list}, not ${method}.`, { headers: { Allow: list } });
  }
}

interface Layer {
  readonly route: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

/** The routes of Express; its middleware has none. */
const routesOf = (adapter: ExpressAdapter): readonly Layer[] =>
  adapter
    .getInstance<{ router: { stack: readonly Partial<Layer>[] } }>()
    .router.stack.filter((one): one is Layer => one.route !== undefined);

const methodsOf = ({ route }: Layer): string[] => Object.keys(route.methods).map((name) => name.toUpperCase());

/** The methods of each path with a route. A path may have several routes, and its middleware stands next to them. */
export function methodsByPath(adapter: ExpressAdapter): ReadonlyMap<string, ReadonlySet<string>> {
  const methods = new Map<string, Set<string>>();
  for (const layer of routesOf(adapter))
    methods.set(layer.route.path, new Set([...(methods.get(layer.route.path) ?? []), ...methodsOf(layer)]));
  return methods;
}

/** The methods that a path takes. A path with GET also takes HEAD. */
function methodsAt(adapter: ExpressAdapter, path: string): string[] {
  const methods = routesOf(adapter)
    .filter((layer) => layer.match(path))
    .flatMap(methodsOf);
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))];
}
