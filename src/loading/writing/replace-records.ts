import type { ShardSetting } from '../../config/setting.js';
import { retryBy } from '../../elastic/client/retry-policy.js';
import type { IndexSize } from '../../elastic/indices/ensure-indices.js';
import { factsOf, type RecordKind } from '../../common/record-kind.js';
import { markDue, StateStore } from '../../elastic/state/state-store.js';
import type { LockedCluster, RetryingCluster } from '../../elastic/state/cluster-lock.js';
import {
  createIndexBuild,
  discardIndexBuild,
  discardUnfinished,
  dropIndices,
  finishIndexBuild,
  publishIndexBuild,
} from '../index-builds/index-build.js';
import { findPrunable } from '../index-builds/index-history.js';
import type { LoadItem } from '../load-item.js';
import { forgetMerges } from '../unfinished-merges.js';
import type { LedgerTally } from './id-ledger.js';
import { type ItemListener, planIndexing, writeItems } from './write-items.js';

export interface LoadTarget extends RetryingCluster {
  /** Number of shards of a replacement; the default is `auto`. */
  readonly shards?: ShardSetting;
}

export interface Replacement extends Pick<ItemListener, 'afterBatch' | 'onRefused'> {
  readonly kind: RecordKind;
  readonly items: Iterable<LoadItem> | AsyncIterable<LoadItem>;
  readonly size: IndexSize;
  /** Number of previous index builds that are kept. */
  readonly keep: number;
  /** Called with the number of documents when the last is stored; the index build is then merged, replicated and counted. */
  readonly onFinishing?: (documents: number) => void;
}

/**
 * Replaces a kind whose lock is held, by an index build that becomes live in one atomic step; after a failure it is deleted.
 * Those that earlier loads left unfinished are deleted first. Facts are due to be compared with their records afterwards.
 * @returns the outcome, and the unfinished index builds that were deleted
 * @throws WorkFailure when nothing could be written for too long, or the index build does not have what was loaded
 */
export async function replaceRecords(target: LoadTarget & LockedCluster, replacement: Replacement) {
  const { client, names, retryOptions, locks, shards = 'auto' } = target;
  const { kind, items, size, keep, onFinishing } = replacement;
  const retry = retryBy(retryOptions);
  const store = new StateStore(client, names);
  const discarded = await discardUnfinished(target, kind);
  const indexBuild = await createIndexBuild(target, kind, shards, size);
  let tally: LedgerTally;
  try {
    tally = await writeItems({ ...target, alias: indexBuild.writeAlias }, items, planIndexing, replacement);
    onFinishing?.(tally.distinct);
    await finishIndexBuild(target, indexBuild, tally.distinct);
    await retry(() => markDue(store, factsOf(kind), locks.work));
    await publishIndexBuild(target, indexBuild);
  } catch (error) {
    await discardIndexBuild(client, indexBuild).catch(() => undefined);
    throw error;
  }
  await retry(() => forgetMerges(store, kind));
  await retry(async () => dropIndices(client, await findPrunable(target, kind, keep)));
  return { tally, discarded };
}
