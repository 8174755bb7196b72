import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Observable } from 'rxjs';
import { map } from 'rxjs';
import { EncodedAnswer } from './encoded-answer.js';
import { EncodedData } from './encoded-data.js';
import { PLAIN } from './marks.js';
import type { ServiceRequest } from './request-context.js';

/** Puts what a handler returns into the envelope, except for the routes marked plain, and notes the hits for the log. */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const plain = this.reflector.getAllAndOverride<boolean>(PLAIN, [context.getHandler(), context.getClass()]);
    if (plain) return next.handle();
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    return next.handle().pipe(
      map((data: object) => {
        const encoded: EncodedData = data instanceof EncodedData ? (data as EncodedData) : EncodedData.of(data);
        request.context.hits = encoded.hits;
        request.context.keep?.(encoded);
        return new EncodedAnswer(request, encoded);
      }),
    );
  }
}
