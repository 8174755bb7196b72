import { type BulkOutcome, sendBulk, type WriteTarget } from '../../elastic/client/bulk.js';
import { NotYetError } from '../../elastic/client/elastic-error.js';
import { retryBy } from '../../elastic/client/retry-policy.js';
import { WorkFailure } from '../../common/errors/failure.js';
import type { LoadItem } from '../load-item.js';
import { IdLedger, type LedgerTally } from './id-ledger.js';

type Items = Iterable<LoadItem> | AsyncIterable<LoadItem>;

export interface WriteListener {
  /** @param before, after the document with this id as JSON; undefined for none before, empty for none after */
  readonly stored: (item: LoadItem, before: Buffer | undefined, after: Buffer) => void;
  readonly refused: (item: LoadItem, reason: string) => void;
}

export interface ItemListener {
  /** Called for an item that will never be accepted. Without it such an item ends the work. */
  readonly onRefused?: WriteListener['refused'];
  /** Awaited after each batch, with the number of stored items, and whether a document has changed so far. */
  readonly afterBatch?: (stored: number, isChanged: boolean) => unknown;
}

const fail: WriteListener['refused'] = ({ id, origin }, reason) => {
  throw new WorkFailure(`${id} of ${origin.file}: ${reason}`);
};

/** Writes items in batches. @returns distinct ids by outcome; an index build has no documents before, so all are new */
export async function writeItems(
  target: WriteTarget,
  items: Items,
  writeBatch: typeof indexBatch,
  { onRefused = fail, afterBatch }: ItemListener,
): Promise<LedgerTally> {
  const ledger = new IdLedger();
  let stored = 0;
  let isChanged = false;
  const listener: WriteListener = {
    stored: ({ id }, before, after) => {
      stored += 1;
      isChanged = ledger.add(id, before, after) || isChanged;
    },
    refused: onRefused,
  };
  try {
    await writeInBatches(items, async (batch) => {
      await writeBatch(target, batch, listener);
      await afterBatch?.(stored, isChanged);
    });
    return ledger.tally();
  } finally {
    ledger.close();
  }
}

/** They load fastest on two cores, as measured. */
const LIMITS = { batchItems: 2000, batchBytes: 8 * 1024 * 1024, inFlight: 2 };

type Batch = ReadonlyMap<string, LoadItem>;

/**
 * Writes items in batches, of which a few are in flight; those with the same id are written one after the other.
 * @param write writes a whole batch; rejects when the work can't continue
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
async function* batchesOf(
  items: Items,
  { batchItems, batchBytes }: Omit<typeof LIMITS, 'inFlight'>,
): AsyncGenerator<Batch> {
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

/** Writes a batch to an index build that has no other writer. @throws WorkFailure when nothing could be written */
export function indexBatch(
  target: WriteTarget,
  batch: readonly LoadItem[],
  { stored, refused }: WriteListener,
): Promise<void> {
  const operationOf = ({ id, source }: LoadItem) => [`{"index":{"_id":${JSON.stringify(id)}}}`, source];
  const send = (items: readonly LoadItem[]) => sendBulk(target, items.map(operationOf));
  return writeAll(target, batch, send, (item) => stored(item, undefined, item.returned), refused);
}

/** Sends items until each, or one that it replaces, is stored or refused. @param send sends items once */
export async function writeAll(
  { retryOptions }: WriteTarget,
  items: readonly LoadItem[],
  send: (items: readonly LoadItem[]) => Promise<readonly BulkOutcome[]>,
  stored: (item: LoadItem) => void,
  refused: WriteListener['refused'],
): Promise<void> {
  const retry = retryBy(retryOptions);
  let pending = items;
  const sendPending = async (): Promise<void> => {
    const outcomes = await send(pending);
    const busy = outcomes.flatMap((outcome) => (outcome.kind === 'busy' ? [outcome.reason] : []));
    if (busy.length === outcomes.length)
      throw new NotYetError(`${busy.length} of ${busy.length} documents: ${busy.at(-1)}`);
    pending = pending.flatMap((item, at) => {
      const outcome = outcomes[at] as BulkOutcome;
      if (outcome.kind === 'busy') return item;
      if (outcome.kind === 'done') {
        stored(item);
        return [];
      }
      refused(item, outcome.reason);
      return item.replaces ?? [];
    });
  };
  while (pending.length > 0) await retry(sendPending);
}
