import type { Request } from 'express';
import { Controller, Get, Inject, NotFoundException, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Config, CONFIG, type OidcConfig } from '../config/config.js';
import type { Failure } from '../common/errors/failure.js';
import { type NeededScope, Public, WithoutEnvelope } from '../common/route-metadata.js';

/** The address of the service as its clients know it, without a slash at its end. */
export const publicUrl = (config: Pick<Config, 'publicUrl'>, { protocol, host }: Request): string =>
  config.publicUrl ?? `${protocol}://${host}`;

const METADATA_PATH = '/.well-known/oauth-protected-resource';
export const MCP_PATH = '/mcp';

/** The header that tells a refused client where to get a token, with the scopes that are needed (RFC 9728, RFC 6750). */
export function challenge(
  config: Pick<Config, 'oidc' | 'publicUrl'>,
  request: Request,
  error?: string,
  needed?: NeededScope,
): Pick<Failure, 'headers'> | undefined {
  if (config.oidc === undefined) return undefined;
  const scope = needed && scopeValues(config.oidc, needed)?.join(' ');
  const url = `${publicUrl(config, request)}${METADATA_PATH}${request.path === MCP_PATH ? MCP_PATH : ''}`;
  const parts = Object.entries({ error, scope, resource_metadata: url });
  const given = parts.flatMap(([name, value]) => (value ? [`${name}="${value}"`] : []));
  return { headers: { 'WWW-Authenticate': `Bearer ${given.join(', ')}` } };
}

/** The values to ask the identity provider for; undefined when another claim than that of OAuth's scopes has them. */
function scopeValues({ claim, grants }: OidcConfig, needed: NeededScope): string[] | undefined {
  const isNeeded = (scope: string): boolean => needed === 'any' || [needed].flat().some((one) => one === scope);
  const values = grants.flatMap(([value, scope]) => (isNeeded(scope) ? [value] : []));
  return claim === 'scope' || claim === 'scp' ? [...new Set(values)] : undefined;
}

/** The service as a resource that the tokens of an identity provider open, by which clients find it. */
@ApiExcludeController()
@Public()
@WithoutEnvelope()
@Controller(METADATA_PATH)
export class ProtectedResourceController {
  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'oidc' | 'publicUrl'>) {}

  /** @throws NotFoundException (404) without an identity provider */
  @Get(['/', MCP_PATH])
  metadata(@Req() request: Request): object {
    if (this.config.oidc === undefined) throw new NotFoundException();
    return {
      resource: `${publicUrl(this.config, request)}${request.path.slice(METADATA_PATH.length)}`,
      authorization_servers: [this.config.oidc.issuer],
      scopes_supported: scopeValues(this.config.oidc, 'any'),
    };
  }
}
