import type { NestMiddleware } from '@nestjs/common';
import { Inject, Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import type { Failure } from '../../errors/failure.js';
import { HttpFailure, NotFoundFailure } from '../../errors/failure.js';
import { bodyTooLarge } from '../request/json-body.js';
import { RouteTable, withHead } from './route-table.js';
import { isDocumentation } from './security-headers.middleware.js';

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;
const OTHER_CHARSET = /charset(?!\s*=\s*"?utf-?8"?\s*(?:;|$))/i;

/** Refuses requests by their head, before the token is read: 404, 405 with `Allow`, 413 and 415. */
@Injectable()
export class RequestHeadMiddleware implements NestMiddleware {
  private methods: ReadonlyMap<string, readonly string[]> | undefined;

  constructor(@Inject(RouteTable) private readonly table: Pick<RouteTable, 'methodsOfPaths'>) {}

  /** Passes on NotFoundFailure or HttpFailure. */
  use(request: Request, _response: Response, next: NextFunction): void {
    next(this.faultOfRoute(request) ?? faultOfBody(request));
  }

  private faultOfRoute({ path, method }: Request): Failure | undefined {
    this.methods ??= this.table.methodsOfPaths;
    const allowed =
      this.methods.get(path) ??
      this.methods.get(path.replace(/[^/]+$/, ':file')) ??
      (isDocumentation(path) ? withHead('GET') : undefined);
    if (allowed === undefined) {
      return new NotFoundFailure(`There is no path ${path.slice(0, 100)}; the operations are listed at /docs.`);
    }
    if (allowed.includes(method)) return undefined;
    const list = allowed.join(', ');
    return new HttpFailure(405, `${path.slice(0, 100)} takes ${list}, not ${method}.`, { Allow: list });
  }
}

function faultOfBody({ headers }: Request): Failure | undefined {
  const length = Number(headers['content-length'] ?? 0);
  if (length === 0 && headers['transfer-encoding'] === undefined) return undefined;
  const { 'content-encoding': encoding = 'identity', 'content-type': type = '' } = headers;
  if (encoding.toLowerCase() !== 'identity') {
    return new HttpFailure(415, 'The body must not be compressed or in another encoding; send plain JSON in UTF-8.');
  }
  if (!JSON_TYPE.test(type) || OTHER_CHARSET.test(type)) {
    const given = type === '' ? 'it came without a Content-Type' : `not "${type.slice(0, 100)}"`;
    return new HttpFailure(415, `The body must be JSON in UTF-8 (Content-Type: application/json), ${given}.`);
  }
  return bodyTooLarge(length);
}
