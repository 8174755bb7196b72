import type { IndexKind } from '../../documents/index-kind.js';
import type { ElasticClient } from '../../elastic/client/elastic-client.js';
import { WorkFailure } from '../../errors/work-failure.js';
import type { KeptSettings } from './kept-settings.js';
import { replicasOn } from './kept-settings.js';

const LIMIT = 'cluster.max_shards_per_node';

/**
 * Checks that the cluster has room for an index with this number of shards and its replicas, before anything is written.
 * @throws WorkFailure when the nodes may not hold that many shards
 */
export async function requireRoom(
  client: ElasticClient,
  kind: IndexKind,
  shards: number,
  kept: KeptSettings,
): Promise<void> {
  const health = await client.cluster.health();
  const { number_of_data_nodes: nodes, active_shards, initializing_shards, unassigned_shards } = health;
  const all = await client.cluster.getSettings({ include_defaults: true, flat_settings: true });
  const limits = [all.transient, all.persistent, all.defaults].map((settings) => settings?.[LIMIT] as unknown);
  const perNode = Number(limits.find((limit) => limit !== undefined) ?? Infinity);
  const replicas = replicasOn(nodes, kept);
  const wanted = shards * (1 + replicas);
  const room = perNode * nodes - (active_shards + initializing_shards + unassigned_shards);
  if (wanted <= room) return;
  const copies = replicas === 0 ? '' : ` with ${replicas} replica${replicas === 1 ? '' : 's'} each`;
  throw new WorkFailure(
    `The cluster has room for ${Math.max(0, room).toLocaleString('en-US')} more shards (${LIMIT} is ${perNode}, data nodes: ${nodes}), and ${kind} ` +
      `in ${shards} shard${shards === 1 ? '' : 's'}${copies} need ${wanted.toLocaleString('en-US')}: choose fewer shards (--shards, INDEX_SHARDS) or replicas, or add nodes.`,
  );
}
