import type { ElasticClient } from '../elastic/elastic-client.js';
import { statusOf } from '../elastic/elastic-error.js';
import type { BulkOutcome } from '../elastic/bulk.js';
import { sendBulk } from '../elastic/bulk.js';
import { WorkFailure } from '../errors/work-failure.js';
import type { LoadItem } from './load-item.js';
import type { PatienceOptions } from '../elastic/patience.js';
import { Patience } from '../elastic/patience.js';

/** Told of every item once: stored, or refused with Elasticsearch's reason. */
export interface WriteListener {
  stored(item: LoadItem): void;
  refused(item: LoadItem, reason: string): void | Promise<void>;
}

/**
 * Writes a batch into a generation that nobody else writes to; each item is sent until it is stored or refused for good.
 * @throws WorkFailure when the cluster takes nothing for too long
 */
export async function writeAll(
  client: ElasticClient,
  alias: string,
  batch: readonly LoadItem[],
  listener: WriteListener,
  patienceOptions: PatienceOptions,
): Promise<void> {
  const patience = new Patience(patienceOptions);
  const operationsOf = (item: LoadItem) => [`{"index":{"_id":${JSON.stringify(item.id)}}}`, item.source];
  let pending = batch;
  while (pending.length > 0) {
    const sent = pending;
    const outcomes = await patience.until(() => sendInParts(client, alias, sent, operationsOf, patienceOptions.signal));
    const busy: LoadItem[] = [];
    let busyReason = '';
    for (const [position, item] of sent.entries()) {
      const outcome = outcomes[position] as BulkOutcome;
      if (outcome.kind === 'done') listener.stored(item);
      else if (outcome.kind === 'refused') await listener.refused(item, outcome.reason);
      else if (outcome.kind === 'busy') {
        busy.push(item);
        busyReason = outcome.reason;
      } else throw new WorkFailure(`${alias} has a conflict for ${item.id}, though nobody else writes to it.`);
    }
    pending = busy;
    if (busy.length < sent.length) patience.progressed();
    if (busy.length > 0) await patience.pause(`${busy.length} of ${sent.length} documents: ${busyReason}`);
  }
}

/** Sends items as one bulk request, or as two halves when it is too large for the cluster or a proxy before it. */
export async function sendInParts(
  client: ElasticClient,
  alias: string,
  items: readonly LoadItem[],
  operationsOf: (item: LoadItem) => readonly string[],
  signal?: AbortSignal,
): Promise<BulkOutcome[]> {
  try {
    return await sendBulk(client, alias, items.flatMap(operationsOf), signal);
  } catch (error) {
    if (statusOf(error) !== 413) throw error;
    if (items.length === 1) return [{ kind: 'refused', reason: 'the document is larger than the cluster accepts' }];
    const middle = Math.ceil(items.length / 2);
    return [
      ...(await sendInParts(client, alias, items.slice(0, middle), operationsOf, signal)),
      ...(await sendInParts(client, alias, items.slice(middle), operationsOf, signal)),
    ];
  }
}
