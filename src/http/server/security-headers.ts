import type { NextFunction, Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';

const NOTHING = ["'none'"];
const OWN = ["'self'"];

/**
 * Sets headers that keep browsers from doing more with an answer than reading it, and caches from keeping it; pages of
 * documentation may run their own scripts.
 */
export function securityHeaders(isDocumentation: (path: string) => boolean): RequestHandler {
  const forPages = withPolicy({
    defaultSrc: NOTHING,
    scriptSrc: OWN,
    styleSrc: [...OWN, "'unsafe-inline'"],
    imgSrc: [...OWN, 'data:'],
    fontSrc: OWN,
    connectSrc: OWN,
    baseUri: NOTHING,
    formAction: NOTHING,
    frameAncestors: NOTHING,
  });
  return (request: Request, response: Response, next: NextFunction): void => {
    if (isDocumentation(request.path)) return forPages(request, response, next);
    for (const [name, value] of DATA_HEADERS) response.setHeader(name, value);
    next();
  };
}

/** HSTS is left to whatever ends TLS in front of the service. */
function withPolicy(directives: Record<string, string[]>): ReturnType<typeof helmet> {
  return helmet({ strictTransportSecurity: false, contentSecurityPolicy: { useDefaults: false, directives } });
}

/** The headers of every answer that is no documentation, by name: made once, as they are the same for all. */
export const DATA_HEADERS: readonly (readonly [name: string, value: string])[] = [
  ['Cache-Control', 'no-store'],
  ...headersOf(withPolicy({ defaultSrc: NOTHING, frameAncestors: NOTHING })),
];

/** The headers that a middleware sets whatever the request. */
function headersOf(middleware: ReturnType<typeof helmet>): [string, string][] {
  const headers: [string, string][] = [];
  const response = {
    setHeader: (name: string, value: string) => headers.push([name, value]),
    removeHeader: () => undefined,
  };
  middleware({} as Request, response as unknown as Response, () => undefined);
  return headers;
}
