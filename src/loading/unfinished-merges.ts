import { describeHolder } from '../elastic/state/cluster-lock.js';
import type { StateStore } from '../elastic/state/state-store.js';
import type { LoadKind } from './load-kind.js';

/** A merge that has not ended: in progress while its lock is held, otherwise interrupted. */
export interface UnfinishedMerge {
  readonly inputs: readonly string[];
  readonly holder: string;
  readonly since: string;
}

const stateId = (kind: LoadKind): string => `loads:${kind}`;

/** The unfinished merges of a kind, oldest first. */
export async function unfinishedMerges(store: StateStore, kind: LoadKind): Promise<readonly UnfinishedMerge[]> {
  return (await store.get<{ readonly unfinished: readonly UnfinishedMerge[] }>(stateId(kind)))?.value.unfinished ?? [];
}

/** Records, under the kind's lock, that a merge begins; returns an interrupted one of the same inputs. */
export async function beginMerge(
  store: StateStore,
  kind: LoadKind,
  inputs: readonly string[],
  work: string,
): Promise<UnfinishedMerge | undefined> {
  const unfinished = await unfinishedMerges(store, kind);
  const others = unfinished.filter(without(inputs));
  const begun: UnfinishedMerge = { inputs, holder: describeHolder(work), since: new Date().toISOString() };
  await write(store, kind, [...others, begun]);
  return unfinished.find((merge) => !others.includes(merge));
}

/** Records that a merge of these inputs has ended. The caller holds the kind's lock. */
export async function endMerge(store: StateStore, kind: LoadKind, inputs: readonly string[]): Promise<void> {
  const unfinished = await unfinishedMerges(store, kind);
  await write(store, kind, unfinished.filter(without(inputs)));
}

/** Removes all unfinished merges after a replacement, which makes them obsolete. */
export const forgetMerges = (store: StateStore, kind: LoadKind): Promise<unknown> => write(store, kind, []);

const write = (store: StateStore, kind: LoadKind, unfinished: readonly UnfinishedMerge[]): Promise<unknown> =>
  store.put(stateId(kind), { unfinished });

const without =
  (inputs: readonly string[]) =>
  (merge: UnfinishedMerge): boolean =>
    JSON.stringify(merge.inputs) !== JSON.stringify(inputs);
