import { StateStore } from '../../elastic/state/state-store.js';
import type { IndexBuild } from '../index-builds/index-build.js';
import { discardIndexBuilds, publishIndexBuilds } from '../index-builds/index-build.js';
import { KEPT_INDEX_BUILDS, pruneIndexBuilds } from '../index-builds/index-history.js';
import { WorkFailure } from '../../common/errors/work-failure.js';
import type { LoadItem } from '../load-item.js';
import { toLoadItem } from '../load-item.js';
import type { LoadCategories, LoadKind, LoadRecords } from '../load-kind.js';
import { toStored } from '../load-kind.js';
import type { HeldLocks } from '../../elastic/state/cluster-lock.js';
import { withLocks } from '../../elastic/state/cluster-lock.js';
import type { LoadTarget } from './replace-records.js';
import { fillIndexBuild } from './replace-records.js';

/** Generated records of one kind. */
export type RecordSource = {
  readonly [K in LoadKind]: {
    readonly kind: K;
    readonly records: Iterable<LoadRecords[K]>;
    /** Estimated number of records, if known. */
    readonly expected?: number | undefined;
  };
}[LoadKind];

export interface ReplaceAllListener {
  /** Called several times a second with the number of stored records. */
  readonly onStored: (kind: LoadKind, stored: number) => void;
  /** Called when the last record is stored; the index build is merged and counted next. */
  readonly onFinishing: (kind: LoadKind) => void;
}

/**
 * Replaces several kinds at once. All index builds become live in one atomic step.
 * @param work names this load for processes that find the kinds locked
 * @returns the number of records of each kind
 * @throws WorkFailure when nothing was replaced
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
    const retryOptions = { ...target.retryOptions, signal: locks.signal };
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
      await publishIndexBuilds({ client, names, retryOptions, locks }, filled);
    } catch (error) {
      await discardIndexBuilds(client, filled);
      throw error;
    }
    for (const kind of kinds) await pruneIndexBuilds(target, kind, KEPT_INDEX_BUILDS);
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
