import type { Request } from 'express';
import { Controller, Get, Inject, NotFoundException, Req } from '@nestjs/common';
import { type Config, CONFIG, type OidcConfig } from '../config/config.js';
import type { Failure } from '../common/errors/failure.js';
import { requestScope } from '../common/request-scope.js';
import { type NeededScope, PublicRoutes } from '../common/route-metadata.js';

const METADATA_PATH = '/.well-known/oauth-protected-resource';
export const MCP_PATH = '/mcp';

/** The header that tells a refused client where to get a token, with the scopes that are needed (RFC 9728, RFC 6750). */
export function challenge(
  { oidc }: Pick<Config, 'oidc'>,
  { path }: Request,
  error?: string,
  needed?: NeededScope,
): Pick<Failure, 'headers'> | undefined {
  if (oidc === undefined) return undefined;
  const scope = needed && scopeValues(oidc, needed)?.join(' ');
  const url = `${requestScope().publicUrl}${METADATA_PATH}${path === MCP_PATH ? MCP_PATH : ''}`;
  const parts = Object.entries({ error, scope, resource_metadata: url });
  const attributes = parts.flatMap(([name, value]) => (value ? [`${name}="${value}"`] : []));
  return { headers: { 'WWW-Authenticate': `Bearer ${attributes.join(', ')}` } };
}

/** The values to ask the identity provider for; undefined when another claim than that of OAuth's scopes has them. */
function scopeValues({ claim, grants }: OidcConfig, needed: NeededScope): string[] | undefined {
  const isNeeded = (scope: string): boolean => needed === 'any' || [needed].flat().some((one) => one === scope);
  const values = grants.flatMap(([value, scope]) => (isNeeded(scope) ? [value] : []));
  return claim === 'scope' || claim === 'scp' ? [...new Set(values)] : undefined;
}

/** The service as a resource that the tokens of an identity provider open, by which clients find it. */
@PublicRoutes()
@Controller(METADATA_PATH)
export class ProtectedResourceController {
  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'oidc'>) {}

  /** @throws NotFoundException (404) without an identity provider */
  @Get(['/', MCP_PATH])
  metadata(@Req() { path }: Request): object {
    if (this.config.oidc === undefined) throw new NotFoundException();
    return {
      resource: `${requestScope().publicUrl}${path.slice(METADATA_PATH.length)}`,
      authorization_servers: [this.config.oidc.issuer],
      scopes_supported: scopeValues(this.config.oidc, 'any'),
    };
  }
}
