import { randomUUID } from 'node:crypto';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { map, type Observable } from 'rxjs';

interface Envelope {
  readonly code: number;
  readonly message: string;
  readonly data: unknown;
  readonly request_id: string;
  readonly timestamp: number;
}

/** Puts what a handler returns into the envelope. */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor<unknown, Envelope> {
  intercept(_: ExecutionContext, next: CallHandler): Observable<Envelope> {
    return next.handle().pipe(
      map((data: unknown) => ({
        code: 0,
        message: 'success',
        data,
        request_id: randomUUID(),
        timestamp: Math.floor(Date.now() / 1000),
      })),
    );
  }
}
