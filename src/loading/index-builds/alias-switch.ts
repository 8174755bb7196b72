import type { IndexKind } from '../../documents/index-kind.js';
import type { ElasticClient } from '../../elastic/client/elastic-client.js';
import type { RetryOptions } from '../../elastic/client/retry-policy.js';
import { RetryPolicy } from '../../elastic/client/retry-policy.js';
import type { IndexNames } from '../../elastic/indices/index-names.js';

/** A physical index of a kind. */
export interface IndexOfKind {
  readonly kind: IndexKind;
  readonly index: string;
}

/** One change of an alias; a removal fails when the index does not have the alias. */
export type AliasChange =
  | { readonly add: { readonly index: string; readonly alias: string; readonly is_write_index?: true } }
  | { readonly remove: { readonly index: string; readonly alias: string; readonly must_exist: true } };

/** The physical indices that the alias names: one, or none before the first. */
export async function liveIndices(client: ElasticClient, names: IndexNames, kind: IndexKind): Promise<string[]> {
  const found = await client.indices.getAlias({ name: names.alias(kind) }, { ignore: [404] });
  return 'error' in found ? [] : Object.keys(found);
}

/**
 * Lets indices serve in place of the live ones, in one atomic step with other changes of aliases.
 * @throws when Elasticsearch refuses the step, or does not say whether it was made after its answer was lost
 */
export async function switchTo(
  client: ElasticClient,
  names: IndexNames,
  indices: readonly IndexOfKind[],
  others: readonly AliasChange[],
  retryOptions: RetryOptions,
): Promise<void> {
  /** The changes that are left to make: none when all indices serve. */
  const changesLeft = async (): Promise<AliasChange[]> => {
    const changes = [...others];
    let serving = 0;
    for (const { kind, index } of indices) {
      const alias = names.alias(kind);
      const live = await liveIndices(client, names, kind);
      if (live.includes(index)) serving += 1;
      for (const other of live) changes.push({ remove: { index: other, alias, must_exist: true } });
      changes.push({ add: { index, alias, is_write_index: true } });
    }
    return serving === indices.length ? [] : changes;
  };
  try {
    await new RetryPolicy(retryOptions).run(async () => {
      const actions = await changesLeft();
      if (actions.length > 0) await client.indices.updateAliases({ actions });
    });
  } catch (error) {
    // The step may have been made and its answer lost.
    const left = await changesLeft().catch(() => others);
    if (left.length > 0) throw error;
  }
}
