import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import type { Scope, ServiceRequest } from '../request/request-context.js';
import { PUBLIC, SCOPE } from './route-metadata.js';
import { TokenAuthorization } from './token-authorization.js';

/** The global guard: every route needs a token with its scope, unless it is marked public; one without a mark is refused. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly authorization: TokenAuthorization,
  ) {}

  /** @throws what `TokenAuthorization.authorize` throws */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const metadata = <T>(key: string): T | undefined =>
      this.reflector.getAllAndOverride<T | undefined>(key, [context.getHandler(), context.getClass()]);
    if (metadata<boolean>(PUBLIC) === true) return true;
    const http = context.switchToHttp();
    const scope = metadata<Scope | 'any'>(SCOPE);
    await this.authorization.authorize(http.getRequest<ServiceRequest>(), http.getResponse<Response>(), scope);
    return true;
  }
}
