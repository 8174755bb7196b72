import type { ExecutionContext } from '@nestjs/common';
import { createParamDecorator } from '@nestjs/common';
import type { Response } from 'express';
import { lateFailure, remainingMs } from './deadline.js';
import type { RequestContext, ServiceRequest } from './request-context.js';

/** The signal of a handler's request, as its parameter: aborted at the deadline, or when the client has gone. */
export const UntilDeadline = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<ServiceRequest>().context.signal,
);

const contexts = new WeakMap<AbortSignal, RequestContext>();

/** The request whose signal it is. */
export const contextOf = (signal: AbortSignal): RequestContext | undefined => contexts.get(signal);

/** A signal that is aborted at the request's deadline with its failure, or as soon as the client has gone. */
export function signalOf(
  context: Pick<RequestContext, 'startedAt'>,
  response: Response,
  timeoutMs: number,
): AbortSignal {
  const controller = new AbortController();
  const late = setTimeout(() => controller.abort(lateFailure()), remainingMs(context, timeoutMs));
  response.once('close', () => {
    clearTimeout(late);
    if (!response.writableFinished) controller.abort(new DOMException('The client has gone.', 'AbortError'));
  });
  contexts.set(controller.signal, context as RequestContext);
  return controller.signal;
}
