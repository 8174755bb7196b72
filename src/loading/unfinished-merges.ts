import { describeHolder } from '../elastic/state/cluster-lock.js';
import type { StateStore } from '../elastic/state/state-store.js';
import type { LoadKind } from './load-kind.js';

/** A merge that has begun and not ended: in progress while its lock is held, otherwise broken off. */
export interface UnfinishedMerge {
  /** Names of the inputs, as they were given. */
  readonly inputs: readonly string[];
  readonly holder: string;
  readonly since: string;
}

interface LoadsDocument {
  readonly unfinished: readonly UnfinishedMerge[];
}

const stateId = (kind: LoadKind): string => `loads:${kind}`;

/** The unfinished merges of a kind, oldest first. */
export async function unfinishedMerges(store: StateStore, kind: LoadKind): Promise<readonly UnfinishedMerge[]> {
  return (await store.get<LoadsDocument>(stateId(kind)))?.value.unfinished ?? [];
}

/**
 * Records that a merge of these inputs begins. The caller holds the kind's lock.
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

/** Records that a merge of these inputs has ended. The caller holds the kind's lock. */
export async function endMerge(store: StateStore, kind: LoadKind, inputs: readonly string[]): Promise<void> {
  const unfinished = await unfinishedMerges(store, kind);
  await store.put<LoadsDocument>(stateId(kind), {
    unfinished: unfinished.filter((merge) => !sameInputs(merge, inputs)),
  });
}

/** Removes all unfinished merges: a replacement has made them obsolete. */
export async function forgetMerges(store: StateStore, kind: LoadKind): Promise<void> {
  await store.put<LoadsDocument>(stateId(kind), { unfinished: [] });
}

const sameInputs = (merge: UnfinishedMerge, inputs: readonly string[]): boolean =>
  merge.inputs.length === inputs.length && merge.inputs.every((name, index) => name === inputs[index]);
