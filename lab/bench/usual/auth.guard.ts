import { type CanActivate, type ExecutionContext, Injectable, UnauthorizedException } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';

/** Marks a handler that needs no token. */
export const Public = Reflector.createDecorator<true>();

/** Takes the one token that the environment names. */
@Injectable()
export class AuthGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    if (this.reflector.get(Public, context.getHandler())) return true;
    const { authorization } = context.switchToHttp().getRequest<Request>().headers;
    const [type, token] = authorization?.split(' ') ?? [];
    if (type !== 'Bearer' || token !== process.env.TOKEN) throw new UnauthorizedException();
    return true;
  }
}
