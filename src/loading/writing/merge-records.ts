import { raiseDataVersion } from '../../elastic/state/data-version.js';
import { retrying } from '../../elastic/client/retry-policy.js';
import { Batcher } from '../../elastic/client/batcher.js';
import { IdLedger, type LedgerTally } from './id-ledger.js';
import type { LoadItem, WriteListener } from '../load-item.js';
import type { LoadKind } from '../load-kind.js';
import type { LoadTarget } from './replace-records.js';
import { mergeBatch } from './write-batch.js';

const RAISE_EVERY_MS = 1000;

export interface MergeListener {
  /** Awaited before each batch is sent. */
  readonly beforeWrite: () => Promise<void>;
  readonly onStored: (stored: number) => void;
  readonly onRefused: WriteListener['refused'];
}

/**
 * Merges items into the live index: a stored document is overwritten when it differs. Searches see the records at once.
 * The data version rises once a second while documents change, and when the merge fails.
 * @returns distinct ids by outcome
 * @throws WorkFailure when nothing could be written for too long; merged records stay
 */
export async function mergeRecords(
  target: LoadTarget,
  kind: LoadKind,
  items: AsyncIterable<LoadItem>,
  listener: MergeListener,
): Promise<LedgerTally> {
  const { client, names, retryOptions } = target;
  const ledger = new IdLedger();
  let stored = 0;
  let changed = false;
  let raisedAt = performance.now();
  const written: WriteListener = {
    stored: (item, before) => {
      const same = before?.equals(item.kept) === true;
      ledger.add(item.id, before, same ? before : item.kept);
      stored += 1;
      changed ||= !same;
    },
    refused: listener.onRefused,
  };
  const raiseOncePerSecond = async (): Promise<void> => {
    if (!changed || performance.now() - raisedAt < RAISE_EVERY_MS) return;
    raisedAt = performance.now();
    await retrying(retryOptions)(() => raiseDataVersion(client, names, `merge of ${kind}`));
  };
  try {
    const batcher = new Batcher<LoadItem>({
      write: async (batch) => {
        await listener.beforeWrite();
        await mergeBatch({ client, alias: names.alias(kind), retryOptions }, batch, written);
        listener.onStored(stored);
        await raiseOncePerSecond();
      },
    });
    await batcher.writeAll(items);
    return ledger.tally();
  } catch (error) {
    await raiseAfterFailure(target, kind);
    throw error;
  } finally {
    ledger.close();
  }
}

/** Raises the data version even if nothing seems stored: Elasticsearch may have stored documents without answering. */
async function raiseAfterFailure({ client, names }: LoadTarget, kind: LoadKind): Promise<void> {
  await client.indices.refresh({ index: names.alias(kind) }).catch(() => undefined);
  await raiseDataVersion(client, names, `interrupted merge of ${kind}`).catch(() => undefined);
}
