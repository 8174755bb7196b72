import { describeHolder } from '../elastic/state/cluster-lock.js';
import type { StateStore } from '../elastic/state/state-store.js';
import type { RecordKind } from '../common/record-kind.js';

/** A merge that has not ended: in progress while its lock is held, otherwise interrupted. */
interface UnfinishedMerge {
  readonly inputs: readonly string[];
  readonly holder: string;
  readonly since: string;
}

const stateId = (kind: RecordKind): string => `loads:${kind}`;

/** The unfinished merges of a kind, oldest first. */
export async function unfinishedMerges(store: StateStore, kind: RecordKind): Promise<readonly UnfinishedMerge[]> {
  return (await store.get<{ readonly unfinished: readonly UnfinishedMerge[] }>(stateId(kind)))?.value.unfinished ?? [];
}

/**
 * Records, under the kind's lock, that a merge of these inputs has ended, and what has begun instead.
 * @returns the merge of the same inputs that had not ended
 */
export async function endMerge(
  store: StateStore,
  kind: RecordKind,
  inputs: readonly string[],
  begun: readonly UnfinishedMerge[] = [],
) {
  const unfinished = await unfinishedMerges(store, kind);
  const same = unfinished.find((merge) => JSON.stringify(merge.inputs) === JSON.stringify(inputs));
  await store.put(stateId(kind), { unfinished: [...unfinished.filter((merge) => merge !== same), ...begun] });
  return same;
}

/** Records, under the kind's lock, that a merge begins; returns an interrupted one of the same inputs. */
export const beginMerge = (store: StateStore, kind: RecordKind, inputs: readonly string[], work: string) =>
  endMerge(store, kind, inputs, [{ inputs, holder: describeHolder(work), since: new Date().toISOString() }]);

/** Removes all unfinished merges after a replacement, which makes them obsolete. */
export const forgetMerges = (store: StateStore, kind: RecordKind) => store.put(stateId(kind), { unfinished: [] });
