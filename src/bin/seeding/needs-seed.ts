import { ensureIndices } from '../../elastic/indices/ensure-indices.js';
import { seedState } from '../../elastic/state/seed-state.js';
import type { CommandContext } from '../process/command.js';

const SEEDED_KINDS = ['products', 'videos', 'lives', 'creators', 'sales', 'creator-days'] as const;

type Cluster = Pick<CommandContext, 'client' | 'names' | 'config'>;

/** Whether a cluster was never loaded into, or an earlier seed of it was broken off. Makes the indices that are missing. */
export async function needsSeed(cluster: Cluster): Promise<boolean> {
  const records = await recordsASeedReplaces(cluster);
  const state = await seedState(cluster.client, cluster.names);
  return state === 'none' ? records.length === 0 : state === 'running';
}

/** What a seed replaces, such as `3 videos`, one for each kind that holds any. Makes the indices that are missing. */
export async function recordsASeedReplaces({ client, names, config }: Cluster): Promise<string[]> {
  await ensureIndices(client, names, config.indexShards);
  const counts = await Promise.all(SEEDED_KINDS.map((kind) => client.count({ index: names.alias(kind) })));
  return SEEDED_KINDS.flatMap((kind, index) => {
    const count = counts[index]?.count ?? 0;
    return count === 0 ? [] : [`${count.toLocaleString('en-US')} ${kind}`];
  });
}
