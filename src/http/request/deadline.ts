import { UnavailableFailure } from '../../errors/failure.js';
import type { RequestContext } from './request-context.js';

/** Milliseconds a request has left of its deadline, which is counted from its arrival; at least 1. */
export function remainingMs({ startedAt }: Pick<RequestContext, 'startedAt'>, timeoutMs: number): number {
  return Math.max(1, timeoutMs - (performance.now() - startedAt));
}

/** What a request is answered with that has passed its deadline. */
export const lateFailure = (): UnavailableFailure =>
  new UnavailableFailure('The request took too long; try again shortly.');

/**
 * The promise's result, or a failure once `timeoutMs` have passed; the promise itself goes on.
 * @throws UnavailableFailure (503) when it is late
 */
export async function withinDeadline<T>(promise: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(lateFailure()), timeoutMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
