import { type BulkOutcome, sendBulk, writeAll, type WriteTarget } from '../../elastic/client/bulk.js';
import { boundedBy } from '../../elastic/client/elastic-client.js';
import { NotYetError } from '../../elastic/client/elastic-error.js';
import { WorkFailure } from '../../common/errors/work-failure.js';
import type { LoadItem, WriteListener } from '../load-item.js';

const READ_TIMEOUT_MS = 120_000;

/**
 * Writes a batch to an index build that has no other writer. Each item is sent until it is stored or refused.
 * @throws WorkFailure when nothing could be written for too long
 */
export function indexBatch(target: WriteTarget, batch: readonly LoadItem[], listener: WriteListener): Promise<void> {
  const operationOf = ({ id, source }: LoadItem) => [`{"index":{"_id":${JSON.stringify(id)}}}`, source];
  return writeAll(target, batch, {
    send: (items) => sendBulk(target, items.map(operationOf)),
    stored: (item) => listener.stored(item, undefined),
    refused: (item, reason) => refuse(item, reason, listener),
  });
}

/**
 * Merges a batch into a live index. An item is written only if its kept part differs from the stored document, and only
 * if that document has not changed since it was read; otherwise the item is compared again.
 * @throws WorkFailure when nothing could be written for too long, or another writer changed the documents each time
 */
export function mergeBatch(target: WriteTarget, batch: readonly LoadItem[], listener: WriteListener): Promise<void> {
  const before = new Map<string, Buffer | undefined>();
  return writeAll(target, batch, {
    send: async (items) => {
      const stored = await readStored(target, items);
      for (const { id } of items) if (!before.has(id)) before.set(id, stored.get(id)?.source);
      const changed = items.filter(({ id, kept }) => stored.get(id)?.source.equals(kept) !== true);
      const operations = changed.map(({ id, source }) => [mergeAction(id, stored.get(id)), source]);
      const sent = await sendBulk(target, operations);
      const outcomes = new Map(changed.map(({ id }, position) => [id, sent[position]]));
      return items.map(({ id }): BulkOutcome => outcomes.get(id) ?? { kind: 'done' });
    },
    stored: (item) => listener.stored(item, before.get(item.id)),
    refused: (item, reason) => refuse(item, reason, listener),
  });
}

/** Reports a refused item. Returns the earlier item with the same id, which is written instead. */
function refuse(item: LoadItem, reason: string, listener: WriteListener): LoadItem | undefined {
  listener.refused(item, reason);
  return item.replaces;
}

interface StoredDocument {
  readonly source: Buffer;
  readonly seqNo: number;
  readonly primaryTerm: number;
}

const mergeAction = (id: string, stored: StoredDocument | undefined): string =>
  stored === undefined
    ? `{"create":{"_id":${JSON.stringify(id)}}}`
    : `{"index":{"_id":${JSON.stringify(id)},"if_seq_no":${stored.seqNo},"if_primary_term":${stored.primaryTerm}}}`;

/** Reads the stored documents of items by id, including the last acknowledged writes. */
async function readStored(
  { client, alias, retryOptions }: WriteTarget,
  items: readonly LoadItem[],
): Promise<ReadonlyMap<string, StoredDocument>> {
  const answer = await client.mget<object>(
    { index: alias, ids: items.map(({ id }) => id) },
    boundedBy(READ_TIMEOUT_MS, retryOptions.signal),
  );
  const documents = new Map<string, StoredDocument>();
  for (const entry of answer.docs) {
    if ('error' in entry) {
      const message = `${alias} can’t be read: ${entry.error.reason ?? entry.error.type}`;
      throw entry.error.type === 'index_not_found_exception' ? new WorkFailure(message) : new NotYetError(message);
    }
    if (!entry.found) continue;
    documents.set(entry._id, {
      source: Buffer.from(JSON.stringify(entry._source)),
      seqNo: entry._seq_no ?? 0,
      primaryTerm: entry._primary_term ?? 0,
    });
  }
  return documents;
}
