import type { ShardSetting } from '../../config/setting.js';
import { retryBy } from '../../elastic/client/retry-policy.js';
import type { IndexSize } from '../../elastic/indices/ensure-indices.js';
import type { FactKind, RecordKind } from '../../common/record-kind.js';
import { markDue, StateStore } from '../../elastic/state/state-store.js';
import type { LockedCluster, RetryingCluster } from '../../elastic/state/cluster-lock.js';
import {
  createIndexBuild,
  discardIndexBuilds,
  discardUnfinished,
  dropIndices,
  finishIndexBuild,
  type IndexBuild,
  publishIndexBuilds,
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
  /** Called when the last item is stored; the index build is then merged, replicated and counted. */
  readonly onFinishing?: () => void;
}

/**
 * Replaces kinds whose locks are held. All index builds are created first; each is merged while the next one is filled. They
 * become live in one atomic step; after a failure they are deleted. Those that earlier loads left unfinished are deleted
 * first.
 * @param keep number of previous index builds of each kind that are kept
 * @param due facts whose dimensions may differ from their records after the switch
 * @returns the outcome of each, and the unfinished index builds that were deleted
 * @throws WorkFailure when nothing could be written for too long, or an index build does not have what was loaded
 */
export async function replaceRecords(
  target: LoadTarget & LockedCluster,
  replacements: readonly Replacement[],
  keep: number,
  due: readonly FactKind[] = [],
) {
  const { client, names, retryOptions, locks, shards: setting = 'auto' } = target;
  const indexBuilds: IndexBuild[] = [];
  const retry = retryBy(retryOptions);
  const store = new StateStore(client, names);
  const finishing: Promise<void>[] = [];
  const failed = new AbortController();
  const signal = AbortSignal.any([failed.signal, locks.signal]);
  const finishTarget = { client, retryOptions: { ...retryOptions, signal } };
  const tallies: LedgerTally[] = [];
  const discarded: string[] = [];
  const begun = replacements.map(async (replacement) => {
    const { kind, size } = replacement;
    discarded.push(...(await discardUnfinished(target, kind)));
    const indexBuild = await createIndexBuild(target, kind, setting, size);
    indexBuilds.push(indexBuild);
    return { replacement, indexBuild };
  });
  try {
    for (const { replacement, indexBuild } of await Promise.all(begun)) {
      const writeTarget = { ...target, alias: indexBuild.writeAlias };
      const tally = await writeItems(writeTarget, replacement.items, planIndexing, replacement);
      tallies.push(tally);
      replacement.onFinishing?.();
      const finished = finishIndexBuild(finishTarget, indexBuild, tally.distinct);
      // A failure before it is awaited must not end the process.
      finished.catch(() => undefined);
      finishing.push(finished);
    }
    await Promise.all(finishing);
    await retry(() => markDue(store, due, locks.work));
    await publishIndexBuilds(target, indexBuilds);
  } catch (error) {
    failed.abort(error);
    await Promise.allSettled([...begun, ...finishing]);
    await discardIndexBuilds(client, indexBuilds).catch(() => undefined);
    throw error;
  }
  for (const { kind } of replacements) {
    await retry(() => forgetMerges(store, kind));
    await retry(async () => dropIndices(client, await findPrunable(target, kind, keep)));
  }
  return { tallies, discarded };
}
