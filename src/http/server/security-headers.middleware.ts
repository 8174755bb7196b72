import type { NestMiddleware } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';

/** Whether a path belongs to Swagger UI or the OpenAPI document: public, GET alone, no envelope. */
export const isDocumentation = (path: string): boolean => /^\/(?:docs(?:\/.*)?|openapi\.json)$/.test(path);

/** The explorer's files. */
const isExplorer = (path: string): boolean => /^\/explore(?:\/|$)/.test(path);

const NOTHING = ["'none'"];
const OWN = ["'self'"];

/** HSTS is left to whatever ends TLS in front of the service. */
function withPolicy(directives: Record<string, string[]>): ReturnType<typeof helmet> {
  return helmet({ strictTransportSecurity: false, contentSecurityPolicy: { useDefaults: false, directives } });
}

const POLICY_OF_PAGES = {
  defaultSrc: NOTHING,
  scriptSrc: OWN,
  styleSrc: [...OWN, "'unsafe-inline'"],
  imgSrc: [...OWN, 'data:'],
  fontSrc: OWN,
  connectSrc: OWN,
  baseUri: NOTHING,
  formAction: NOTHING,
  frameAncestors: NOTHING,
};

/** Covers are addresses in the data: the explorer fetches them when its user says so. */
const POLICY_OF_EXPLORER = { ...POLICY_OF_PAGES, styleSrc: OWN, imgSrc: [...OWN, 'data:', 'https:'] };

/**
 * Sets headers that keep browsers from doing more with an answer than reading it, and caches from keeping it; pages of
 * documentation and the explorer may run their own scripts.
 */
@Injectable()
export class SecurityHeadersMiddleware implements NestMiddleware {
  private readonly forPages = withPolicy(POLICY_OF_PAGES);
  private readonly forExplorer = withPolicy(POLICY_OF_EXPLORER);

  use(request: Request, response: Response, next: NextFunction): void {
    if (isDocumentation(request.path)) return this.forPages(request, response, next);
    if (isExplorer(request.path)) return this.forExplorer(request, response, next);
    for (const [name, value] of DATA_HEADERS) response.setHeader(name, value);
    next();
  }
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
