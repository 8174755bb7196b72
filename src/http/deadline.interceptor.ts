import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { Observable } from 'rxjs';
import { throwError, timeout } from 'rxjs';
import { lateFailure, remainingMs } from './deadline.js';
import type { ServiceRequest } from './request-context.js';

/** Ends every request at its deadline, counted from its arrival, with 503. */
export class DeadlineInterceptor implements NestInterceptor {
  constructor(private readonly timeoutMs: number) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<ServiceRequest>();
    const first = remainingMs(request.context, this.timeoutMs);
    return next.handle().pipe(timeout({ first, with: () => throwError(lateFailure) }));
  }
}
