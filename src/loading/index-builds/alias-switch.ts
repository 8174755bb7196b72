import type { IndexKind } from '../../common/record-kind.js';
import { retrying, type RetryOptions } from '../../elastic/client/retry-policy.js';
import { NotYetError, statusOf } from '../../elastic/client/elastic-error.js';
import type { Cluster } from '../../elastic/indices/index-names.js';
import { type HeldLocks, withLocks } from '../../elastic/state/cluster-lock.js';
import { type LiveIndices, raiseDataVersion } from '../../elastic/state/data-version.js';
import { StateStore } from '../../elastic/state/state-store.js';
import { WorkFailure } from '../../common/errors/failure.js';

export interface IndexOfKind {
  readonly kind: IndexKind;
  readonly index: string;
  /** The only index that it may replace; any when absent. */
  readonly replaces?: string | undefined;
}

/** A cluster, and how long work on it is retried. */
export interface RetryingCluster extends Cluster {
  readonly retryOptions: RetryOptions;
}

/** The cluster, and the locks on the kinds whose aliases are switched. */
export interface LockedTarget extends RetryingCluster {
  readonly locks: Pick<HeldLocks, 'confirm' | 'work'>;
}

/** Runs work that switches aliases under its locks. */
export function switchUnderLocks<Result>(
  { client, names, retryOptions }: RetryingCluster,
  kinds: readonly string[],
  work: string,
  action: (target: LockedTarget & { readonly locks: HeldLocks }) => Promise<Result>,
): Promise<Result> {
  const locked = (locks: HeldLocks): Promise<Result> =>
    action({ client, names, retryOptions: { ...retryOptions, signal: locks.signal }, locks });
  return withLocks(new StateStore(client, names), kinds, work, locked, retryOptions);
}

/** One change of an alias; a removal fails when the index does not have the alias. */
export type AliasChange =
  | { readonly add: { readonly index: string; readonly alias: string; readonly is_write_index?: true } }
  | { readonly remove: { readonly index: string; readonly alias: string; readonly must_exist: true } };

/** The physical index behind the alias of a kind; an empty list before the first. */
export async function liveIndices({ client, names }: Cluster, kind: IndexKind): Promise<string[]> {
  const found = await client.indices.getAlias({ name: names.alias(kind) }, { ignore: [404] });
  return 'error' in found ? [] : Object.keys(found);
}

/**
 * Switches the aliases of kinds to other indices, in one atomic request with other changes of aliases, and raises the data
 * version. A process that was frozen switches nothing after another one that took its locks over: the locks are confirmed
 * after the live indices are read, and Elasticsearch refuses the request when these are not live any more. The live
 * indices may have been read from a node that is cut off, so a refused request is repeated with those read again.
 * @throws when a lock was lost, Elasticsearch refuses the request, its answer is lost and the aliases can't be read, or an
 * index would replace another one than it may
 */
export async function switchTo(
  target: LockedTarget,
  indices: readonly IndexOfKind[],
  others: readonly AliasChange[],
): Promise<void> {
  const { client, names, retryOptions, locks } = target;
  let isSent = false;
  try {
    await retrying(retryOptions)(async () => {
      const { actions } = await planSwitch(target, indices, others);
      await locks.confirm();
      isSent = true;
      await client.indices.updateAliases({ actions }).catch((error: unknown) => {
        if (statusOf(error) !== 404) throw error;
        if (indices.every(({ replaces }) => replaces === undefined)) throw new NotYetError(String(error));
        throw new WorkFailure(
          'The live index has changed since it was read, and nothing was switched; run the command again.',
        );
      });
    });
  } catch (error) {
    if (!isSent || statusOf(error) !== undefined) throw error;
    // The request may have succeeded although its answer was lost.
    const isSwitched = await planSwitch(target, indices, others).then(
      (plan) => plan.isSwitched,
      () => false,
    );
    if (!isSwitched) throw error;
  }
  const confirm = async (): Promise<LiveIndices> => {
    await locks.confirm();
    return Object.fromEntries(indices.map(({ kind, index }) => [kind, index]));
  };
  // Also when the work is to end: readers search the indices of the version.
  const retry = retrying({ ...retryOptions, signal: undefined });
  await retry(() => raiseDataVersion(client, names, locks.work, confirm));
}

/** The changes that switch aliases; none when all indices are live, which fails when another one is live by then. */
async function planSwitch(
  { client, names }: LockedTarget,
  indices: readonly IndexOfKind[],
  others: readonly AliasChange[],
): Promise<{ isSwitched: boolean; actions: AliasChange[] }> {
  const removals: AliasChange[] = [];
  const additions: AliasChange[] = [];
  let switched = 0;
  for (const { kind, index, replaces } of indices) {
    const alias = names.alias(kind);
    const live = await liveIndices({ client, names }, kind);
    if (live.includes(index)) switched += 1;
    for (const other of replaces === undefined ? live : [replaces])
      removals.push({ remove: { index: other, alias, must_exist: true } });
    additions.push({ add: { index, alias, is_write_index: true } });
  }
  const isSwitched = switched === indices.length;
  return { isSwitched, actions: isSwitched ? additions : [...others, ...removals, ...additions] };
}
