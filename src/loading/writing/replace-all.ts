import { raiseDataVersion } from '../../elastic/state/data-version.js';
import { StateStore } from '../../elastic/state/state-store.js';
import type { IndexBuild } from '../index-builds/index-build.js';
import { discardIndexBuilds, publishIndexBuilds } from '../index-builds/index-build.js';
import { KEPT_INDEX_BUILDS, pruneIndexBuilds } from '../index-builds/index-history.js';
import { WorkFailure } from '../../errors/work-failure.js';
import type { LoadItem } from '../load-item.js';
import { toLoadItem } from '../load-item.js';
import type { LoadCategories, LoadKind, LoadRecords } from '../load-kind.js';
import { toStored } from '../load-kind.js';
import type { HeldLocks } from '../../elastic/state/cluster-lock.js';
import { withLocks } from '../../elastic/state/cluster-lock.js';
import type { LoadTarget } from './replace-records.js';
import { fillIndexBuild } from './replace-records.js';

/** Generated records of one kind, not read from files. */
export type RecordSource = {
  readonly [K in LoadKind]: {
    readonly kind: K;
    readonly records: Iterable<LoadRecords[K]>;
    /** About how many there are, where that is known. */
    readonly expected?: number | undefined;
  };
}[LoadKind];

export interface ReplaceAllListener {
  /** Told, several times a second, how many records of the kind are stored. */
  readonly onStored: (kind: LoadKind, stored: number) => void;
  /** The kind is written; it is being merged to one segment and counted. */
  readonly onFinishing: (kind: LoadKind) => void;
}

/**
 * Replaces several kinds at once: all are filled beside the live indices and begin to serve in one atomic step.
 * @param work names this load to other loads that find the kinds locked
 * @returns how many records each kind holds now
 * @throws WorkFailure, with everything as it was before
 */
export async function replaceAll(
  target: LoadTarget,
  sources: readonly RecordSource[],
  categories: LoadCategories,
  work: string,
  listener: ReplaceAllListener,
): Promise<ReadonlyMap<LoadKind, number>> {
  const { client, names } = target;
  const kinds = sources.map(({ kind }) => kind);
  const load = async (locks: HeldLocks): Promise<ReadonlyMap<LoadKind, number>> => {
    const signal = AbortSignal.any([...(target.retryOptions.signal ? [target.retryOptions.signal] : []), locks.signal]);
    const retryOptions = { ...target.retryOptions, signal };
    const filled: IndexBuild[] = [];
    const loaded = new Map<LoadKind, number>();
    try {
      for (const source of sources) {
        const { kind } = source;
        const done = await fillIndexBuild(
          { ...target, retryOptions },
          kind,
          itemsOf(source, categories),
          {
            onStored: (stored) => listener.onStored(kind, stored),
            onFinishing: () => listener.onFinishing(kind),
            onRefused: (item, reason) => {
              throw new WorkFailure(`Elasticsearch refuses ${item.id} of ${kind}: ${reason}`);
            },
          },
          { records: source.expected },
        );
        filled.push(done.indexBuild);
        loaded.set(kind, done.loaded);
      }
      await locks.confirm();
      await publishIndexBuilds(client, names, filled, retryOptions);
    } catch (error) {
      await discardIndexBuilds(client, filled);
      throw error;
    }
    for (const kind of kinds) await pruneIndexBuilds(client, names, kind, KEPT_INDEX_BUILDS);
    await raiseDataVersion(client, names, work);
    return loaded;
  };
  return withLocks(new StateStore(client, names), kinds, work, load, target.retryOptions);
}

function* itemsOf(source: RecordSource, categories: LoadCategories): Generator<LoadItem> {
  let line = 0;
  for (const record of source.records) {
    line += 1;
    yield toLoadItem(toStored(source.kind, record, categories), { file: source.kind, line, text: '' });
  }
}
