import type { ShardSetting } from '../../config/shard-setting.js';
import type { IndexKind } from '../../documents/index-kind.js';
import type { ElasticClient } from '../../elastic/client/elastic-client.js';
import type { IndexNames } from '../../elastic/indices/index-names.js';
import type { IndexSize } from '../../elastic/indices/index-size.js';
import { Batcher } from '../../elastic/client/batcher.js';
import type { IndexBuild } from '../index-builds/index-build.js';
import { createIndexBuild, dropIndices, findUnfinished, finishIndexBuild } from '../index-builds/index-build.js';
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
  /** How many shards a replacement gets; `auto` unless given. */
  readonly shards?: ShardSetting;
}

export interface ReplaceListener {
  /** Called after every batch with the number of items stored so far. */
  readonly onStored?: (stored: number) => void;
  /** Called when the last item is stored; merging, replicas and the count follow. */
  readonly onFinishing?: () => void;
  /** Called for an item that Elasticsearch refuses for good. */
  readonly onRefused: WriteListener['refused'];
}

/** A complete index build that may serve. */
export interface FilledIndexBuild {
  readonly indexBuild: IndexBuild;
  /** Distinct ids: what the index build holds. */
  readonly loaded: number;
  /** Unfinished index builds of earlier loads that were deleted. */
  readonly discarded: readonly string[];
}

/**
 * Fills a new index build beside the live one and prepares it for serving. Nothing of it is visible until it is
 * published. Unfinished builds of earlier loads are deleted first. On failure the new build is deleted.
 * @param size what is known of the items beforehand
 * @throws WorkFailure when Elasticsearch takes nothing for too long or the index build is not what was loaded; what `items` throws
 */
export async function fillIndexBuild(
  { client, names, retryOptions, shards = 'auto' }: LoadTarget,
  kind: IndexKind,
  items: Iterable<LoadItem> | AsyncIterable<LoadItem>,
  listener: ReplaceListener,
  size?: IndexSize,
): Promise<FilledIndexBuild> {
  const retryPolicy = new RetryPolicy(retryOptions);
  const discarded = await retryPolicy.run(() => findUnfinished(client, names, kind));
  await retryPolicy.run(() => dropIndices(client, discarded));
  const indexBuild = await createIndexBuild(client, names, kind, { setting: shards, size }, retryOptions);
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
    const batcher = new Batcher<LoadItem>({
      write: async (batch) => {
        await indexBatch({ client, alias: indexBuild.writeAlias, retryOptions }, batch, written);
        listener.onStored?.(stored);
      },
    });
    await batcher.writeAll(items);
    listener.onFinishing?.();
    const { distinct } = ledger.tally();
    await finishIndexBuild(client, indexBuild, distinct, retryOptions);
    return { indexBuild, loaded: distinct, discarded };
  } catch (error) {
    await dropIndices(client, [indexBuild.index]).catch(() => undefined);
    throw error;
  } finally {
    ledger.close();
  }
}
