import { INDEX_KINDS } from '../documents/index-kind.js';
import type { ElasticClient } from './elastic-client.js';
import { readIndexDefinition } from './index-definition.js';
import type { IndexNames } from './index-names.js';
import { seedState } from './seed-state.js';

const WANTED_VERSIONS = new Map(INDEX_KINDS.map((kind) => [kind, readIndexDefinition(kind).version]));

/**
 * What keeps the service from answering: Elasticsearch out of reach, an alias missing, a mapping of another version, an
 * index with parts that no node holds, a first seed that is not done.
 * @returns one sentence each; empty when all is well
 */
export async function findIndexTroubles(
  client: ElasticClient,
  names: IndexNames,
  timeoutMs: number,
): Promise<string[]> {
  const options = { requestTimeout: timeoutMs, signal: AbortSignal.timeout(timeoutMs) };
  const wanted = INDEX_KINDS.map((kind) => names.alias(kind));
  try {
    const aliases = await client.indices.getAlias(
      { index: wanted, ignore_unavailable: true },
      { ...options, ignore: [404] },
    );
    const physicalOf = new Map<string, string>();
    for (const [physical, entry] of Object.entries(aliases)) {
      for (const alias of Object.keys(entry.aliases ?? {})) physicalOf.set(alias, physical);
    }
    const physical = wanted.flatMap((alias) => physicalOf.get(alias) ?? []);
    if (physical.length === 0) return wanted.map(missing);
    const [mappings, health] = await Promise.all([
      client.indices.getMapping({ index: physical }, options),
      client.cluster.health({ index: physical, level: 'indices' }, options),
    ]);
    const troubles = INDEX_KINDS.flatMap((kind) => {
      const alias = names.alias(kind);
      const index = physicalOf.get(alias);
      if (index === undefined) return [missing(alias)];
      const version: unknown = mappings[index]?.mappings._meta?.version;
      if (version !== WANTED_VERSIONS.get(kind)) {
        return [`${index} has mapping version ${String(version)}, not ${WANTED_VERSIONS.get(kind)}.`];
      }
      return health.indices?.[index]?.status === 'red' ? [`${index} is red: a part of it has no node.`] : [];
    });
    if (troubles.length === 0 && (await isFirstSeedUnfinished(client, names, timeoutMs))) {
      return ['The first seed is not done.'];
    }
    return troubles;
  } catch (error) {
    return [`Elasticsearch does not answer as it should: ${(error as Error).name}.`];
  }
}

const missing = (alias: string): string => `The alias ${alias} is missing.`;

/** Whether a seed is under way, or was broken off, before any board was there; a later one replaces what answers meanwhile. */
async function isFirstSeedUnfinished(client: ElasticClient, names: IndexNames, timeoutMs: number): Promise<boolean> {
  if ((await seedState(client, names, timeoutMs)) !== 'running') return false;
  const options = { requestTimeout: timeoutMs, signal: AbortSignal.timeout(timeoutMs) };
  return (await client.count({ index: names.alias('periods') }, options)).count === 0;
}
