import { INDEX_KINDS } from '../documents/index-kind.js';
import type { ElasticClient } from './elastic-client.js';
import { readIndexDefinition } from './index-definition.js';
import type { IndexNames } from './index-names.js';

/**
 * What keeps the service from answering: Elasticsearch out of reach or red, an alias missing, a mapping of another version.
 * @returns one sentence each; empty when all is well
 */
export async function findIndexTroubles(client: ElasticClient, names: IndexNames, timeoutMs: number): Promise<string[]> {
  const options = { requestTimeout: timeoutMs };
  try {
    const [health, mappings] = await Promise.all([
      client.cluster.health({}, options),
      client.indices.getMapping({ index: `${names.alias('videos').replace(/videos$/, '')}*`, ignore_unavailable: true }, options),
    ]);
    const aliases = await client.indices.getAlias({ name: INDEX_KINDS.map((kind) => names.alias(kind)) }, { ...options, ignore: [404] });
    const troubles = health.status === 'red' ? ['The cluster is red.'] : [];
    for (const kind of INDEX_KINDS) {
      const alias = names.alias(kind);
      const physical = Object.entries(aliases).find(([, entry]) => typeof entry === 'object' && entry.aliases?.[alias] !== undefined)?.[0];
      if (physical === undefined) {
        troubles.push(`The alias ${alias} is missing.`);
        continue;
      }
      const version: unknown = mappings[physical]?.mappings._meta?.version;
      const wanted = readIndexDefinition(kind).version;
      if (version !== wanted) troubles.push(`${physical} has mapping version ${String(version)}, not ${wanted}.`);
    }
    return troubles;
  } catch {
    return ['Elasticsearch does not answer.'];
  }
}
