import { type CanActivate, type ExecutionContext, Inject, Injectable, Optional } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { type Config, CONFIG } from '../config/config.js';
import { Failure } from '../common/errors/failure.js';
import { CachedTokenVerifier } from './cached-token-verifier.js';
import { isJwt, IssuedTokens } from './issued-tokens.js';
import { requestScope } from '../common/request-scope.js';
import type { AccessToken } from '../common/access-token.js';
import { challenge } from './challenge.js';
import { LinkTokens } from './link-tokens.js';
import { RequestLimits } from './request-limits.js';
import { type NeededScope, OpensLink, Public, RequiresScope } from '../common/route-metadata.js';

/** A path without the token of a link, also where the rest of the address is mistyped. */
export const shownPath = (path: string): string => path.replace(/(?<=\/links\/).*/is, '…').replace(/[^/]{41,}/g, '…');

const BEARER = /^Bearer +([\x21-\x7e]+) *$/i;

/** The refusal of a token without a needed scope; undefined when the token has it. */
export function missingScope(
  { scopes }: Pick<AccessToken, 'scopes'>,
  needed: NeededScope | undefined,
): Failure | undefined {
  const isOpen = (one: string): boolean => (one === 'any' ? scopes.length > 0 : scopes.some((held) => held === one));
  if (typeof needed === 'string' && (scopes as readonly string[]).includes(needed)) return undefined;
  const missing = [needed ?? 'none'].flat().find((one) => !isOpen(one));
  if (missing === undefined) return undefined;
  const held = scopes.join(', ') || 'none';
  const lacking = missing === 'any' ? 'a scope' : `the scope "${missing}"`;
  return new Failure('forbidden', `The token lacks ${lacking} that this operation needs; it has ${held}.`);
}

/** Requires a scope in addition to that of the route. @throws Failure (403) for a token without it */
export function requireScope(needed: NeededScope): void {
  const refusal = missingScope(requestScope().token as AccessToken, needed);
  if (refusal !== undefined) throw refusal;
}

/** The global guard: every route that is not public needs a token with its scope, within the token's limits. */
@Injectable()
export class AuthGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly tokens: CachedTokenVerifier,
    @Optional() @Inject(IssuedTokens) private readonly issued: IssuedTokens | undefined,
    @Inject(CONFIG) private readonly config: Pick<Config, 'oidc'>,
    private readonly limits: RequestLimits,
    private readonly links: LinkTokens,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const marked = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride(Public, marked)) return true;
    const http = context.switchToHttp();
    const scope = this.reflector.getAllAndOverride(RequiresScope, marked);
    const isLink = this.reflector.getAllAndOverride(OpensLink, marked);
    await this.authorize(http.getRequest<Request>(), http.getResponse<Response>(), scope, isLink);
    return true;
  }

  /**
   * Sets the token of the request's scope and the `RateLimit-*` headers of its answer.
   * @throws Failure without a valid token (401) or link (404, 410), without the scope (403) or beyond a limit (429), and
   * UnavailableFailure (503) when the tokens or the daily quota can't be looked up
   */
  async authorize(request: Request, response: Response, scope: NeededScope | undefined, isLink = false): Promise<void> {
    const token = isLink ? await this.openLink(request) : await this.authenticate(request);
    requestScope().token = token;
    const refusal = missingScope(token, scope);
    if (refusal === undefined) return token.limits && this.limits.count(token, response);
    requestScope().refused = 'scope';
    await this.limits.describe(token, response);
    throw new Failure('forbidden', refusal.message, challenge(this.config, request, 'insufficient_scope', scope));
  }

  /** The token of the link in the path. Sets the link of the request's scope. @throws Failure (404, 410) */
  private async openLink({ params, ip }: Request): Promise<AccessToken> {
    const { token = '', file = '' } = params as Readonly<Record<string, string>>;
    const opened = await this.links.open(token, file);
    const scope = requestScope();
    if (typeof opened === 'object') {
      scope.link = opened.link;
      return opened.token;
    }
    scope.refused = `link_${opened}`;
    if (opened === 'unknown') await this.limits.countGuess(ip);
    throw new Failure('unknown_path', 'There is no such link: it was changed, or the token that made it is gone.');
  }

  private async authenticate(request: Request): Promise<AccessToken> {
    const { authorization } = request.headers;
    const value = BEARER.exec(authorization ?? '')?.[1];
    const verifier = this.issued !== undefined && isJwt(value ?? '') ? this.issued : this.tokens;
    const token = value === undefined ? 'missing' : await verifier.verify(value);
    if (typeof token === 'object') return token;
    requestScope().refused = token;
    // Nobody guesses a signature, and a known token is no guess.
    if (token === 'unknown' || (token === 'missing' && authorization !== undefined))
      await this.limits.countGuess(request.ip);
    throw new Failure(
      'unauthenticated',
      value === undefined
        ? 'A token is required: send the header "Authorization: Bearer <ACCESS_TOKEN>".'
        : 'The token is not valid: it is unknown, expired or revoked.',
      challenge(this.config, request, value && 'invalid_token'),
    );
  }
}
