import type { estypes } from '@elastic/elasticsearch';
import { shorten, WorkFailure } from '../../common/errors/failure.js';
import { type ElasticClient, requestOptions } from './elastic-client.js';
import { isTransientStatus, statusOf } from './elastic-error.js';
import type { RetryOptions } from './retry-policy.js';

const BULK_TIMEOUT_MS = 120_000;

/** The alias that is written to, and how long a write is retried. */
export interface WriteTarget {
  readonly client: ElasticClient;
  readonly alias: string;
  readonly retryOptions: RetryOptions;
}

/** Action and document, as JSON. */
export type BulkOperation = readonly (string | Buffer)[];

/** What became of an operation; empty when it is done. */
export interface BulkOutcome {
  /** Why Elasticsearch could not write it now, or that it has changed since it was read; a retry may succeed. */
  readonly busy?: string;
  /** Why the document will never be accepted, in a sentence. */
  readonly refused?: string;
}

/**
 * Sends operations as one bulk request, or as halves when it is too large. Makes no index.
 * @throws the client's error without an answer; WorkFailure when writing is forbidden
 */
export async function sendBulk(target: WriteTarget, operations: readonly BulkOperation[]): Promise<BulkOutcome[]> {
  if (operations.length === 0) return [];
  const { client, alias, retryOptions } = target;
  try {
    const answer = await client.bulk(
      {
        index: alias,
        require_alias: true,
        // The client sends bytes unchanged.
        operations: toNdjson(operations.flat()) as unknown as string[],
        filter_path: 'items.*.status,items.*.error.type,items.*.error.reason,items.*.error.caused_by.reason',
      },
      requestOptions(BULK_TIMEOUT_MS, retryOptions.signal),
    );
    return operations.map((_, position) => outcomeOf(alias, Object.values(answer.items[position] ?? {})[0]));
  } catch (error) {
    if (statusOf(error) !== 413) throw error;
    if (operations.length === 1)
      return [{ refused: 'Elasticsearch refuses it: the document is larger than the cluster accepts.' }];
    const middle = Math.ceil(operations.length / 2);
    const first = await sendBulk(target, operations.slice(0, middle));
    return [...first, ...(await sendBulk(target, operations.slice(middle)))];
  }
}

const LINE_END = Buffer.from('\n');

const toNdjson = (lines: readonly (string | Buffer)[]): Buffer =>
  Buffer.concat(lines.flatMap((line) => [typeof line === 'string' ? Buffer.from(line) : line, LINE_END]));

function outcomeOf(alias: string, item: estypes.BulkResponseItem | undefined): BulkOutcome {
  if (item === undefined) return { busy: `${alias} did not answer for every document` };
  const { status, error } = item;
  if (error === undefined) return {};
  const reason = [error.type, error.reason, error.caused_by?.reason].filter(Boolean).join(': ');
  if (status === 409) return { busy: 'another writer has changed them meanwhile' };
  if (status === 400) return { refused: `Elasticsearch refuses it: ${shorten(reason, 500)}.` };
  // A node that can't write its disk misses indices that are newer than that.
  if (status === 404 || isTransientStatus(status)) return { busy: reason };
  throw new WorkFailure(`Elasticsearch refuses to write to ${alias} (${status}): ${reason}`);
}
