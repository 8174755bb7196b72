import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Observable } from 'rxjs';
import { map } from 'rxjs';
import { envelope } from './envelope.js';
import { PLAIN } from './marks.js';
import type { ServiceRequest } from './request-context.js';

/** Puts what a handler returns into the envelope, except for the routes marked plain. */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (this.reflector.getAllAndOverride<boolean>(PLAIN, [context.getHandler(), context.getClass()])) return next.handle();
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    return next.handle().pipe(map((data: unknown) => envelope(request, 0, data, '')));
  }
}
