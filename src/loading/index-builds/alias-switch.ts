import type { IndexKind } from '../../documents/index-kind.js';
import type { ElasticClient } from '../../elastic/client/elastic-client.js';
import type { RetryOptions } from '../../elastic/client/retry-policy.js';
import { RetryPolicy } from '../../elastic/client/retry-policy.js';
import type { IndexNames } from '../../elastic/indices/index-names.js';
import type { HeldLocks } from '../../elastic/state/cluster-lock.js';
import { withLocks } from '../../elastic/state/cluster-lock.js';
import { raiseDataVersion } from '../../elastic/state/data-version.js';
import { StateStore } from '../../elastic/state/state-store.js';

/** A physical index of a kind. */
export interface IndexOfKind {
  readonly kind: IndexKind;
  readonly index: string;
}

/** The cluster, and the locks on the kinds whose aliases are switched. */
export interface LockedTarget {
  readonly client: ElasticClient;
  readonly names: IndexNames;
  readonly retryOptions: RetryOptions;
  readonly locks: Pick<HeldLocks, 'confirm'>;
}

/** Runs work that switches aliases under its locks, and raises the data version. */
export async function switchUnderLocks<Result>(
  { client, names, retryOptions }: Omit<LockedTarget, 'locks'>,
  kinds: readonly string[],
  work: string,
  action: (target: LockedTarget) => Promise<Result>,
): Promise<Result> {
  const locked = async (locks: HeldLocks): Promise<Result> => {
    const result = await action({ client, names, retryOptions: { ...retryOptions, signal: locks.signal }, locks });
    await new RetryPolicy(retryOptions).run(() => raiseDataVersion(client, names, work));
    return result;
  };
  return withLocks(new StateStore(client, names), kinds, work, locked, retryOptions);
}

/** One change of an alias; a removal fails when the index does not have the alias. */
export type AliasChange =
  | { readonly add: { readonly index: string; readonly alias: string; readonly is_write_index?: true } }
  | { readonly remove: { readonly index: string; readonly alias: string; readonly must_exist: true } };

/** The physical index behind the alias of a kind; an empty list before the first. */
export async function liveIndices(client: ElasticClient, names: IndexNames, kind: IndexKind): Promise<string[]> {
  const found = await client.indices.getAlias({ name: names.alias(kind) }, { ignore: [404] });
  return 'error' in found ? [] : Object.keys(found);
}

/**
 * Switches the aliases of kinds to other indices, in one atomic request with other changes of aliases. A process that was
 * frozen switches nothing after another one that took its locks over: the locks are confirmed after the live indices are
 * read, and the request fails when these are not live any more.
 * @throws when a lock was lost, Elasticsearch refuses the request, or its answer is lost and the aliases can't be read
 */
export async function switchTo(
  { client, names, retryOptions, locks }: LockedTarget,
  indices: readonly IndexOfKind[],
  others: readonly AliasChange[],
): Promise<void> {
  /** The remaining changes; none when all indices are live. */
  const changesLeft = async (): Promise<AliasChange[]> => {
    const changes = [...others];
    let switched = 0;
    for (const { kind, index } of indices) {
      const alias = names.alias(kind);
      const live = await liveIndices(client, names, kind);
      if (live.includes(index)) switched += 1;
      for (const other of live) changes.push({ remove: { index: other, alias, must_exist: true } });
      changes.push({ add: { index, alias, is_write_index: true } });
    }
    return switched === indices.length ? [] : changes;
  };
  try {
    await new RetryPolicy(retryOptions).run(async () => {
      const actions = await changesLeft();
      if (actions.length === 0) return;
      await locks.confirm();
      await client.indices.updateAliases({ actions });
    });
  } catch (error) {
    // The request may have succeeded although its answer was lost.
    const left = await changesLeft().catch(() => others);
    if (left.length > 0) throw error;
  }
}
