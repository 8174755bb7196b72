import { Controller, Get, Header, Inject, NotFoundException, Req } from '@nestjs/common';
import type { Request } from 'express';
import { MCP_PATH, RESOURCE_PATH, scopeValues } from '../access/challenge.js';
import { requestScope } from '../common/request-scope.js';
import { PublicRoutes } from '../common/route-metadata.js';
import { type Config, CONFIG } from '../config/config.js';
import { CHANGELOG, CHANGELOG_PATH } from './answer/envelope.interceptor.js';

const CATALOG_PATH = '/.well-known/api-catalog';
const VALID_FOR_MS = 180 * 86_400_000;

/** What programs look for at addresses that every service may have (RFC 8615). */
@PublicRoutes()
@Controller()
export class WellKnownController {
  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'oidc' | 'securityContact'>) {}

  /** The documents of the API, as links (RFC 9727, RFC 9264). */
  @Get(CATALOG_PATH)
  @Header('Content-Type', 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"')
  @Header('Link', `<${CATALOG_PATH}>; rel="api-catalog"`)
  catalog(): object {
    const url = requestScope().publicUrl;
    const link = {
      anchor: `${url}/`,
      'service-desc': [{ href: `${url}/openapi.json`, type: 'application/json' }],
      'service-doc': [
        { href: `${url}/docs`, type: 'text/html' },
        { href: `${url}/llms.txt`, type: 'text/plain' },
      ],
      status: [{ href: `${url}/health/ready`, type: 'application/json' }],
    };
    return { linkset: [link] };
  }

  /** The service as a resource that tokens of an identity provider open (RFC 9728). @throws NotFoundException (404) without one */
  @Get([RESOURCE_PATH, `${RESOURCE_PATH}${MCP_PATH}`])
  resource(@Req() { path }: Request): object {
    if (this.config.oidc === undefined) throw new NotFoundException();
    return {
      resource: `${requestScope().publicUrl}${path.slice(RESOURCE_PATH.length)}`,
      authorization_servers: [this.config.oidc.issuer],
      scopes_supported: scopeValues(this.config.oidc, 'any'),
    };
  }

  /** Whom to tell of a vulnerability (RFC 9116). @throws NotFoundException (404) without `SECURITY_CONTACT` */
  @Get('/.well-known/security.txt')
  @Header('Content-Type', 'text/plain; charset=utf-8')
  security(): string {
    const { securityContact } = this.config;
    if (securityContact === undefined) throw new NotFoundException();
    const expires = new Date(Date.now() + VALID_FOR_MS).toISOString().replace(/\.\d+/, '');
    const canonical = `${requestScope().publicUrl}/.well-known/security.txt`;
    return `Contact: ${securityContact}\nExpires: ${expires}\nPreferred-Languages: en\nCanonical: ${canonical}\n`;
  }

  @Get(CHANGELOG_PATH)
  @Header('Content-Type', 'text/markdown; charset=utf-8')
  changes(): string {
    return CHANGELOG;
  }
}
