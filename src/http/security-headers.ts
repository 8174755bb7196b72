import type { NextFunction, Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';

const NOTHING = ["'none'"];
const OWN = ["'self'"];

/**
 * Headers that keep browsers from doing more with an answer than reading it, and caches from keeping it; pages of
 * documentation may run their own scripts.
 */
export function securityHeaders(isDocumentation: (path: string) => boolean): RequestHandler {
  const forData = withPolicy({ defaultSrc: NOTHING, frameAncestors: NOTHING });
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
    response.setHeader('Cache-Control', 'no-store');
    forData(request, response, next);
  };
}

/** HSTS is left to whatever ends TLS in front of the service. */
const withPolicy = (directives: Record<string, string[]>) =>
  helmet({ strictTransportSecurity: false, contentSecurityPolicy: { useDefaults: false, directives } });
