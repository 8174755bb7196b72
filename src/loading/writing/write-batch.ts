import { type BulkOutcome, sendBulk, writeAll, writeInBatches, type WriteTarget } from '../../elastic/client/bulk.js';
import { boundedBy } from '../../elastic/client/elastic-client.js';
import { WorkFailure } from '../../common/errors/failure.js';
import { NotYetError } from '../../elastic/client/elastic-error.js';
import type { LoadItem, WriteListener } from '../load-item.js';
import { IdLedger, type LedgerTally } from './id-ledger.js';

const READ_TIMEOUT_MS = 120_000;

export interface ItemListener {
  /** Called for an item that will never be accepted. */
  readonly onRefused: WriteListener['refused'];
  /** Awaited after each batch, with the number of stored items, and whether a document has changed so far. */
  readonly afterBatch?: (stored: number, isChanged: boolean) => unknown;
}

/** Ends work in which no item may be refused. */
export const failRefused =
  (kind: string): WriteListener['refused'] =>
  ({ id }, reason) => {
    throw new WorkFailure(`${id} of ${kind}: ${reason}`);
  };

/** Writes items in batches. @returns distinct ids by outcome; an index build has no documents before, so all are new */
export async function writeItems(
  target: WriteTarget,
  items: Iterable<LoadItem> | AsyncIterable<LoadItem>,
  writeBatch: typeof indexBatch,
  { onRefused, afterBatch }: ItemListener,
): Promise<LedgerTally> {
  const ledger = new IdLedger();
  let stored = 0;
  let isChanged = false;
  const written: WriteListener = {
    stored: (item, before) => {
      const isSame = before?.equals(item.kept) === true;
      ledger.add(item.id, before, isSame ? before : before && item.kept);
      stored += 1;
      isChanged ||= !isSame;
    },
    refused: onRefused,
  };
  const write = async (batch: readonly LoadItem[]): Promise<void> => {
    await writeBatch(target, batch, written);
    await afterBatch?.(stored, isChanged);
  };
  try {
    await writeInBatches<LoadItem>(items, write);
    return ledger.tally();
  } finally {
    ledger.close();
  }
}

/** Writes a batch to an index build that has no other writer. @throws WorkFailure when nothing could be written */
export function indexBatch(
  target: WriteTarget,
  batch: readonly LoadItem[],
  { stored, refused }: WriteListener,
): Promise<void> {
  const operationOf = ({ id, source }: LoadItem) => [`{"index":{"_id":${JSON.stringify(id)}}}`, source];
  const send = (items: readonly LoadItem[]) => sendBulk(target, items.map(operationOf));
  return writeAll(target, batch, send, stored, refused);
}

/** What becomes of a stored document: the new one, `deleted`, or why it can't be written. */
export type Change = Pick<LoadItem, 'source' | 'kept'> | 'deleted' | { readonly reason: string };

/** Makes the changes of items. @param stored the documents with their ids, as JSON */
export type MakeChanges = (
  items: readonly LoadItem[],
  stored: ReadonlyMap<string, { readonly source: Buffer }>,
) => Promise<readonly Change[]>;

/** The document of an item that is deleted or made of the stored one. */
export const NOTHING = Buffer.alloc(0);

/**
 * Merges a batch into a live index. A document is written only if its kept part differs from the stored one, and only if
 * that has not changed since it was read; otherwise the change is made again.
 * @param makeChanges by default the items are the new documents
 * @throws WorkFailure when nothing could be written for too long, or another writer changed the documents each time
 */
export function mergeBatch(
  target: WriteTarget,
  batch: readonly LoadItem[],
  { stored, refused }: WriteListener,
  makeChanges: MakeChanges = (items) => Promise.resolve(items),
): Promise<void> {
  const before = new Map<string, Buffer | undefined>();
  const after = new Map<string, Buffer>();
  const send = async (items: readonly LoadItem[]): Promise<BulkOutcome[]> => {
    const found = await readStored(target, items);
    for (const { id } of items) if (!before.has(id)) before.set(id, found.get(id)?.source);
    const changes = await makeChanges(items, found);
    const outcomes = new Map<string, BulkOutcome>();
    const operations = new Map<string, readonly (string | Buffer)[]>();
    for (const [at, { id }] of items.entries()) {
      const document = found.get(id);
      const change = changes[at] as Change;
      if (typeof change === 'object' && 'reason' in change) {
        outcomes.set(id, { kind: 'refused', reason: change.reason });
        continue;
      }
      after.set(id, change === 'deleted' ? NOTHING : change.kept);
      if (change !== 'deleted' && document?.source.equals(change.kept) !== true)
        operations.set(id, [mergeAction(id, document), change.source]);
      if (change === 'deleted' && document !== undefined)
        operations.set(id, [JSON.stringify({ delete: { _id: id, ...document.unchanged } })]);
    }
    const sent = await sendBulk(target, [...operations.values()]);
    [...operations.keys()].forEach((id, position) => outcomes.set(id, sent[position] as BulkOutcome));
    return items.map(({ id }) => outcomes.get(id) ?? { kind: 'done' });
  };
  const onStored = (item: LoadItem): void =>
    stored({ ...item, kept: after.get(item.id) ?? item.kept }, before.get(item.id));
  return writeAll(target, batch, send, onStored, refused);
}

/** A document, and the conditions of its next write. */
interface StoredDocument {
  readonly source: Buffer;
  readonly unchanged: { readonly if_seq_no: number | undefined; readonly if_primary_term: number | undefined };
}

const mergeAction = (_id: string, stored: StoredDocument | undefined): string =>
  JSON.stringify(stored === undefined ? { create: { _id } } : { index: { _id, ...stored.unchanged } });

/** Reads the stored documents of items by id, including the last acknowledged writes. */
async function readStored(
  { client, alias, retryOptions }: WriteTarget,
  items: readonly Pick<LoadItem, 'id'>[],
): Promise<ReadonlyMap<string, StoredDocument>> {
  const answer = await client.mget<object>(
    { index: alias, ids: items.map(({ id }) => id) },
    boundedBy(READ_TIMEOUT_MS, retryOptions.signal),
  );
  const documents = new Map<string, StoredDocument>();
  for (const entry of answer.docs) {
    if ('error' in entry) throw new NotYetError(`${alias} can’t be read: ${entry.error.reason ?? entry.error.type}`);
    const unchanged = { if_seq_no: entry._seq_no, if_primary_term: entry._primary_term };
    if (entry.found) documents.set(entry._id, { source: Buffer.from(JSON.stringify(entry._source)), unchanged });
  }
  return documents;
}
