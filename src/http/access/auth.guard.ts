import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.token.js';
import { ForbiddenFailure, UnauthenticatedFailure } from '../../errors/failure.js';
import { remainingMs, withinDeadline } from '../request/deadline.js';
import { AuthenticationLimiter } from './authentication-limiter.js';
import type { AccessToken, ServiceRequest } from '../request/request-context.js';
import { RequestLimits } from './request-limits.js';
import type { NeededScope } from './route-metadata.js';
import { PUBLIC, SCOPE } from './route-metadata.js';
import { TokenVerifier } from './token-verifier.js';

const BEARER = /^Bearer +([\x21-\x7e]{1,512}) *$/i;

/** Why a token does not open what needs a scope; undefined when it does. */
export function lackOfScope(
  { scopes }: Pick<AccessToken, 'scopes'>,
  needed: NeededScope | undefined,
): ForbiddenFailure | undefined {
  const lacking = [needed ?? 'none'].flat().find((one) => one !== 'any' && !scopes.some((held) => held === one));
  if (lacking === undefined) return undefined;
  const held = scopes.join(', ') || 'none';
  return new ForbiddenFailure(`The token lacks the scope "${lacking}" that this operation needs; it has ${held}.`);
}

/** The global guard: every route needs a token with its scope, unless it is marked public; one without a mark is refused. */
@Injectable()
export class AuthGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly tokens: TokenVerifier,
    private readonly limits: RequestLimits,
    private readonly guesses: AuthenticationLimiter,
    @Inject(CONFIG) private readonly config: Pick<Config, 'requestTimeoutMs'>,
  ) {}

  /** @throws what `authorize` throws */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const metadata = <T>(key: string): T | undefined =>
      this.reflector.getAllAndOverride<T | undefined>(key, [context.getHandler(), context.getClass()]);
    if (metadata<boolean>(PUBLIC) === true) return true;
    const http = context.switchToHttp();
    const scope = metadata<NeededScope>(SCOPE);
    await this.authorize(http.getRequest<ServiceRequest>(), http.getResponse<Response>(), scope);
    return true;
  }

  /**
   * Notes the request's token in its context, and sets the `RateLimit-*` headers of its answer.
   * @param scope what the token must open; `any` is content with every valid token, undefined with none
   * @throws UnauthenticatedFailure (401), ForbiddenFailure (403), LimitFailure (429), or UnavailableFailure (503) when the
   * tokens or the daily quota can't be looked up within the request's deadline
   */
  async authorize(request: ServiceRequest, response: Response, scope: NeededScope | undefined): Promise<void> {
    const token = await this.verify(request);
    const refusal = lackOfScope(token, scope);
    if (refusal !== undefined) {
      if (token.limits !== undefined) await this.limits.describe(token, response);
      throw refusal;
    }
    if (token.limits === undefined) return;
    const counted = this.limits.count(token, response);
    const { perDay } = token.limits;
    await (perDay === undefined ? counted : withinDeadline(counted, this.remainingMs(request)));
  }

  private async verify(request: ServiceRequest): Promise<AccessToken> {
    const { headers, context } = request;
    const value = BEARER.exec(headers.authorization ?? '')?.[1];
    if (value === undefined) {
      if (headers.authorization !== undefined) await this.guesses.failed(request.ip);
      throw new UnauthenticatedFailure('A token is required: send the header "Authorization: Bearer <ACCESS_TOKEN>".');
    }
    const verified = this.tokens.verify(value);
    const token = verified instanceof Promise ? await withinDeadline(verified, this.remainingMs(request)) : verified;
    if (token === undefined) {
      await this.guesses.failed(request.ip);
      throw new UnauthenticatedFailure('The token is not valid: it is unknown, expired or revoked.');
    }
    context.token = token;
    return token;
  }

  private remainingMs({ context }: ServiceRequest): number {
    return remainingMs(context, this.config.requestTimeoutMs);
  }
}
