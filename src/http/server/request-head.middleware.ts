import type { NestMiddleware } from '@nestjs/common';
import { Inject, Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { HttpFailure, NotFoundFailure } from '../../errors/failure.js';
import { RouteTable, withHead } from './route-table.js';
import { isDocumentation } from './security-headers.middleware.js';

/** Refuses paths that are no route (404) and methods that a route does not have (405 with `Allow`). */
@Injectable()
export class KnownRoutesMiddleware implements NestMiddleware {
  private methods: ReadonlyMap<string, readonly string[]> | undefined;

  constructor(@Inject(RouteTable) private readonly table: Pick<RouteTable, 'methodsOfPaths'>) {}

  /** Passes on NotFoundFailure or HttpFailure (405). */
  use({ path, method }: Request, _response: Response, next: NextFunction): void {
    this.methods ??= this.table.methodsOfPaths;
    const allowed = this.methods.get(path) ?? (isDocumentation(path) ? withHead('GET') : undefined);
    if (allowed === undefined) {
      return next(new NotFoundFailure(`There is no path ${path.slice(0, 100)}; the operations are listed at /docs.`));
    }
    if (allowed.includes(method)) return next();
    const list = allowed.join(', ');
    next(new HttpFailure(405, `${path.slice(0, 100)} takes ${list}, not ${method}.`, { Allow: list }));
  }
}
