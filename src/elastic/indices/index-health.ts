import { INDEX_KINDS } from '../../documents/index-kind.js';
import type { ClusterReads, TryOptions } from '../client/cluster-reads.js';
import type { ElasticClient } from '../client/elastic-client.js';
import { readIndexDefinition } from './index-definition.js';
import type { IndexNames } from './index-names.js';
import { seedState } from '../state/seed-state.js';

const WANTED_VERSIONS = new Map(INDEX_KINDS.map((kind) => [kind, readIndexDefinition(kind).version]));

/** What keeps the service from answering, in one sentence. */
export interface IndexTrouble {
  readonly kind: 'unreachable' | 'missing' | 'version' | 'red' | 'seed';
  readonly text: string;
}

/** How the cluster is, as far as the service's own indices go. */
export interface IndexHealth {
  /** Empty when all is well. */
  readonly troubles: readonly IndexTrouble[];
  /** `green` when every shard has all its copies; undefined when Elasticsearch does not say. */
  readonly cluster?: { readonly status: string; readonly nodes: number };
  /** Shards of the indices that have a node, and those that have none. */
  readonly shards?: { readonly active: number; readonly unassigned: number };
}

/**
 * Looks for what keeps the service from answering: Elasticsearch out of reach, an alias missing, a mapping of another
 * version, an index with parts that no node holds, a first seed that is not done.
 */
export async function readIndexHealth(
  client: ElasticClient,
  reads: ClusterReads,
  names: IndexNames,
  timeoutMs: number,
): Promise<IndexHealth> {
  try {
    return await reads.outlast((options) => look(client, names, options), { timeoutMs });
  } catch (error) {
    const { name } = ((error as Error).cause ?? error) as Error;
    return { troubles: [{ kind: 'unreachable', text: `Elasticsearch does not answer as it should: ${name}.` }] };
  }
}

async function look(client: ElasticClient, names: IndexNames, options: TryOptions): Promise<IndexHealth> {
  const wanted = INDEX_KINDS.map((kind) => names.alias(kind));
  const aliases = await client.indices.getAlias(
    { index: wanted, ignore_unavailable: true },
    { ...options, ignore: [404] },
  );
  const physicalOf = new Map<string, string>();
  for (const [physical, entry] of Object.entries(aliases)) {
    for (const alias of Object.keys(entry.aliases ?? {})) physicalOf.set(alias, physical);
  }
  const physical = wanted.flatMap((alias) => physicalOf.get(alias) ?? []);
  if (physical.length === 0) return { troubles: wanted.map(missing) };
  const [mappings, health] = await Promise.all([
    client.indices.getMapping({ index: physical }, options),
    client.cluster.health({ index: physical, level: 'indices' }, options),
  ]);
  const cluster = { status: health.status, nodes: health.number_of_nodes };
  const shards = { active: health.active_shards, unassigned: health.unassigned_shards };
  const troubles = INDEX_KINDS.flatMap((kind): IndexTrouble[] => {
    const alias = names.alias(kind);
    const index = physicalOf.get(alias);
    if (index === undefined) return [missing(alias)];
    const version: unknown = mappings[index]?.mappings._meta?.version;
    if (version !== WANTED_VERSIONS.get(kind)) {
      const text = `${index} has mapping version ${String(version)}, not ${WANTED_VERSIONS.get(kind)}.`;
      return [{ kind: 'version', text }];
    }
    const isRed = health.indices?.[index]?.status === 'red';
    return isRed ? [{ kind: 'red', text: `${index} is red: a part of it has no node.` }] : [];
  });
  if (troubles.length === 0 && (await isFirstSeedUnfinished(client, names, options))) {
    return { troubles: [{ kind: 'seed', text: 'The first seed is not done.' }], cluster, shards };
  }
  return { troubles, cluster, shards };
}

const missing = (alias: string): IndexTrouble => ({ kind: 'missing', text: `The alias ${alias} is missing.` });

/** Whether a seed is under way, or was broken off, before any board was there; a later one replaces what answers meanwhile. */
async function isFirstSeedUnfinished(client: ElasticClient, names: IndexNames, options: TryOptions): Promise<boolean> {
  if ((await seedState(client, names, options.requestTimeout)) !== 'running') return false;
  return (await client.count({ index: names.alias('periods') }, options)).count === 0;
}
