import type { ElasticClient } from './elastic-client.js';
import { isTransientStatus } from './elastic-error.js';
import { boundedBy } from './request-bounds.js';
import { WorkFailure } from '../../errors/work-failure.js';

/** A bulk request may take this long before it counts as unanswered. */
const BULK_TIMEOUT_MS = 120_000;

/** What became of one operation of a bulk request. */
export type BulkOutcome =
  | { readonly kind: 'done' }
  /** Somebody else was there first: the document exists, or is not the one that was read. */
  | { readonly kind: 'conflict' }
  /** Elasticsearch can't take it now; trying again may help. */
  | { readonly kind: 'busy'; readonly reason: string }
  /** Elasticsearch will never take this document. */
  | { readonly kind: 'refused'; readonly reason: string };

interface BulkItem {
  status: number;
  error?: { type: string; reason?: string | null; caused_by?: { reason?: string | null } };
}

/**
 * Sends operations as one bulk request to an alias, which must exist: nothing is ever created by the way.
 * @param operations action and document lines, as JSON without line ends
 * @returns the outcome of each operation, in turn
 * @throws what the client throws when there is no answer; WorkFailure when no document could ever be taken (alias gone, not allowed)
 */
export async function sendBulk(
  client: ElasticClient,
  alias: string,
  operations: readonly (string | Buffer)[],
  signal?: AbortSignal,
): Promise<BulkOutcome[]> {
  const answer = (await client.bulk(
    {
      index: alias,
      require_alias: true,
      // The client passes bytes on as they are.
      operations: toNdjson(operations) as unknown as string[],
      filter_path: 'items.*.status,items.*.error.type,items.*.error.reason,items.*.error.caused_by.reason',
    },
    boundedBy(BULK_TIMEOUT_MS, signal),
  )) as unknown as { items: Record<string, BulkItem>[] };
  return answer.items.map((entry) => outcomeOf(alias, Object.values(entry)[0] as BulkItem));
}

const LINE_END = Buffer.from('\n');

function toNdjson(lines: readonly (string | Buffer)[]): Buffer {
  return Buffer.concat(lines.flatMap((line) => [typeof line === 'string' ? Buffer.from(line) : line, LINE_END]));
}

function outcomeOf(alias: string, { status, error }: BulkItem): BulkOutcome {
  if (error === undefined) return { kind: 'done' };
  const reason = [error.type, error.reason, error.caused_by?.reason].filter(Boolean).join(': ');
  if (status === 409) return { kind: 'conflict' };
  if (status === 400) return { kind: 'refused', reason };
  if (isTransientStatus(status)) return { kind: 'busy', reason };
  throw new WorkFailure(`Elasticsearch refuses to write to ${alias} (${status}): ${reason}`);
}
