import type { IncomingMessage, ServerResponse } from 'node:http';
import { Inject, Injectable, type NestMiddleware } from '@nestjs/common';
import cors, { type CorsOptions } from 'cors';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { type Config, CONFIG } from '../../config/config.js';

const NOTHING = ["'none'"];
const OWN = ["'self'"];

/** HSTS belongs to the proxy that ends TLS. */
function withPolicy(directives: Record<string, string[]>): ReturnType<typeof helmet> {
  return helmet({ strictTransportSecurity: false, contentSecurityPolicy: { useDefaults: false, directives } });
}

/** What pages of the service may load: files of its own. */
export const POLICY_OF_PAGES = {
  defaultSrc: NOTHING,
  scriptSrc: OWN,
  styleSrc: OWN,
  imgSrc: [...OWN, 'data:'],
  fontSrc: OWN,
  connectSrc: OWN,
  baseUri: NOTHING,
  formAction: NOTHING,
  frameAncestors: NOTHING,
};

/** The headers of pages, in the place of those of data. */
export function pageHeaders(directives: Record<string, string[]>): RequestHandler {
  const setPolicy = withPolicy(directives);
  return (request, response, next) => {
    response.removeHeader('Cache-Control');
    setPolicy(request, response, next);
  };
}

const CORS: CorsOptions = {
  methods: 'GET, HEAD, POST',
  allowedHeaders:
    'Authorization, Content-Type, If-None-Match, X-Request-Id, X-Data-Version, Mcp-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name',
  exposedHeaders:
    'Age, Deprecation, ETag, Link, X-Request-Id, X-Data-Version, X-Data-Changed, X-Total-Count, X-Matched-Count, Content-Disposition, Mcp-Session-Id, Retry-After, WWW-Authenticate, RateLimit, RateLimit-Policy, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset',
  maxAge: 600,
};

/**
 * Sets headers that keep browsers from executing answers and caches from storing them. Pages of the configured origins may
 * call the API without credentials, because tokens are sent by header. Without a configured origin CORS is closed and
 * OPTIONS is a method like any other.
 */
@Injectable()
export class SecurityHeadersMiddleware implements NestMiddleware {
  private readonly setPolicy = withPolicy({ defaultSrc: NOTHING, frameAncestors: NOTHING });
  private readonly origins: ReadonlySet<string>;
  private readonly allows: ReturnType<typeof cors>;

  constructor(@Inject(CONFIG) { corsOrigins }: Pick<Config, 'corsOrigins'>) {
    this.origins = new Set(corsOrigins);
    this.allows = cors({ ...CORS, origin: this.origins.has('*') ? '*' : true });
  }

  use(request: IncomingMessage, response: ServerResponse, next: () => void): void {
    response.setHeader('Cache-Control', 'no-store');
    const { origin } = request.headers;
    const isToAll = this.origins.has('*');
    if (this.origins.size > 0 && !isToAll) response.setHeader('Vary', 'Origin');
    if (origin === undefined || !(isToAll || this.origins.has(origin))) return this.setPolicy(request, response, next);
    this.setPolicy(request, response, () => {
      response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
      this.allows(request, response, next);
    });
  }
}
