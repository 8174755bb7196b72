import type { IndexKind } from '../../common/record-kind.js';
import type { LockedCluster } from '../../elastic/state/cluster-lock.js';
import { type LiveIndices, raiseDataVersion, readLiveIndices } from '../../elastic/state/data-version.js';
import { WorkFailure } from '../../common/errors/failure.js';
import { retryBy } from '../../elastic/client/retry-policy.js';
import { NotYetError, statusOf } from '../../elastic/client/elastic-error.js';

export interface IndexOfKind {
  readonly kind: IndexKind;
  readonly index: string;
  /** The only index that it may replace; any when absent. */
  readonly replaces?: string | undefined;
}

/** One change of an alias; a removal fails when the index does not have the alias. */
export type AliasChange =
  | { readonly add: { readonly index: string; readonly alias: string; readonly is_write_index?: true } }
  | { readonly remove: { readonly index: string; readonly alias: string; readonly must_exist: true } };

/**
 * Switches the aliases of kinds to other indices, in one atomic request with other changes of aliases, and raises the data
 * version. A process that was frozen switches nothing after another one that took its locks over: the locks are confirmed
 * after the live indices are read, and Elasticsearch refuses the request when these are not live any more. The live
 * indices may have been read from a node that is cut off, so a refused request is repeated with those read again.
 */
export async function switchTo(target: LockedCluster, indices: readonly IndexOfKind[], others: readonly AliasChange[]) {
  const { client, names, retryOptions, locks } = target;
  let isSent = false;
  try {
    await retryBy(retryOptions)(async () => {
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
    const plan = await planSwitch(target, indices, others).catch(() => undefined);
    if (plan?.isSwitched !== true) throw error;
  }
  const confirm = async (): Promise<LiveIndices> => {
    await locks.confirm();
    return Object.fromEntries(indices.map(({ kind, index }) => [kind, index]));
  };
  // Also when the work is to end: readers search the indices of the version.
  const retry = retryBy({ ...retryOptions, signal: undefined });
  await retry(() => raiseDataVersion(client, names, locks.work, confirm));
}

/** The changes that switch aliases; when all indices are live, one that fails unless they still are. */
async function planSwitch(target: LockedCluster, indices: readonly IndexOfKind[], others: readonly AliasChange[]) {
  const { client, names } = target;
  const kinds = indices.map(({ kind }) => kind);
  const live = await readLiveIndices(client, names, kinds);
  const isSwitched = indices.every(({ kind, index }) => live[kind] === index);
  const switches = indices.flatMap(({ kind, index, replaces = live[kind] }): AliasChange[] => {
    const alias = names.alias(kind);
    const add = { add: { index, alias, is_write_index: true } } as const;
    return isSwitched || replaces === undefined
      ? [add]
      : [{ remove: { index: replaces, alias, must_exist: true } }, add];
  });
  return { isSwitched, actions: isSwitched ? switches : [...others, ...switches] };
}
