import { raiseDataVersion } from '../../elastic/state/data-version.js';
import { retrying } from '../../elastic/client/retry-policy.js';
import type { RetryingCluster } from '../../elastic/state/cluster-lock.js';
import type { LedgerTally } from './id-ledger.js';
import type { LoadItem } from '../load-item.js';
import type { LoadKind } from '../load-kind.js';
import { type MakeChanges, mergeBatch } from './write-batch.js';
import { type ItemListener, writeItems } from './write-items.js';

const RAISE_EVERY_MS = 1000;

/**
 * Merges the changes made of items into the live index. The data version rises once a second while documents change, and when the merge fails.
 * @returns distinct ids by outcome
 * @throws WorkFailure when nothing could be written for too long; merged records stay
 */
export async function mergeRecords(
  { client, names, retryOptions }: RetryingCluster,
  kind: LoadKind,
  items: AsyncIterable<LoadItem>,
  listener: ItemListener,
  makeChanges: MakeChanges,
): Promise<LedgerTally> {
  const alias = names.alias(kind);
  let raisedAt = performance.now();
  const afterBatch = async (stored: number, isChanged: boolean): Promise<void> => {
    listener.afterBatch?.(stored, isChanged);
    if (!isChanged || performance.now() - raisedAt < RAISE_EVERY_MS) return;
    raisedAt = performance.now();
    await retrying(retryOptions)(() => raiseDataVersion(client, names, `merge of ${kind}`));
  };
  try {
    return await writeItems(
      { client, alias, retryOptions },
      items,
      (target, batch, written) => mergeBatch(target, batch, written, makeChanges),
      { ...listener, afterBatch },
    );
  } catch (error) {
    // Even if nothing seems stored: Elasticsearch may have stored documents without answering.
    await client.indices.refresh({ index: alias }).catch(() => undefined);
    await raiseDataVersion(client, names, `interrupted merge of ${kind}`).catch(() => undefined);
    throw error;
  }
}
