import type { NestMiddleware } from '@nestjs/common';
import { Inject, Injectable } from '@nestjs/common';
import type { CorsOptions } from 'cors';
import cors from 'cors';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.js';

/** Whether a path belongs to Swagger UI, the OpenAPI document or /llms.txt: public, GET alone, no envelope. */
export const isDocumentation = (path: string): boolean => /^\/(?:docs(?:\/.*)?|openapi\.json|llms\.txt)$/.test(path);

/** The explorer's files. */
const isExplorer = (path: string): boolean => /^\/explore(?:\/|$)/.test(path);

const NOTHING = ["'none'"];
const OWN = ["'self'"];

/** HSTS belongs to the proxy that ends TLS. */
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

/** The explorer loads covers, whose addresses are in the data, when its user allows it. */
const POLICY_OF_EXPLORER = { ...POLICY_OF_PAGES, styleSrc: OWN, imgSrc: [...OWN, 'data:', 'https:'] };

const EXPOSED_HEADERS =
  'Age, X-Request-Id, X-Data-Version, X-Data-Changed, X-Total-Count, X-Matched-Count, Content-Disposition, Retry-After, RateLimit-Policy, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset';

const CORS: CorsOptions = {
  methods: 'GET, HEAD, POST',
  allowedHeaders:
    'Authorization, Content-Type, X-Request-Id, X-Data-Version, Mcp-Protocol-Version, Mcp-Method, Mcp-Name',
  exposedHeaders: EXPOSED_HEADERS,
  maxAge: 600,
};

/**
 * Sets headers that keep browsers from executing answers and caches from storing them; the documentation and the explorer
 * may run their own scripts. Pages of the configured origins may call the API without credentials, because tokens are
 * sent by header. Without a configured origin CORS is closed and OPTIONS is a method like any other.
 */
@Injectable()
export class SecurityHeadersMiddleware implements NestMiddleware {
  private readonly forPages = withPolicy(POLICY_OF_PAGES);
  private readonly forExplorer = withPolicy(POLICY_OF_EXPLORER);
  private readonly origins: ReadonlySet<string>;
  private readonly allows: ReturnType<typeof cors>;

  constructor(@Inject(CONFIG) { corsOrigins }: Pick<Config, 'corsOrigins'>) {
    this.origins = new Set(corsOrigins);
    this.allows = cors({ ...CORS, origin: this.origins.has('*') ? '*' : true });
  }

  use(request: Request, response: Response, next: NextFunction): void {
    if (isDocumentation(request.path)) this.forPages(request, response, () => undefined);
    else if (isExplorer(request.path)) this.forExplorer(request, response, () => undefined);
    else for (const [name, value] of DATA_HEADERS) response.setHeader(name, value);
    if (this.origins.size === 0) next();
    else this.shareWith(request, response, next);
  }

  private shareWith(request: Request, response: Response, next: NextFunction): void {
    const { origin } = request.headers;
    const isToAll = this.origins.has('*');
    if (!isToAll) response.vary('Origin');
    if (origin === undefined || !(isToAll || this.origins.has(origin))) return next();
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    this.allows(request, response, next);
  }
}

/** The CORS headers of an answer that does not pass the middleware. */
export function corsHeadersFor(origin: string | undefined, origins: readonly string[]): Record<string, string> {
  const allowed = ['*', origin].find((one) => one !== undefined && origins.includes(one));
  if (origin === undefined || allowed === undefined) return {};
  return {
    'Access-Control-Allow-Origin': allowed,
    'Access-Control-Expose-Headers': EXPOSED_HEADERS,
    'Cross-Origin-Resource-Policy': 'cross-origin',
    Vary: 'Origin',
  };
}

/** The headers of every answer outside the documentation and the explorer. */
export const DATA_HEADERS: readonly (readonly [name: string, value: string])[] = [
  ['Cache-Control', 'no-store'],
  ...headersOf(withPolicy({ defaultSrc: NOTHING, frameAncestors: NOTHING })),
];

/** The headers that a middleware sets on every request. */
function headersOf(middleware: ReturnType<typeof helmet>): [string, string][] {
  const headers: [string, string][] = [];
  const response = {
    setHeader: (name: string, value: string) => headers.push([name, value]),
    removeHeader: () => undefined,
  };
  middleware({} as Request, response as unknown as Response, () => undefined);
  return headers;
}
