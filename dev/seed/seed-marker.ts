import type { CommandContext } from '../../src/cli/process/command.js';
import { ensureIndices } from '../../src/elastic/indices/ensure-indices.js';
import { SEED_ID, type SeedMarker, StateStore } from '../../src/elastic/state/state-store.js';
import type { LoadKind } from '../../src/loading/load-kind.js';

/** The kinds that the seed generates. */
const SEEDED_KINDS: readonly LoadKind[] = [
  ...(['videos', 'products', 'lives', 'creators'] as const),
  ...(['sales', 'creator-days', 'rates'] as const),
];

type Cluster = Pick<CommandContext, 'client' | 'names' | 'config'>;

/** Records the start or the end of a seed. */
export async function markSeed(
  { client, names }: Pick<Cluster, 'client' | 'names'>,
  marker: Omit<SeedMarker, 'at'>,
): Promise<void> {
  await new StateStore(client, names).put<SeedMarker>(SEED_ID, { ...marker, at: new Date().toISOString() });
}

/** Whether a cluster has never been loaded, or its seed was interrupted. Creates missing indices. */
export async function needsSeed(cluster: Cluster): Promise<boolean> {
  const records = await recordsToReplace(cluster);
  const marker = await new StateStore(cluster.client, cluster.names).get<SeedMarker>(SEED_ID);
  return marker === undefined ? records.length === 0 : marker.value.state === 'running';
}

/** Counts the records of kinds, by default those that a seed replaces, such as `3 videos`. Creates missing indices. */
export async function recordsToReplace({ client, names, config }: Cluster, kinds = SEEDED_KINDS): Promise<string[]> {
  await ensureIndices(client, names, config.indexShards);
  const counts = await Promise.all(kinds.map((kind) => client.count({ index: names.alias(kind) })));
  return kinds.flatMap((kind, index) => {
    const count = counts[index]?.count ?? 0;
    return count === 0 ? [] : [`${count.toLocaleString('en-US')} ${kind}`];
  });
}
