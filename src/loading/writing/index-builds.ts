import type { IndexKind } from '../../documents/index-kind.js';
import type { ElasticClient } from '../../elastic/client/elastic-client.js';
import type { ShardSetting } from '../../config/shard-setting.js';
import { chooseShards, MOST_PER_SHARD, shardsNeeded } from '../../elastic/indices/index-size.js';
import { readIndexDefinition } from '../../elastic/indices/index-definition.js';
import type { IndexNames } from '../../elastic/indices/index-names.js';
import { dropIndices, findUnfinished } from './index-build.js';
import { canSplit, nextSplit } from './split-index.js';
import { WorkFailure } from '../../errors/work-failure.js';

/** How many previous index builds a load keeps by default. */
export const KEPT_INDEX_BUILDS = 1;

/** What a physical index is to its alias. */
export type IndexBuildRole = 'live' | 'previous' | 'building';

/** A physical index as `npm run indices -- list` shows it. */
export interface IndexBuildState {
  readonly kind: IndexKind;
  readonly index: string;
  readonly role: IndexBuildRole;
  readonly shards: number;
  /** Copies of each shard beside the first. */
  readonly replicas: number;
  readonly documents: number;
  /** Of all copies. */
  readonly bytes: number;
  /** Of one copy. */
  readonly primaryBytes: number;
  readonly createdAt: Date;
  /** Version of the index definition it was made with. */
  readonly version: number;
}

/** All physical indices of a kind, newest first. */
export async function listIndexBuilds(
  client: ElasticClient,
  names: IndexNames,
  kind: IndexKind,
): Promise<IndexBuildState[]> {
  const index = names.physicalPattern(kind);
  const found = await client.indices.get({ index, allow_no_indices: true });
  const stats = await client.indices.stats({ index, metric: ['docs', 'store'] });
  const unfinished = await findUnfinished(client, names, kind);
  const indexBuilds = Object.entries(found).map(([name, { aliases, settings, mappings }]): IndexBuildState => {
    const totals = stats.indices?.[name];
    return {
      kind,
      index: name,
      role: aliases?.[names.alias(kind)] ? 'live' : unfinished.includes(name) ? 'building' : 'previous',
      shards: Number(settings?.index?.number_of_shards ?? 1),
      replicas: Number(settings?.index?.number_of_replicas ?? 0),
      documents: totals?.primaries?.docs?.count ?? 0,
      bytes: totals?.total?.store?.size_in_bytes ?? 0,
      primaryBytes: totals?.primaries?.store?.size_in_bytes ?? 0,
      createdAt: new Date(Number(settings?.index?.creation_date ?? 0)),
      version: Number((mappings?._meta as { version?: number } | undefined)?.version ?? 0),
    };
  });
  return indexBuilds.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
}

/**
 * What an operator should do about the shards of an index, in a sentence; undefined when all is well.
 * @param setting INDEX_SHARDS
 */
export function shardAdvice(
  { kind, index, shards, documents, primaryBytes }: IndexBuildState,
  setting: ShardSetting,
): string | undefined {
  const needed = shardsNeeded({ records: documents, bytes: primaryBytes });
  const wanted = chooseShards(kind, setting, {}, shards);
  const of = (count: number): string => `${count} shard${count === 1 ? '' : 's'}`;
  if (needed > shards && needed > wanted) {
    return (
      `${kind}: ${index} has outgrown its ${of(shards)}, as one holds up to ${MOST_PER_SHARD.records.toLocaleString('en-US')} documents ` +
      `or ${MOST_PER_SHARD.bytes / 1e9} GB: npm run indices -- split ${kind} --shards ${nextSplit(shards, needed)}`
    );
  }
  if (wanted === shards) return undefined;
  const how = canSplit(shards, wanted)
    ? `npm run indices -- split ${kind} --shards ${wanted}`
    : 'the next load with --replace makes it so';
  return `${kind}: ${index} has ${of(shards)}, and INDEX_SHARDS says ${wanted}: ${how}`;
}

/** The previous index builds of a kind but the newest `keep` that hold anything. */
export async function findPrunable(
  client: ElasticClient,
  names: IndexNames,
  kind: IndexKind,
  keep: number,
): Promise<string[]> {
  const previous = (await listIndexBuilds(client, names, kind)).filter(({ role }) => role === 'previous');
  const kept = previous.filter(({ documents }) => documents > 0).slice(0, keep);
  return previous.filter((indexBuild) => !kept.includes(indexBuild)).map(({ index }) => index);
}

/** Deletes what `findPrunable` finds. */
export async function pruneIndexBuilds(
  client: ElasticClient,
  names: IndexNames,
  kind: IndexKind,
  keep: number,
): Promise<void> {
  await dropIndices(client, await findPrunable(client, names, kind, keep));
}

/**
 * Moves the alias back to the newest build older than the live one, or to the build that is named.
 * @returns the index that serves now
 * @throws WorkFailure when there is none, or when it was made for another version of the service
 */
export async function rollBack(
  client: ElasticClient,
  names: IndexNames,
  kind: IndexKind,
  to?: string,
): Promise<string> {
  const indexBuilds = await listIndexBuilds(client, names, kind);
  const live = indexBuilds.find(({ role }) => role === 'live');
  const candidates = indexBuilds.filter(({ role }) => role === 'previous');
  const target =
    to === undefined
      ? candidates.find(({ createdAt }) => live === undefined || createdAt < live.createdAt)
      : candidates.find(({ index }) => index === to);
  if (target === undefined) {
    const choice = candidates.map(({ index }) => index).join(', ') || 'none';
    throw new WorkFailure(
      to === undefined
        ? `${kind} have no index build older than the live one; previous ones: ${choice}.`
        : `${to} is no previous index build of ${kind}; previous ones: ${choice}.`,
    );
  }
  const { version } = readIndexDefinition(kind);
  if (target.version !== version) {
    throw new WorkFailure(`${target.index} was made with version ${target.version} of its definition, not ${version}.`);
  }
  const alias = names.alias(kind);
  await client.indices.updateAliases({
    actions: [
      ...(live === undefined ? [] : [{ remove: { index: live.index, alias, must_exist: true } }]),
      { add: { index: target.index, alias, is_write_index: true } },
    ],
  });
  return target.index;
}
