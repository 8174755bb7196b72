import type { ShardSetting } from '../../config/shard-setting.js';
import type { IndexKind } from '../../common/index-kind.js';
import type { IndexSize } from '../../elastic/indices/index-size.js';
import { Batcher } from '../../elastic/client/batcher.js';
import type { RetryingCluster } from '../index-builds/alias-switch.js';
import type { IndexBuild } from '../index-builds/index-build.js';
import { createIndexBuild, discardUnfinished, dropIndices, finishIndexBuild } from '../index-builds/index-build.js';
import { IdLedger } from './id-ledger.js';
import type { LoadItem, WriteListener } from '../load-item.js';
import { indexBatch } from './write-batch.js';

/** The cluster that records are loaded into. */
export interface LoadTarget extends RetryingCluster {
  /** Number of shards of a replacement; the default is `auto`. */
  readonly shards?: ShardSetting;
}

export interface ReplaceListener {
  /** Called after every batch with the number of stored items. */
  readonly onStored: (stored: number) => void;
  /** Called when the last item is stored; the index build is merged, replicated and counted next. */
  readonly onFinishing: () => void;
  /** Called for an item that Elasticsearch will never accept. */
  readonly onRefused: WriteListener['refused'];
}

/** A complete index build, ready to become live. */
export interface FilledIndexBuild {
  readonly indexBuild: IndexBuild;
  /** Number of documents in the index build. */
  readonly loaded: number;
  /** Unfinished index builds of earlier loads, which were deleted. */
  readonly discarded: readonly string[];
}

/**
 * Fills a new index build and prepares it for searches. It is not visible until it is published. Unfinished index builds
 * of earlier loads are deleted first; after a failure, the new one is.
 * @param size expected size, for the number of shards
 * @throws WorkFailure when nothing could be written for too long, or the index build does not have what was loaded; errors
 * of `items`
 */
export async function fillIndexBuild(
  target: LoadTarget,
  kind: IndexKind,
  items: Iterable<LoadItem> | AsyncIterable<LoadItem>,
  listener: ReplaceListener,
  size?: IndexSize,
): Promise<FilledIndexBuild> {
  const { client, retryOptions, shards: setting = 'auto' } = target;
  const discarded = await discardUnfinished(target, kind);
  const indexBuild = await createIndexBuild(target, kind, { setting, size });
  const ledger = new IdLedger();
  try {
    let stored = 0;
    const written: WriteListener = {
      stored: (item) => {
        ledger.add(item.id);
        stored += 1;
      },
      refused: listener.onRefused,
    };
    const batcher = new Batcher<LoadItem>({
      write: async (batch) => {
        await indexBatch({ client, alias: indexBuild.writeAlias, retryOptions }, batch, written);
        listener.onStored(stored);
      },
    });
    await batcher.writeAll(items);
    listener.onFinishing();
    const { distinct } = ledger.tally();
    await finishIndexBuild(target, indexBuild, distinct);
    return { indexBuild, loaded: distinct, discarded };
  } catch (error) {
    await dropIndices(client, [indexBuild.index]).catch(() => undefined);
    throw error;
  } finally {
    ledger.close();
  }
}
