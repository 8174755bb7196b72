import type { ExecutionContext } from '@nestjs/common';
import { createParamDecorator } from '@nestjs/common';
import type { Response } from 'express';
import { lateFailure, remainingMs } from './deadline.js';
import type { RequestContext, ServiceRequest } from './request-context.js';

/** The signal of a handler's request, as its parameter: aborted at the deadline, or when the client has gone. */
export const UntilDeadline = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<ServiceRequest>().context.signal,
);

/**
 * The signal of one request, and what belongs to it. Node 20 makes an `AbortSignal` by exchanging a prototype, after which
 * V8 gives each of them hidden classes of its own, which are felt: this one is born as what it is.
 */
class RequestSignal extends EventTarget implements AbortSignal {
  aborted = false;
  reason: unknown = undefined;
  readonly onabort = null;

  constructor(readonly context: RequestContext) {
    super();
  }

  abort(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    this.dispatchEvent(new Event('abort'));
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }
}

/** The request whose signal it is. */
export const contextOf = (signal: AbortSignal): RequestContext | undefined =>
  signal instanceof RequestSignal ? signal.context : undefined;

/** A signal that is aborted at the request's deadline with its failure, or as soon as the client has gone. */
export function signalOf(context: RequestContext, response: Response, timeoutMs: number): AbortSignal {
  const signal = new RequestSignal(context);
  const late = setTimeout(() => signal.abort(lateFailure()), remainingMs(context, timeoutMs));
  response.once('close', () => {
    clearTimeout(late);
    if (!response.writableFinished) signal.abort(new DOMException('The client has gone.', 'AbortError'));
  });
  return signal;
}
