import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ForbiddenFailure, UnauthenticatedFailure } from '../errors/failure.js';
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
  ) {}

  /** @throws UnauthenticatedFailure (401) or ForbiddenFailure (403) */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const mark = <T>(key: string) => this.reflector.getAllAndOverride<T | undefined>(key, [context.getHandler(), context.getClass()]);
    if (mark<boolean>(PUBLIC) === true) return true;
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    const value = BEARER.exec(request.headers.authorization ?? '')?.[1];
    if (value === undefined) {
      throw new UnauthenticatedFailure('A token is required: send the header "Authorization: Bearer <ACCESS_TOKEN>".');
    }
    const token = await this.tokens.verify(value);
    if (token === undefined) throw new UnauthenticatedFailure('The token is not valid: it is unknown, expired or revoked.');
    request.context.token = token;
    const scope = mark<Scope | 'any'>(SCOPE);
    if (scope !== 'any' && (scope === undefined || !token.scopes.includes(scope))) {
      throw new ForbiddenFailure(`The token lacks the scope "${scope ?? 'none'}" that this operation needs; it has ${token.scopes.join(', ') || 'none'}.`);
    }
    return true;
  }
}
