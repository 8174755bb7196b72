import type { estypes } from '@elastic/elasticsearch';
import { WorkFailure } from '../../common/errors/failure.js';
import { boundedBy, type ElasticClient } from './elastic-client.js';
import { isTransientStatus, statusOf } from './elastic-error.js';
import { type RetryOptions, RetryPolicy } from './retry-policy.js';

const BULK_TIMEOUT_MS = 120_000;

/** The alias that is written to, and how long a write is retried. */
export interface WriteTarget {
  readonly client: ElasticClient;
  readonly alias: string;
  readonly retryOptions: RetryOptions;
}

export type BulkOutcome =
  | { readonly kind: 'done' }
  /** Elasticsearch could not write it now, or it has changed since it was read; a retry may succeed. */
  | { readonly kind: 'busy'; readonly reason: string }
  /** The document will never be accepted; the reason is a sentence. */
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * Sends operations (action and document as JSON) as one bulk request, or as halves when it is too large. Makes no index.
 * @throws the client's error without an answer; WorkFailure when writing is forbidden
 */
export async function sendBulk(
  target: WriteTarget,
  operations: readonly (readonly (string | Buffer)[])[],
): Promise<BulkOutcome[]> {
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
      boundedBy(BULK_TIMEOUT_MS, retryOptions.signal),
    );
    return operations.map((_, position) => outcomeOf(alias, Object.values(answer.items[position] ?? {})[0]));
  } catch (error) {
    if (statusOf(error) !== 413) throw error;
    if (operations.length === 1) {
      return [
        { kind: 'refused', reason: 'Elasticsearch refuses it: the document is larger than the cluster accepts.' },
      ];
    }
    const middle = Math.ceil(operations.length / 2);
    return [
      ...(await sendBulk(target, operations.slice(0, middle))),
      ...(await sendBulk(target, operations.slice(middle))),
    ];
  }
}

const LINE_END = Buffer.from('\n');

function toNdjson(lines: readonly (string | Buffer)[]): Buffer {
  if (lines.every((line) => typeof line === 'string')) return Buffer.from(`${lines.join('\n')}\n`);
  return Buffer.concat(lines.flatMap((line) => [typeof line === 'string' ? Buffer.from(line) : line, LINE_END]));
}

function outcomeOf(alias: string, item: estypes.BulkResponseItem | undefined): BulkOutcome {
  if (item === undefined) return { kind: 'busy', reason: `${alias} did not answer for every document` };
  const { status, error } = item;
  if (error === undefined) return { kind: 'done' };
  const reason = [error.type, error.reason, error.caused_by?.reason].filter(Boolean).join(': ');
  if (status === 409) return { kind: 'busy', reason: 'another writer has changed them meanwhile' };
  if (status === 400) return { kind: 'refused', reason: `Elasticsearch refuses it: ${reason}.` };
  // A node that can't write its disk misses indices that are newer than that.
  if (status === 404 || isTransientStatus(status)) return { kind: 'busy', reason };
  throw new WorkFailure(`Elasticsearch refuses to write to ${alias} (${status}): ${reason}`);
}

/**
 * Sends items until each, or one that it replaces, is stored or refused.
 * @param send sends items once and returns the outcome of each, in order
 * @throws WorkFailure when nothing could be written for too long
 */
export async function writeAll<Item extends BatchItem<Item>>(
  { retryOptions }: WriteTarget,
  items: readonly Item[],
  send: (items: readonly Item[]) => Promise<readonly BulkOutcome[]>,
  stored: (item: Item) => void,
  refused: (item: Item, reason: string) => void,
): Promise<void> {
  const retryPolicy = new RetryPolicy(retryOptions);
  let pending = items;
  while (pending.length > 0) {
    const sent = pending;
    const outcomes = await retryPolicy.run(() => send(sent));
    const next: Item[] = [];
    let unwritten = 0;
    let reason = '';
    for (const [position, item] of sent.entries()) {
      const outcome = outcomes[position] as BulkOutcome;
      if (outcome.kind === 'done') stored(item);
      else if (outcome.kind === 'refused') {
        refused(item, outcome.reason);
        if (item.replaces !== undefined) next.push(item.replaces);
      } else {
        next.push(item);
        unwritten += 1;
        reason = outcome.reason;
      }
    }
    pending = next;
    if (unwritten < sent.length) retryPolicy.reset();
    if (unwritten > 0) await retryPolicy.pause(`${unwritten} of ${sent.length} documents: ${reason}`);
  }
}

/** A document that waits for its bulk request. */
interface BatchItem<Item> {
  readonly id: string;
  readonly source: { readonly length: number };
  /** An earlier item with the same id, written when this one is refused. */
  readonly replaces?: Item;
}

/** They load fastest on two cores, as measured. */
const LIMITS = { batchItems: 2000, batchBytes: 8 * 1024 * 1024, inFlight: 2 };

/**
 * Writes items in batches, of which a few are in flight; those with the same id are written one after the other.
 * @param write writes a whole batch; rejects when the work can't continue
 * @throws the first error of `items` or `write`, when nothing is in flight any more
 */
export async function writeInBatches<Item extends BatchItem<Item>>(
  items: Iterable<Item> | AsyncIterable<Item>,
  write: (batch: readonly Item[]) => Promise<void>,
  limits = LIMITS,
): Promise<void> {
  const running = new Map<ReadonlyMap<string, Item>, Promise<void>>();
  try {
    for await (const batch of batchesOf(items, limits)) {
      const sharesIds = (other: ReadonlyMap<string, Item>) => [...other.keys()].some((id) => batch.has(id));
      while (running.size >= limits.inFlight || [...running.keys()].some(sharesIds)) {
        await Promise.race(running.values());
      }
      const writing = write([...batch.values()]).then(() => void running.delete(batch));
      writing.catch(() => undefined);
      running.set(batch, writing);
    }
    await Promise.all(running.values());
  } finally {
    await Promise.allSettled(running.values());
  }
}

async function* batchesOf<Item extends BatchItem<Item>>(
  items: Iterable<Item> | AsyncIterable<Item>,
  { batchItems, batchBytes }: Omit<typeof LIMITS, 'inFlight'>,
): AsyncGenerator<ReadonlyMap<string, Item>> {
  let batch = new Map<string, Item>();
  let [count, bytes] = [0, 0];
  for await (const item of items) {
    const replaces = batch.get(item.id);
    batch.delete(item.id);
    batch.set(item.id, replaces === undefined ? item : { ...item, replaces });
    count += 1;
    bytes += item.source.length;
    if (count < batchItems && bytes < batchBytes) continue;
    yield batch;
    batch = new Map();
    [count, bytes] = [0, 0];
  }
  if (count > 0) yield batch;
}
