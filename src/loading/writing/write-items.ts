import { type BulkOperation, type BulkOutcome, sendBulk, type WriteTarget } from '../../elastic/client/bulk.js';
import { NotYetError } from '../../elastic/client/elastic-error.js';
import { retryBy } from '../../elastic/client/retry-policy.js';
import { WorkFailure } from '../../common/errors/failure.js';
import type { LoadItem } from '../load-item.js';
import { IdLedger } from './id-ledger.js';

type Items = Iterable<LoadItem> | AsyncIterable<LoadItem>;

/** What is to be written of an item, or why nothing can be. */
export interface PlannedWrite extends Pick<BulkOutcome, 'refused'> {
  /** The documents with its id as JSON: undefined for none before, empty for none after. */
  readonly before?: Buffer | undefined;
  readonly after?: Buffer;
  /** Absent where the document stays as it is. */
  readonly operation?: BulkOperation;
}

/** Plans the writes of items. It is asked again for those that could not be written yet. */
export type PlanWrites = (items: readonly LoadItem[]) => readonly PlannedWrite[] | Promise<readonly PlannedWrite[]>;

/** Plans the writes of an index build, which has no other writer. */
export const planIndexing: PlanWrites = (items) =>
  items.map(({ id, source, returned: after }) => ({
    after,
    operation: [`{"index":{"_id":${JSON.stringify(id)}}}`, source],
  }));

export interface ItemListener {
  /** Called for an item that will never be accepted. Without it such an item ends the work. */
  readonly onRefused?: (item: LoadItem, reason: string) => void;
  /** Awaited after each batch, with the number of stored items, and whether a document has changed so far. */
  readonly afterBatch?: (stored: number, isChanged: boolean) => unknown;
}

const fail = ({ id, origin }: LoadItem, reason: string): never => {
  throw new WorkFailure(`${id} of ${origin.file}: ${reason}`);
};

/**
 * Writes items in batches until each, or one that it replaces, is stored or refused.
 * @returns distinct ids by outcome
 * @throws WorkFailure when nothing could be written for too long
 */
export async function writeItems(target: WriteTarget, items: Items, plan: PlanWrites, listener: ItemListener) {
  const { onRefused = fail, afterBatch } = listener;
  const retry = retryBy(target.retryOptions);
  const ledger = new IdLedger();
  let stored = 0;
  let isChanged = false;
  const writeBatch = async (batch: readonly LoadItem[]): Promise<void> => {
    let pending = batch;
    /** What was stored before the first try: its answer may be lost. */
    const before = new Map<string, Buffer | undefined>();
    const writePending = async (): Promise<void> => {
      const writes = await plan(pending);
      for (const [at, write] of writes.entries()) {
        const { id } = pending[at] as LoadItem;
        if ('before' in write && !before.has(id)) before.set(id, write.before);
      }
      const operations = writes.flatMap(({ operation }) => (operation === undefined ? [] : [operation]));
      const sent = await sendBulk(target, operations);
      const outcomes = writes.map((write) => (write.operation === undefined ? write : (sent.shift() as BulkOutcome)));
      const reasons = outcomes.flatMap(({ busy }: BulkOutcome) => busy ?? []);
      if (reasons.length === outcomes.length)
        throw new NotYetError(`${reasons.length} of ${reasons.length} documents: ${reasons.at(-1)}`);
      pending = pending.flatMap((item, at) => {
        const { busy, refused } = outcomes[at] as BulkOutcome;
        if (busy !== undefined) return item;
        if (refused !== undefined) {
          onRefused(item, refused);
          return item.replaces ?? [];
        }
        stored += 1;
        isChanged = ledger.add(item.id, before.get(item.id), writes[at]?.after) || isChanged;
        return [];
      });
    };
    while (pending.length > 0) await retry(writePending);
    await afterBatch?.(stored, isChanged);
  };
  await writeInBatches(items, writeBatch);
  return ledger.tally();
}

/** They load fastest on two cores, as measured. */
const LIMITS = { batchItems: 2000, batchBytes: 8 * 1024 * 1024, inFlight: 2 };

type Batch = ReadonlyMap<string, LoadItem>;

/**
 * Writes items in batches, of which a few are in flight; those with the same id are written one after the other.
 * @throws the first error of `items` or `write`, when nothing is in flight any more
 */
export async function writeInBatches(
  items: Items,
  write: (batch: readonly LoadItem[]) => Promise<void>,
  limits = LIMITS,
): Promise<void> {
  const running = new Map<Batch, Promise<void>>();
  try {
    for await (const batch of batchesOf(items, limits)) {
      const sharesIds = (other: Batch) => [...other.keys()].some((id) => batch.has(id));
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

/** An item has those before it with its id in its batch as what it replaces. */
async function* batchesOf(items: Items, { batchItems, batchBytes }: typeof LIMITS): AsyncGenerator<Batch> {
  let batch = new Map<string, LoadItem>();
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
