import type { NextFunction, Request, RequestHandler, Response } from 'express';

const METHODS = 'GET, HEAD, POST';
const REQUEST_HEADERS = 'Authorization, Content-Type, X-Request-Id';
const ANSWER_HEADERS =
  'X-Request-Id, Retry-After, RateLimit-Policy, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset';
const PREFLIGHT_SECONDS = '600';

/**
 * Lets pages of the origins given call the API; tokens are sent by header, never by cookie, so credentials stay closed.
 * With no origin CORS is closed, and OPTIONS is a method like any other.
 */
export function cors(origins: readonly string[]): RequestHandler {
  const all = origins.includes('*');
  const allowed = new Set(origins);
  return (request: Request, response: Response, next: NextFunction): void => {
    const { origin } = request.headers;
    if (!all && allowed.size > 0) response.vary('Origin');
    if (origin === undefined || !(all || allowed.has(origin))) return next();
    response.setHeader('Access-Control-Allow-Origin', all ? '*' : origin);
    response.setHeader('Access-Control-Expose-Headers', ANSWER_HEADERS);
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return next();
    response.setHeader('Access-Control-Allow-Methods', METHODS);
    response.setHeader('Access-Control-Allow-Headers', REQUEST_HEADERS);
    response.setHeader('Access-Control-Max-Age', PREFLIGHT_SECONDS);
    response.status(204).end();
  };
}
