import type { WriteTarget } from '../../elastic/client/bulk.js';
import { requestOptions } from '../../elastic/client/elastic-client.js';
import { NotYetError } from '../../elastic/client/elastic-error.js';
import { raiseDataVersion } from '../../elastic/state/data-version.js';
import { retryBy } from '../../elastic/client/retry-policy.js';
import type { RetryingCluster } from '../../elastic/state/cluster-lock.js';
import type { LedgerTally } from './id-ledger.js';
import type { LoadItem } from '../load-item.js';
import { type ItemListener, type PlannedWrite, type PlanWrites, writeItems } from './write-items.js';
import type { RecordKind } from '../../common/record-kind.js';

const RAISE_EVERY_MS = 1000;
const READ_TIMEOUT_MS = 120_000;

/** What becomes of a stored document: the new one, `DELETED`, or why it can't be written. */
export type Change = Pick<LoadItem, 'source' | 'returned'> | { readonly refused: string };

const NOTHING = Buffer.alloc(0);

/** The documents of an item that is deleted, or made of the stored one. */
export const DELETED = { source: NOTHING, returned: NOTHING } as const;

/** Makes the changes of items. @param stored the document with the id of each, as JSON; undefined where there is none */
export type MakeChanges = (items: readonly LoadItem[], stored: readonly Stored[]) => Promise<readonly Change[]>;
export type Stored = Pick<LoadItem, 'source'> | undefined;

/**
 * Merges the changes made of items into the live index. The data version rises once a second while documents change, and
 * when the merge fails.
 * @returns distinct ids by outcome
 * @throws WorkFailure when nothing could be written for too long; merged records stay
 */
export async function mergeRecords(
  { client, names, retryOptions }: RetryingCluster,
  kind: RecordKind,
  items: AsyncIterable<LoadItem>,
  listener: ItemListener,
  makeChanges: MakeChanges,
): Promise<LedgerTally> {
  const alias = names.alias(kind);
  const target = { client, alias, retryOptions };
  let raisedAt = performance.now();
  const afterBatch = async (stored: number, isChanged: boolean): Promise<void> => {
    listener.afterBatch?.(stored, isChanged);
    if (!isChanged || performance.now() - raisedAt < RAISE_EVERY_MS) return;
    raisedAt = performance.now();
    await retryBy(retryOptions)(() => raiseDataVersion(client, names, `merge of ${kind}`));
  };
  try {
    return await writeItems(target, items, planMerging(target, makeChanges), { ...listener, afterBatch });
  } catch (error) {
    // Even if nothing seems stored: Elasticsearch may have stored documents without answering.
    await client.indices.refresh({ index: alias }).catch(() => undefined);
    await raiseDataVersion(client, names, `interrupted merge of ${kind}`).catch(() => undefined);
    throw error;
  }
}

/**
 * Plans the writes of a live index. A document is written only if what Elasticsearch returns of it would differ, and only if
 * that has not changed since it was read.
 */
export const planMerging =
  (target: WriteTarget, makeChanges: MakeChanges): PlanWrites =>
  async (items) => {
    const documents = await readStored(target, items);
    const changes = await makeChanges(items, documents);
    return items.map(({ id }, at): PlannedWrite => {
      const [document, change] = [documents[at], changes[at] as Change];
      if ('refused' in change) return change;
      const { source, returned: after } = change;
      const before = document?.source;
      if (after.equals(before ?? NOTHING)) return { before, after };
      const action = source.length === 0 ? 'delete' : before === undefined ? 'create' : 'index';
      const head = JSON.stringify({ [action]: { _id: id, ...document?.unchanged } });
      return { before, after, operation: source.length === 0 ? [head] : [head, source] };
    });
  };

/** The stored document of each item, including the last acknowledged writes, and the conditions of its next write. */
async function readStored({ client, alias, retryOptions }: WriteTarget, items: readonly LoadItem[]) {
  const search = { index: alias, ids: items.map(({ id }) => id) };
  const { docs } = await client.mget<object>(search, requestOptions(READ_TIMEOUT_MS, retryOptions.signal));
  return docs.map((entry) => {
    if ('error' in entry) throw new NotYetError(`${alias} can’t be read: ${entry.error.reason ?? entry.error.type}`);
    const unchanged = { if_seq_no: entry._seq_no, if_primary_term: entry._primary_term };
    if (!entry.found) return undefined;
    return { source: Buffer.from(JSON.stringify(entry._source ?? {})), unchanged };
  });
}
