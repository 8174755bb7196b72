import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Admission } from '../access/admission.js';
import { canonicalRequest } from './canonical-request.js';
import { answerWith } from './encoded-answer.js';
import { BODY_CLASS, SCOPE } from '../access/marks.js';
import type { PageCache } from './page-cache.js';
import type { Scope, ServiceRequest } from '../request/request-context.js';
import type { Route } from '../server/route-table.js';
import type { RequestClass } from '../validation/request-field.js';

/** What is known of an operation before its handler is called. */
interface BodyOperation {
  readonly body: RequestClass;
  readonly scope: Scope | 'any';
}

/** The operations that take a body, by path. */
export function bodyOperations(routes: readonly Route[]): ReadonlyMap<string, BodyOperation> {
  return new Map(
    routes.flatMap(({ path, handler }) => {
      const body = Reflect.getMetadata(BODY_CLASS, handler) as RequestClass | undefined;
      const scope = Reflect.getMetadata(SCOPE, handler) as Scope | 'any';
      return body === undefined ? [] : [[path, { body, scope }] as const];
    }),
  );
}

const NO_STORE = /(?:^|[\s,])no-store(?:$|[\s,;])/i;

/**
 * Answers requests whose page was made before, once they are admitted; the page that is made for any other is kept.
 * `Cache-Control: no-store` in a request stands for: neither.
 */
export function answerFromCache(
  cache: PageCache,
  operations: ReadonlyMap<string, BodyOperation>,
  admission: Admission,
): RequestHandler {
  return (request: Request, response: Response, next: NextFunction): void => {
    const operation = request.method === 'POST' ? operations.get(request.path) : undefined;
    if (operation === undefined || NO_STORE.test(request.headers['cache-control'] ?? '')) return next();
    const service = request as ServiceRequest;
    admission
      .admit(service, response, operation.scope)
      .then(() => {
        const looked = cache.look(`${request.path} ${canonicalRequest(operation.body, request.body)}`);
        service.context.cached = typeof looked !== 'function';
        if (typeof looked === 'function') {
          service.context.keep = looked;
          return next();
        }
        answerWith(looked, service, response);
      })
      .catch(next);
  };
}
