import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ForbiddenFailure, UnauthenticatedFailure } from '../errors/failure.js';
import { remainingMs, withinDeadline } from './deadline.js';
import { PUBLIC, SCOPE } from './marks.js';
import type { Scope, ServiceRequest } from './request-context.js';
import { TokenVerifier } from './token-verifier.js';

const BEARER = /^Bearer +([\x21-\x7e]{1,512}) *$/i;

/** Refuses every request without a valid token, except on routes marked public; a route without a scope mark is refused too. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly tokens: TokenVerifier,
    private readonly timeoutMs: number,
  ) {}

  /**
   * @throws UnauthenticatedFailure (401), ForbiddenFailure (403), or UnavailableFailure (503) when the tokens can't be
   * looked up within the request's deadline
   */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (this.mark<boolean>(context, PUBLIC) === true) return true;
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    const value = BEARER.exec(request.headers.authorization ?? '')?.[1];
    if (value === undefined) {
      throw new UnauthenticatedFailure('A token is required: send the header "Authorization: Bearer <ACCESS_TOKEN>".');
    }
    const token = await withinDeadline(this.tokens.verify(value), remainingMs(request.context, this.timeoutMs));
    if (token === undefined)
      throw new UnauthenticatedFailure('The token is not valid: it is unknown, expired or revoked.');
    request.context.token = token;
    const scope = this.mark<Scope | 'any'>(context, SCOPE);
    if (scope !== 'any' && (scope === undefined || !token.scopes.includes(scope))) {
      const held = token.scopes.join(', ') || 'none';
      throw new ForbiddenFailure(
        `The token lacks the scope "${scope ?? 'none'}" that this operation needs; it has ${held}.`,
      );
    }
    return true;
  }

  private mark<T>(context: ExecutionContext, key: string): T | undefined {
    return this.reflector.getAllAndOverride<T | undefined>(key, [context.getHandler(), context.getClass()]);
  }
}
