import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import type { Admission } from './admission.js';
import { PUBLIC, SCOPE } from './marks.js';
import type { Scope, ServiceRequest } from '../request/request-context.js';

/** Refuses every request without a valid token, except on routes marked public; a route without a scope mark is refused too. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly admission: Admission,
  ) {}

  /** @throws what `Admission.admit` throws */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (this.mark<boolean>(context, PUBLIC) === true) return true;
    const http = context.switchToHttp();
    await this.admission.admit(
      http.getRequest<ServiceRequest>(),
      http.getResponse<Response>(),
      this.mark<Scope | 'any'>(context, SCOPE),
    );
    return true;
  }

  private mark<T>(context: ExecutionContext, key: string): T | undefined {
    return this.reflector.getAllAndOverride<T | undefined>(key, [context.getHandler(), context.getClass()]);
  }
}
