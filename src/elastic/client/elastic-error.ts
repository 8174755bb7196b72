import { errors } from '@elastic/elasticsearch';
import type { FailureName } from '../../common/errors/error-texts.js';
import { Failure, InternalFailure, UnavailableFailure } from '../../common/errors/failure.js';

/** HTTP status of Elasticsearch's answer; undefined when there was no answer or the error has another cause. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof errors.ResponseError ? error.statusCode : undefined;
}

/** Elasticsearch's own reason for an error status, in one sentence; else the error's message. */
export function reasonOf(error: unknown): string {
  const body = error instanceof errors.ResponseError ? (error.body as { error?: { reason?: string } } | undefined) : {};
  return body?.error?.reason ?? (error as Error).message;
}

/** The error's message; that of Elasticsearch in one line, with one root cause of each type: every shard may have its own. */
export function messageOf(error: unknown): string {
  const { message } = error as Error;
  if (!(error instanceof errors.ResponseError)) return message;
  const lines = message.split('\n').map((line) => line.trim());
  return lines.filter((line, at) => lines.findIndex((other) => typeIn(other) === typeIn(line)) === at).join(' ');
}

const typeIn = (line: string): string | undefined => /^[^:]*:?/.exec(line)?.[0];

export const WRONG_CREDENTIALS =
  'Elasticsearch refuses the credentials (401): check ELASTICSEARCH_USERNAME and ELASTICSEARCH_PASSWORD, or ELASTICSEARCH_API_KEY.';

/** Whether an index or the cluster is blocked for the request, which no privilege changes. */
export const isBlock = (error: unknown): boolean => reasonOf(error).includes('blocked by: [');

/** How Elasticsearch refuses the service (401, 403), with the missing privileges; undefined for other errors. */
export function refusalOf(error: unknown): string | undefined {
  const status = statusOf(error);
  if (status !== 401 && status !== 403) return undefined;
  const privileges = /this action is granted by the (.*?\])/.exec(bodyOf(error))?.[1];
  return `(HTTP ${status})${privileges === undefined ? '' : `: it wants one of the ${privileges}`}`;
}

/** Whether a request with this status may succeed when repeated. */
export function isTransientStatus(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/** Whether Elasticsearch stopped a search at the `timeout` of its request, which it answers with 429. */
const hasTimedOut = (error: unknown): boolean => statusOf(error) === 429 && bodyOf(error).includes('"timed_out":true');

const bodyOf = (error: unknown): string => `${JSON.stringify((error as errors.ResponseError).body)}`;

/** A part of the cluster can't answer yet, although the response as a whole has status 200. */
export class NotYetError extends Error {}

/** Whether a repeated request may succeed: no answer, a cut connection, a transient status, or a snapshot under way. */
export function isTransient(error: unknown): boolean {
  if (error instanceof NotYetError || error instanceof UnavailableFailure) return true;
  if (error instanceof errors.RequestAbortedError || hasTimedOut(error)) return false;
  const status = statusOf(error);
  // An index can't be deleted before a snapshot of it ends.
  if (status !== undefined)
    return isTransientStatus(status) || (error as Error).message.startsWith('snapshot_in_progress_exception');
  const { ConnectionError, TimeoutError, NoLivingConnectionsError, DeserializationError } = errors;
  const passing = [ConnectionError, TimeoutError, NoLivingConnectionsError, DeserializationError];
  return passing.some((type) => error instanceof type);
}

/** The failure of an error of the client: unavailable when the cluster may recover, otherwise internal. */
export function clusterFailure(error: unknown): Error {
  if (error instanceof Failure || (error instanceof DOMException && error.name !== 'TimeoutError')) return error;
  const options = { cause: error };
  const unavailable = (name: FailureName) => new UnavailableFailure(name, options);
  const late = [DOMException, errors.TimeoutError, errors.RequestAbortedError];
  if (hasTimedOut(error) || late.some((type) => error instanceof type)) return unavailable('cluster_late');
  const status = statusOf(error);
  if (status === 429) return unavailable('cluster_busy');
  if (status !== undefined && isTransientStatus(status)) return unavailable('cluster_down');
  if (refusalOf(error) !== undefined) return unavailable('cluster_refuses');
  if (status === 404) return new InternalFailure('index_missing', options);
  if (status === undefined && error instanceof errors.ElasticsearchClientError) return unavailable('cluster_away');
  return new InternalFailure('failed', options);
}
