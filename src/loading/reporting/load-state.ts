import { describeHolder } from '../../elastic/state/cluster-lock.js';
import type { StateStore } from '../../elastic/state/state-store.js';
import type { LoadKind } from '../load-kind.js';

/** A merge that has begun and not come to its end: under way while its lock is held, else broken off. */
export interface UnfinishedMerge {
  /** What was being loaded, as it was named. */
  readonly inputs: readonly string[];
  readonly holder: string;
  readonly since: string;
}

interface LoadsDocument {
  readonly unfinished: readonly UnfinishedMerge[];
}

const stateId = (kind: LoadKind): string => `loads:${kind}`;

/** The merges of a kind that have begun and not come to their end, oldest first. */
export async function unfinishedMerges(store: StateStore, kind: LoadKind): Promise<readonly UnfinishedMerge[]> {
  return (await store.get<LoadsDocument>(stateId(kind)))?.value.unfinished ?? [];
}

/**
 * Notes that a merge of these inputs begins; to be called with the kind's lock held.
 * @returns the earlier merge of the same inputs that was broken off, if there was one
 */
export async function beginMerge(
  store: StateStore,
  kind: LoadKind,
  inputs: readonly string[],
  work: string,
): Promise<UnfinishedMerge | undefined> {
  const unfinished = await unfinishedMerges(store, kind);
  const earlier = unfinished.find((merge) => sameInputs(merge, inputs));
  const mine: UnfinishedMerge = { inputs, holder: describeHolder(work), since: new Date().toISOString() };
  await store.put<LoadsDocument>(stateId(kind), {
    unfinished: [...unfinished.filter((merge) => merge !== earlier), mine],
  });
  return earlier;
}

/** Notes that a merge of these inputs has come to its end; to be called with the kind's lock held. */
export async function endMerge(store: StateStore, kind: LoadKind, inputs: readonly string[]): Promise<void> {
  const unfinished = await unfinishedMerges(store, kind);
  await store.put<LoadsDocument>(stateId(kind), {
    unfinished: unfinished.filter((merge) => !sameInputs(merge, inputs)),
  });
}

/** Forgets what was broken off: a whole index build has taken its place. */
export async function forgetMerges(store: StateStore, kind: LoadKind): Promise<void> {
  await store.put<LoadsDocument>(stateId(kind), { unfinished: [] });
}

const sameInputs = (merge: UnfinishedMerge, inputs: readonly string[]): boolean =>
  merge.inputs.length === inputs.length && merge.inputs.every((name, index) => name === inputs[index]);
