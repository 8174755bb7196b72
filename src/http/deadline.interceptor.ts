import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Observable, race } from 'rxjs';
import type { ServiceRequest } from './request-context.js';

/** Ends every request at its deadline, counted from its arrival, with 503. */
export class DeadlineInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return race(next.handle(), failureOf(context.switchToHttp().getRequest<ServiceRequest>().context.signal));
  }
}

const failureOf = (signal: AbortSignal): Observable<never> =>
  new Observable((subscriber) => {
    const fail = (): void => subscriber.error(signal.reason);
    signal.addEventListener('abort', fail, { once: true });
    return () => signal.removeEventListener('abort', fail);
  });
