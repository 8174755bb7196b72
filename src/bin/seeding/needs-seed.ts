import type { ElasticClient } from '../../elastic/client/elastic-client.js';
import { ensureIndices } from '../../elastic/indices/ensure-indices.js';
import type { IndexNames } from '../../elastic/indices/index-names.js';
import { seedState } from '../../elastic/state/seed-state.js';

/** Whether a cluster was never loaded into, or an earlier seed of it was broken off. Makes the indices that are missing. */
export async function needsSeed({ client, names }: { client: ElasticClient; names: IndexNames }): Promise<boolean> {
  await ensureIndices(client, names);
  const state = await seedState(client, names);
  if (state === 'none') return !(await holdsRecords(client, names));
  return state === 'running';
}

async function holdsRecords(client: ElasticClient, names: IndexNames): Promise<boolean> {
  const index = [names.alias('videos'), names.alias('products'), names.alias('lives')];
  return (await client.count({ index })).count > 0;
}
