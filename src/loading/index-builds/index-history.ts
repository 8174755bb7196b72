import type { IndexKind } from '../../documents/index-kind.js';
import type { ElasticClient } from '../../elastic/client/elastic-client.js';
import type { ShardSetting } from '../../config/shard-setting.js';
import { chooseShards, MOST_PER_SHARD, shardsNeeded } from '../../elastic/indices/index-size.js';
import { readIndexDefinition } from '../../elastic/indices/index-definition.js';
import type { IndexNames } from '../../elastic/indices/index-names.js';
import type { RetryOptions } from '../../elastic/client/retry-policy.js';
import { RetryPolicy } from '../../elastic/client/retry-policy.js';
import { buildingAlias, dropIndices } from './index-build.js';
import type { AliasChange } from './alias-switch.js';
import { switchTo } from './alias-switch.js';
import { canSplit, nextSplit } from './split-index.js';
import { WorkFailure } from '../../errors/work-failure.js';

/** How many previous index builds a load keeps by default. */
export const KEPT_INDEX_BUILDS = 1;

/** How long a rollback is retried. */
export const ROLLBACK_GIVES_UP_AFTER_MS = 60_000;

/** What a physical index is to its alias. */
export type IndexBuildRole = 'live' | 'previous' | 'rolled back' | 'building';

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
  /** Orders the builds by when they served last, but for those rolled back from: when it was made, or later (ms since 1970). */
  readonly servedFrom: number;
  /** Whether Elasticsearch refuses writes to it, as it must during a split. */
  readonly takesNoWrites: boolean;
  /** Version of the index definition it was made with. */
  readonly version: number;
}

/** A build that was rolled back from has this alias: it is changed in one step with the switch, and snapshots hold it. */
const rolledBackAlias = (names: IndexNames, kind: IndexKind): string => `${names.alias(kind)}-rolled-back`;

/** A build that served again after newer ones has this alias, followed by its `servedFrom`. */
const servedFromAlias = (names: IndexNames, kind: IndexKind): string => `${names.alias(kind)}-served-from-`;

function roleOf(names: IndexNames, kind: IndexKind, aliases: readonly string[]): IndexBuildRole {
  if (aliases.includes(names.alias(kind))) return 'live';
  if (aliases.some((alias) => alias.startsWith(buildingAlias(names, kind, '')))) return 'building';
  return aliases.includes(rolledBackAlias(names, kind)) ? 'rolled back' : 'previous';
}

/** All physical indices of a kind, those that served last first. */
export async function listIndexBuilds(
  client: ElasticClient,
  names: IndexNames,
  kind: IndexKind,
): Promise<IndexBuildState[]> {
  const index = names.physicalPattern(kind);
  const found = await client.indices.get({ index, allow_no_indices: true });
  const stats = await client.indices.stats({ index, metric: ['docs', 'store'] });
  const indexBuilds = Object.entries(found).map(([name, entry]): IndexBuildState => {
    const { settings, mappings } = entry;
    const aliases = Object.keys(entry.aliases ?? {});
    const totals = stats.indices?.[name];
    const created = Number(settings?.index?.creation_date ?? 0);
    const served = aliases.flatMap((alias) => alias.split(servedFromAlias(names, kind)).slice(1).map(Number));
    return {
      kind,
      index: name,
      role: roleOf(names, kind, aliases),
      shards: Number(settings?.index?.number_of_shards ?? 1),
      replicas: Number(settings?.index?.number_of_replicas ?? 0),
      documents: totals?.primaries?.docs?.count ?? 0,
      bytes: totals?.total?.store?.size_in_bytes ?? 0,
      primaryBytes: totals?.primaries?.store?.size_in_bytes ?? 0,
      createdAt: new Date(created),
      servedFrom: Math.max(created, ...served),
      takesNoWrites: String(settings?.index?.blocks?.write) === 'true',
      version: Number((mappings?._meta as { version?: number } | undefined)?.version ?? 0),
    };
  });
  return indexBuilds.sort((a, b) => b.servedFrom - a.servedFrom);
}

/**
 * What an operator should do about a live index, a sentence for each trouble.
 * @param setting INDEX_SHARDS
 */
export function adviceOn(build: IndexBuildState, setting: ShardSetting): string[] {
  return [writeBlockAdvice(build), shardAdvice(build, setting)].filter((said) => said !== undefined);
}

function shardAdvice(
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

function writeBlockAdvice({ kind, index, takesNoWrites }: IndexBuildState): string | undefined {
  if (!takesNoWrites) return undefined;
  return (
    `${kind}: ${index} takes no writes (index.blocks.write). Unless a split is under way, one was broken off: run it again, or lift the block: ` +
    `curl -X PUT "$ES/${index}/_settings" -H 'Content-Type: application/json' -d '{"index.blocks.write":null}'`
  );
}

/** What an operator should do about a live index that takes no writes, in a sentence; undefined when it takes them. */
export async function findWriteBlock(
  client: ElasticClient,
  names: IndexNames,
  kind: IndexKind,
): Promise<string | undefined> {
  const live = (await listIndexBuilds(client, names, kind)).find(({ role }) => role === 'live');
  return live && writeBlockAdvice(live);
}

/**
 * The index builds of a kind that need not stay: those that were rolled back from, and the previous ones but the `keep`
 * that served last and hold anything.
 */
export async function findPrunable(
  client: ElasticClient,
  names: IndexNames,
  kind: IndexKind,
  keep: number,
): Promise<string[]> {
  const past = (await listIndexBuilds(client, names, kind)).filter(isPast);
  const kept = past.filter(({ role, documents }) => role === 'previous' && documents > 0).slice(0, keep);
  return past.filter((indexBuild) => !kept.includes(indexBuild)).map(({ index }) => index);
}

/** Whether it has served and does not serve. */
const isPast = ({ role }: IndexBuildState): boolean => role === 'previous' || role === 'rolled back';

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
 * Lets the build serve that served last of those older than the live one and not rolled back from, or the build that is
 * named. When that is older than the live one, the live one is marked as rolled back from.
 * @returns the index that serves now
 * @throws WorkFailure when there is none, or when it was made for another version of the service
 */
export async function rollBack(
  client: ElasticClient,
  names: IndexNames,
  kind: IndexKind,
  to?: string,
  retryOptions: RetryOptions = { giveUpAfterMs: ROLLBACK_GIVES_UP_AFTER_MS },
): Promise<string> {
  const indexBuilds = await new RetryPolicy(retryOptions).run(() => listIndexBuilds(client, names, kind));
  const live = indexBuilds.find(({ role }) => role === 'live');
  const candidates = indexBuilds.filter(isPast);
  const isOlder = ({ createdAt }: IndexBuildState): boolean => live === undefined || createdAt < live.createdAt;
  const target = candidates.find((build) =>
    to === undefined ? build.role === 'previous' && isOlder(build) : build.index === to,
  );
  if (target === undefined) {
    const choice = candidates.map(({ index }) => index).join(', ') || 'none';
    throw new WorkFailure(
      to === undefined
        ? `${kind} have no index build older than the live one; previous ones: ${choice}.`
        : `${to} is no previous index build of ${kind}; previous ones: ${choice}.`,
    );
  }
  const { index } = target;
  const { version } = readIndexDefinition(kind);
  if (target.version !== version) {
    throw new WorkFailure(`${index} was made with version ${target.version} of its definition, not ${version}.`);
  }
  const mark = rolledBackAlias(names, kind);
  const rolledBack = isOlder(target) ? live : undefined;
  const ordered = indexBuilds.filter((build) => ['live', 'previous'].includes(build.role) && build !== rolledBack);
  const newest = Math.max(...ordered.map(({ servedFrom }) => servedFrom));
  const changes: AliasChange[] = [];
  if (target.servedFrom < newest)
    changes.push({ add: { index, alias: `${servedFromAlias(names, kind)}${newest + 1}` } });
  if (target.role === 'rolled back') changes.push({ remove: { index, alias: mark, must_exist: true } });
  if (rolledBack !== undefined) changes.push({ add: { index: rolledBack.index, alias: mark } });
  await switchTo(client, names, [target], changes, retryOptions);
  return index;
}
