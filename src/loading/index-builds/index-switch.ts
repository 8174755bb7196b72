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
 * Switches the alias of a kind to another index, in one atomic request with other changes of aliases, and raises the data
 * version. A process that was frozen switches nothing after another one that took its lock over: the lock is confirmed
 * after the live index is read, and Elasticsearch refuses the request when that is not live any more. The live index may
 * have been read from a node that is cut off, so a refused request is repeated with the one read again.
 */
export async function switchTo(
  target: LockedCluster,
  { kind, index, replaces }: IndexOfKind,
  others: readonly AliasChange[],
): Promise<void> {
  const { client, names, retryOptions, locks } = target;
  const alias = names.alias(kind);
  const readLive = async () => (await readLiveIndices(client, names, [kind]))[kind];
  let isSent = false;
  try {
    await retryBy(retryOptions)(async () => {
      const live = await readLive();
      const before = replaces ?? live;
      const add: AliasChange = { add: { index, alias, is_write_index: true } };
      const switched: AliasChange[] =
        before === undefined ? [add] : [{ remove: { index: before, alias, must_exist: true } }, add];
      // Where the switch was made and its answer lost, this fails unless the index still exists.
      const actions = live === index ? [add] : [...others, ...switched];
      await locks.confirm();
      isSent = true;
      await client.indices.updateAliases({ actions }).catch((error: unknown) => {
        if (statusOf(error) !== 404) throw error;
        if (replaces === undefined) throw new NotYetError(String(error));
        throw new WorkFailure(
          'The live index has changed since it was read, and nothing was switched; run the command again.',
        );
      });
    });
  } catch (error) {
    if (!isSent || statusOf(error) !== undefined) throw error;
    // The request may have succeeded although its answer was lost.
    if ((await readLive().catch(() => undefined)) !== index) throw error;
  }
  const confirm = async (): Promise<LiveIndices> => {
    await locks.confirm();
    return { [kind]: index };
  };
  // Also when the work is to end: readers search the indices of the version.
  const retry = retryBy({ ...retryOptions, signal: undefined });
  await retry(() => raiseDataVersion(client, names, locks.work, confirm));
}
