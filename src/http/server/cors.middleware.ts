import type { NestMiddleware } from '@nestjs/common';
import { Inject, Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.token.js';

const METHODS = 'GET, HEAD, POST';
const REQUEST_HEADERS = 'Authorization, Content-Type, X-Request-Id';
const ANSWER_HEADERS =
  'Age, X-Request-Id, X-Total-Count, Content-Disposition, Retry-After, RateLimit-Policy, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset';
const PREFLIGHT_SECONDS = '600';

/**
 * Lets pages of the configured origins call the API. Tokens are sent by header, never by cookie, so credentials stay
 * closed. Without an origin CORS is closed, and OPTIONS is a method like any other.
 */
@Injectable()
export class CorsMiddleware implements NestMiddleware {
  private readonly origins: ReadonlySet<string>;
  private readonly all: boolean;

  constructor(@Inject(CONFIG) { corsOrigins }: Pick<Config, 'corsOrigins'>) {
    this.origins = new Set(corsOrigins);
    this.all = this.origins.has('*');
  }

  use(request: Request, response: Response, next: NextFunction): void {
    const { origin } = request.headers;
    if (!this.all && this.origins.size > 0) response.vary('Origin');
    if (origin === undefined || !(this.all || this.origins.has(origin))) return next();
    response.setHeader('Access-Control-Allow-Origin', this.all ? '*' : origin);
    response.setHeader('Access-Control-Expose-Headers', ANSWER_HEADERS);
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return next();
    response.setHeader('Access-Control-Allow-Methods', METHODS);
    response.setHeader('Access-Control-Allow-Headers', REQUEST_HEADERS);
    response.setHeader('Access-Control-Max-Age', PREFLIGHT_SECONDS);
    response.status(204).end();
  }
}
