import type { NestMiddleware } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { raw } from 'express';
import { BODY_LIMIT_BYTES, parseBody } from './json-body.js';

const readBody = raw({ type: () => true, inflate: false, limit: BODY_LIMIT_BYTES });

/** Reads the body as JSON without losing a digit: integers beyond 2^53 arrive as bigint, no body as `{}`. */
@Injectable()
export class JsonBodyMiddleware implements NestMiddleware {
  /** Passes on HttpFailure (400, 415), or the error of Express with status 413 or 415. */
  use(request: Request, response: Response, next: NextFunction): void {
    readBody(request, response, (error?: unknown) => {
      if (error !== undefined) return next(error);
      const bytes: unknown = request.body;
      try {
        request.body = Buffer.isBuffer(bytes) ? parseBody(request.headers['content-type'] ?? '', bytes) : {};
      } catch (failure) {
        return next(failure);
      }
      next();
    });
  }
}
