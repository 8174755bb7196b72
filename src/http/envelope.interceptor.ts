import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { map, Observable } from 'rxjs';
import { EncodedAnswer } from './encoded-answer.js';
import { EncodedData } from './encoded-data.js';
import { PLAIN } from './marks.js';
import type { ServiceRequest } from './request-context.js';

/**
 * Puts what a handler returns into the envelope, except for the routes marked plain, and notes the hits for the log.
 * Every request ends at its deadline, counted from its arrival, with 503.
 */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    const { signal } = request.context;
    const plain = this.reflector.getAllAndOverride<boolean>(PLAIN, [context.getHandler(), context.getClass()]);
    const handled = plain ? next.handle() : next.handle().pipe(map((data: object) => inEnvelope(request, data)));
    return new Observable((subscriber) => {
      const fail = (): void => subscriber.error(signal.reason);
      signal.addEventListener('abort', fail, { once: true });
      subscriber.add(() => signal.removeEventListener('abort', fail));
      return handled.subscribe(subscriber);
    });
  }
}

function inEnvelope(request: ServiceRequest, data: object): EncodedAnswer {
  const encoded: EncodedData = data instanceof EncodedData ? (data as EncodedData) : EncodedData.of(data);
  request.context.hits = encoded.hits;
  request.context.keep?.(encoded);
  return new EncodedAnswer(request, encoded);
}
