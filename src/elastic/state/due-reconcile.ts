import type { FactKind } from '../../common/record-kind.js';
import type { StateStore } from './state-store.js';

/** Facts whose dimensions may differ from their creators and products. */
export interface DueReconcile {
  /** The work that made it due. */
  readonly cause: string;
  readonly since: string;
}

export const dueId = (kind: FactKind): string => `reconcile:${kind}`;

/** Records, before records or facts change, that facts are to be compared with their records afterwards. */
export async function markDue(store: StateStore, kinds: readonly FactKind[], cause: string): Promise<void> {
  for (const kind of kinds) await store.put<DueReconcile>(dueId(kind), { cause, since: new Date().toISOString() });
}

/** Tells of the facts for which it is due, and what to do. */
export const describeDue = (kinds: readonly FactKind[]): string =>
  `Regions, categories and shops of ${kinds.join(' and ')} may be older than their creators and products until the load in progress ends; when none is: npm run indices -- reconcile.`;
