import type { BulkOutcome } from '../../elastic/client/bulk.js';
import { sendBulk } from '../../elastic/client/bulk.js';
import type { ElasticClient } from '../../elastic/client/elastic-client.js';
import { NotYetError, statusOf } from '../../elastic/client/elastic-error.js';
import { boundedBy } from '../../elastic/client/request-bounds.js';
import type { RetryOptions } from '../../elastic/client/retry-policy.js';
import { RetryPolicy } from '../../elastic/client/retry-policy.js';
import { WorkFailure } from '../../errors/work-failure.js';
import type { LoadItem, WriteListener } from '../load-item.js';

/** The alias that is written to, and how long a write is retried. */
export interface WriteTarget {
  readonly client: ElasticClient;
  readonly alias: string;
  readonly retryOptions: RetryOptions;
}

/** One try at writing some items: the outcome of each. */
type WriteTry = (items: readonly LoadItem[], retryPolicy: RetryPolicy) => Promise<readonly BulkOutcome[]>;

/**
 * Writes a batch into an index build that has no other writer. Each item is sent until it is stored or refused for
 * good.
 * @throws WorkFailure when the cluster takes nothing for too long
 */
export function indexBatch(target: WriteTarget, batch: readonly LoadItem[], listener: WriteListener): Promise<void> {
  const operationsOf = (item: LoadItem) => [`{"index":{"_id":${JSON.stringify(item.id)}}}`, item.source];
  return settle(
    target,
    batch,
    listener,
    () => undefined,
    (items, retryPolicy) => retryPolicy.run(() => sendInParts(target, items, operationsOf)),
  );
}

interface Found {
  readonly source: Buffer;
  readonly seqNo: number;
  readonly primaryTerm: number;
}

/**
 * Merges a batch into a live index. What is kept of each item is compared with the stored document, and the item written
 * only when that differs.
 * The write is conditional on the version compared: after a write by somebody else the item is compared again.
 * @throws WorkFailure when nothing can be written for too long: the cluster takes nothing, or another writer is always first
 */
export function mergeBatch(target: WriteTarget, batch: readonly LoadItem[], listener: WriteListener): Promise<void> {
  const before = new Map<string, Buffer | undefined>();
  return settle(
    target,
    batch,
    listener,
    (item) => before.get(item.id),
    async (items, retryPolicy) => {
      const there = await retryPolicy.run(() => readStored(target, items));
      for (const { id } of items) if (!before.has(id)) before.set(id, there.get(id)?.source);
      const changed = items.filter((item) => there.get(item.id)?.source.equals(item.kept) !== true);
      const operationsOf = (item: LoadItem) => [mergeAction(item.id, there.get(item.id)), item.source];
      const sent = await retryPolicy.run(() => sendInParts(target, changed, operationsOf));
      const outcomes = new Map(changed.map((item, position) => [item.id, sent[position]]));
      return items.map((item) => outcomes.get(item.id) ?? { kind: 'done' });
    },
  );
}

const mergeAction = (id: string, found: Found | undefined): string =>
  found === undefined
    ? `{"create":{"_id":${JSON.stringify(id)}}}`
    : `{"index":{"_id":${JSON.stringify(id)},"if_seq_no":${found.seqNo},"if_primary_term":${found.primaryTerm}}}`;

/** The stored documents of the items' ids, after the last acknowledged write. */
async function readStored(
  { client, alias, retryOptions }: WriteTarget,
  items: readonly LoadItem[],
): Promise<ReadonlyMap<string, Found>> {
  const answer = await client.mget<object>(
    { index: alias, ids: items.map(({ id }) => id) },
    boundedBy(READ_TIMEOUT_MS, retryOptions.signal),
  );
  const found = new Map<string, Found>();
  for (const entry of answer.docs) {
    if ('error' in entry) {
      const message = `${alias} can’t be read: ${entry.error.reason ?? entry.error.type}`;
      throw entry.error.type === 'index_not_found_exception' ? new WorkFailure(message) : new NotYetError(message);
    }
    if (!entry.found) continue;
    found.set(entry._id, {
      source: Buffer.from(JSON.stringify(entry._source)),
      seqNo: entry._seq_no ?? 0,
      primaryTerm: entry._primary_term ?? 0,
    });
  }
  return found;
}

const READ_TIMEOUT_MS = 120_000;

/**
 * Tries until every item is stored or refused. When an item is refused, the earlier item of its id is written instead.
 */
async function settle(
  { alias, retryOptions: options }: WriteTarget,
  batch: readonly LoadItem[],
  listener: WriteListener,
  beforeOf: (item: LoadItem) => Buffer | undefined,
  attempt: WriteTry,
): Promise<void> {
  const retryPolicy = new RetryPolicy(options);
  let pending = batch;
  while (pending.length > 0) {
    const sent = pending;
    const outcomes = await attempt(sent, retryPolicy);
    const again: LoadItem[] = [];
    let waiting = 0;
    let reason = '';
    for (const [position, item] of sent.entries()) {
      const outcome = outcomes[position] ?? { kind: 'busy', reason: `${alias} did not answer for every document` };
      if (outcome.kind === 'done') listener.stored(item, beforeOf(item));
      else if (outcome.kind === 'refused') {
        await listener.refused(item, outcome.reason);
        if (item.replaces !== undefined) again.push(item.replaces);
      } else {
        again.push(item);
        waiting += 1;
        reason = outcome.kind === 'busy' ? outcome.reason : 'another writer has changed them meanwhile';
      }
    }
    pending = again;
    if (waiting < sent.length) retryPolicy.progressed();
    if (waiting > 0) await retryPolicy.pause(`${waiting} of ${sent.length} documents: ${reason}`);
  }
}

/** Sends items as one bulk request, or as two halves when it is too large for the cluster or a proxy before it. */
async function sendInParts(
  target: WriteTarget,
  items: readonly LoadItem[],
  operationsOf: (item: LoadItem) => readonly (string | Buffer)[],
): Promise<BulkOutcome[]> {
  if (items.length === 0) return [];
  const { client, alias, retryOptions } = target;
  try {
    return await sendBulk(client, alias, items.flatMap(operationsOf), retryOptions.signal);
  } catch (error) {
    if (statusOf(error) !== 413) throw error;
    if (items.length === 1) return [{ kind: 'refused', reason: 'the document is larger than the cluster accepts' }];
    const middle = Math.ceil(items.length / 2);
    return [
      ...(await sendInParts(target, items.slice(0, middle), operationsOf)),
      ...(await sendInParts(target, items.slice(middle), operationsOf)),
    ];
  }
}
