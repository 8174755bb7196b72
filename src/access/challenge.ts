import type { Request } from 'express';
import type { Config, OidcConfig } from '../config/config.js';
import type { Failure } from '../common/errors/failure.js';
import { requestScope } from '../common/request-scope.js';
import type { NeededScope } from '../common/route-metadata.js';

export const RESOURCE_PATH = '/.well-known/oauth-protected-resource';
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
  const url = `${requestScope().publicUrl}${RESOURCE_PATH}${path === MCP_PATH ? MCP_PATH : ''}`;
  const parts = Object.entries({ error, scope, resource_metadata: url });
  const attributes = parts.flatMap(([name, value]) => (value ? [`${name}="${value}"`] : []));
  return { headers: { 'WWW-Authenticate': `Bearer ${attributes.join(', ')}` } };
}

/** The values to ask the identity provider for; undefined when another claim than that of OAuth's scopes has them. */
export function scopeValues({ claim, grants }: OidcConfig, needed: NeededScope): string[] | undefined {
  const isNeeded = (scope: string): boolean => needed === 'any' || [needed].flat().some((one) => one === scope);
  const values = grants.flatMap(([value, scope]) => (isNeeded(scope) ? [value] : []));
  return claim === 'scope' || claim === 'scp' ? [...new Set(values)] : undefined;
}
