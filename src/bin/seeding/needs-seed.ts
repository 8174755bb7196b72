import { ensureIndices } from '../../elastic/indices/ensure-indices.js';
import { seedState } from '../../elastic/state/seed-state.js';
import type { CommandContext } from '../process/command.js';

const SEEDED_KINDS = ['products', 'videos', 'lives', 'creators', 'sales', 'creator-days'] as const;

type Cluster = Pick<CommandContext, 'client' | 'names' | 'config'>;

/** Whether a cluster has never been loaded, or its seed was interrupted. Creates missing indices. */
export async function needsSeed(cluster: Cluster): Promise<boolean> {
  const records = await recordsToReplace(cluster);
  const state = await seedState(cluster.client, cluster.names);
  return state === 'none' ? records.length === 0 : state === 'running';
}

/** Counts the records of each kind that a seed would replace, such as `3 videos`. Creates missing indices. */
export async function recordsToReplace({ client, names, config }: Cluster): Promise<string[]> {
  await ensureIndices(client, names, config.indexShards);
  const counts = await Promise.all(SEEDED_KINDS.map((kind) => client.count({ index: names.alias(kind) })));
  return SEEDED_KINDS.flatMap((kind, index) => {
    const count = counts[index]?.count ?? 0;
    return count === 0 ? [] : [`${count.toLocaleString('en-US')} ${kind}`];
  });
}
