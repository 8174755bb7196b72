import type { IndexKind } from '../../documents/index-kind.js';
import type { ElasticClient } from '../../elastic/client/elastic-client.js';
import type { IndexNames } from '../../elastic/indices/index-names.js';
import { Batcher } from './batcher.js';
import type { Generation } from './index-build.js';
import { createGeneration, dropIndices, findUnfinished, finishGeneration } from './index-build.js';
import { IdLedger } from './id-ledger.js';
import type { LoadItem, WriteListener } from '../load-item.js';
import type { RetryOptions } from '../../elastic/client/retry-policy.js';
import { RetryPolicy } from '../../elastic/client/retry-policy.js';
import { indexBatch } from './write-batch.js';

/** Where and how records are written. */
export interface LoadTarget {
  readonly client: ElasticClient;
  readonly names: IndexNames;
  readonly retryOptions: RetryOptions;
}

export interface ReplaceListener {
  /** Told after every batch how many items are stored so far. */
  readonly onStored?: (stored: number) => void;
  /** Told when the last item is stored: merging, copies and the count follow. */
  readonly onFinishing?: () => void;
  /** Told of an item that Elasticsearch will never take. */
  readonly onRefused: WriteListener['refused'];
}

/** A generation that is whole and may serve. */
export interface FilledGeneration {
  readonly generation: Generation;
  /** Distinct ids: what the generation holds. */
  readonly loaded: number;
  /** Generations that an earlier load had left behind half filled, and that are gone now. */
  readonly discarded: readonly string[];
}

/**
 * Fills a new generation of an index beside the live one and makes it whole; nothing of it is visible until it is
 * published. What an earlier load left half filled is deleted first. On failure the new generation is deleted.
 * @throws WorkFailure when Elasticsearch takes nothing for too long or the generation is not what was loaded; what `items` throws
 */
export async function fillGeneration(
  { client, names, retryOptions }: LoadTarget,
  kind: IndexKind,
  items: Iterable<LoadItem> | AsyncIterable<LoadItem>,
  listener: ReplaceListener,
): Promise<FilledGeneration> {
  const retryPolicy = new RetryPolicy(retryOptions);
  const discarded = await retryPolicy.run(() => findUnfinished(client, names, kind));
  await retryPolicy.run(() => dropIndices(client, discarded));
  const generation = await createGeneration(client, names, kind, retryOptions);
  const ledger = new IdLedger();
  try {
    let stored = 0;
    const written: WriteListener = {
      stored: (item) => {
        ledger.enter(item.id);
        stored += 1;
      },
      refused: listener.onRefused,
    };
    const batcher = new Batcher({
      write: async (batch) => {
        await indexBatch({ client, alias: generation.writeAlias, retryOptions }, batch, written);
        listener.onStored?.(stored);
      },
    });
    await batcher.writeAll(items);
    listener.onFinishing?.();
    const { distinct } = ledger.tally();
    await finishGeneration(client, names, generation, distinct, retryOptions);
    return { generation, loaded: distinct, discarded };
  } catch (error) {
    await dropIndices(client, [generation.index]).catch(() => undefined);
    throw error;
  } finally {
    ledger.close();
  }
}
