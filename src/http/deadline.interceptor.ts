import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { Observable } from 'rxjs';
import { throwError, timeout } from 'rxjs';
import { UnavailableFailure } from '../errors/failure.js';
import type { ServiceRequest } from './request-context.js';

/** Ends every request at its deadline, counted from its arrival, with 503. */
export class DeadlineInterceptor implements NestInterceptor {
  constructor(private readonly timeoutMs: number) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { startedAt } = context.switchToHttp().getRequest<ServiceRequest>().context;
    const remainingMs = Math.max(1, this.timeoutMs - (performance.now() - startedAt));
    const late = () => throwError(() => new UnavailableFailure('The request took too long; try again shortly.'));
    return next.handle().pipe(timeout({ first: remainingMs, with: late }));
  }
}
