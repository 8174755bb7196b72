import { Controller, Get, Inject, Injectable, NotFoundException, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import type { Failure } from '../../common/errors/failure.js';
import { type Config, CONFIG } from '../../config/config.js';
import { WithoutEnvelope } from '../answer/envelope.interceptor.js';
import { publicUrl } from '../request/public-url.js';
import { type NeededScope, Public } from './route-metadata.js';

const METADATA_PATH = '/.well-known/oauth-protected-resource';
const MCP_PATH = '/mcp';

/** The service as a resource that the tokens of an identity provider open (RFC 9728, RFC 6750). */
@Injectable()
export class ProtectedResource {
  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'oidc' | 'publicUrl'>) {}

  /** The resource at a path; undefined without an identity provider. */
  metadata(request: Request, path: string): object | undefined {
    if (this.config.oidc === undefined) return undefined;
    const scopes = this.scopesFor();
    return {
      resource: `${publicUrl(this.config, request)}${path}`,
      authorization_servers: [this.config.oidc.issuer],
      ...(scopes.length > 0 && { scopes_supported: scopes }),
      bearer_methods_supported: ['header'],
      resource_name: 'Commerce analytics',
    };
  }

  /** The header that tells a refused client where to get a token, with the scopes that are needed. */
  challenge(request: Request, error?: string, needed?: NeededScope): Pick<Failure, 'headers'> | undefined {
    if (this.config.oidc === undefined) return undefined;
    const path = request.path === MCP_PATH ? MCP_PATH : '';
    const scopes = needed === undefined ? [] : this.scopesFor(needed);
    const parts = [
      ...(error === undefined ? [] : [`error="${error}"`]),
      ...(scopes.length > 0 ? [`scope="${scopes.join(' ')}"`] : []),
      `resource_metadata="${publicUrl(this.config, request)}${METADATA_PATH}${path}"`,
    ];
    return { headers: { 'WWW-Authenticate': `Bearer ${parts.join(', ')}` } };
  }

  /** The values to ask the identity provider for; none when another claim than that of OAuth's scopes has them. */
  private scopesFor(needed: NeededScope = 'any'): string[] {
    const { claim, grants } = this.config.oidc ?? { claim: '', grants: [] };
    if (claim !== 'scope' && claim !== 'scp') return [];
    const isNeeded = (scope: string): boolean => needed === 'any' || [needed].flat().some((one) => one === scope);
    return [...new Set(grants.flatMap(([value, scope]) => (isNeeded(scope) ? [value] : [])))];
  }
}

/** The metadata by which clients find the identity provider; 404 without one. */
@ApiExcludeController()
@Public()
@WithoutEnvelope()
@Controller(METADATA_PATH)
export class ProtectedResourceController {
  constructor(private readonly resource: ProtectedResource) {}

  @Get()
  api(@Req() request: Request): object {
    return this.found(request, '');
  }

  @Get(MCP_PATH)
  mcp(@Req() request: Request): object {
    return this.found(request, MCP_PATH);
  }

  private found(request: Request, path: string): object {
    const metadata = this.resource.metadata(request, path);
    if (metadata === undefined) throw new NotFoundException();
    return metadata;
  }
}
