import type { Config } from '../config/config.js';
import type { ElasticClient } from '../elastic/elastic-client.js';
import type { IndexNames } from '../elastic/index-names.js';
import { seedState } from '../elastic/seed-state.js';
import { SEED_DEFAULTS } from '../seed/seed-world.js';
import { seedCluster } from './seed-cluster.js';

/** Seeds the embedded node when nothing was ever loaded into it, or when an earlier seed was broken off. */
export async function seedIfEmpty(config: Config, client: ElasticClient, names: IndexNames): Promise<void> {
  const state = await seedState(client, names);
  if (state === 'done') return;
  if (state === 'none' && (await holdsRecords(client, names))) return;
  if (state === 'running') console.log('An earlier seed was broken off; it is made again.');
  await seedCluster({ config, client, names }, SEED_DEFAULTS);
}

async function holdsRecords(client: ElasticClient, names: IndexNames): Promise<boolean> {
  const index = [names.alias('videos'), names.alias('products'), names.alias('lives')];
  return (await client.count({ index })).count > 0;
}
