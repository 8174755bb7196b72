import { errors } from '@elastic/elasticsearch';
import { UnavailableFailure } from '../../errors/failure.js';

/** HTTP status that Elasticsearch refused with; undefined when there was no answer or the error is another. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof errors.ResponseError ? error.statusCode : undefined;
}

/** Whether a status is worth trying again: too many requests, and everything that is the server's own trouble. */
export function isTransientStatus(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/** An answer that says, within a success, that a part of the cluster can't answer yet. */
export class NotYetError extends Error {}

/** Whether trying again may help: no answer, a cut connection, or a status that passes. */
export function isTransient(error: unknown): boolean {
  if (error instanceof NotYetError || error instanceof UnavailableFailure) return true;
  if (error instanceof errors.RequestAbortedError) return false;
  const status = statusOf(error);
  if (status !== undefined) return isTransientStatus(status);
  return (
    error instanceof errors.ConnectionError ||
    error instanceof errors.TimeoutError ||
    error instanceof errors.NoLivingConnectionsError ||
    error instanceof errors.DeserializationError
  );
}
