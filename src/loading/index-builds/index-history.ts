import {
  factsOf,
  INDEX_KINDS,
  type IndexKind,
  isFactKind,
  type RecordKind,
  RETIRED_KINDS,
} from '../../common/record-kind.js';
import type { ShardSetting } from '../../config/setting.js';
import { chooseShards, MOST_PER_SHARD, shardsNeeded } from '../../elastic/indices/ensure-indices.js';
import { readIndexDefinition } from '../../elastic/indices/index-definition.js';
import type { Cluster, IndexNames } from '../../elastic/indices/index-names.js';
import { retryBy } from '../../elastic/client/retry-policy.js';
import { markDue, StateStore } from '../../elastic/state/state-store.js';
import type { LockedCluster } from '../../elastic/state/cluster-lock.js';
import { type AliasChange, buildingAlias, switchTo } from './index-build.js';
import { WorkFailure } from '../../common/errors/failure.js';

export const KEPT_INDEX_BUILDS = 1;

export type IndexBuildState = Awaited<ReturnType<typeof listIndexBuilds>>[number];

/** Alias of an index that a rollback replaced. An alias changes in the same request as the switch, and snapshots keep it. */
const rolledBackAlias = (names: IndexNames, kind: IndexKind): string => `${names.alias(kind)}-rolled-back`;

/** Begins the alias of an index that became live again after newer ones; the alias ends with `servedFrom`. */
const servedFromAlias = (names: IndexNames, kind: IndexKind): string => `${names.alias(kind)}-served-from-`;

function roleOf(names: IndexNames, kind: IndexKind, aliases: readonly string[], version: number) {
  if (aliases.includes(names.alias(kind))) return 'live';
  if (aliases.some((alias) => alias.startsWith(buildingAlias(names, kind, '')))) return 'building';
  if (aliases.includes(rolledBackAlias(names, kind))) return 'rolled back';
  return version === readIndexDefinition(kind).version ? 'previous' : 'other version';
}

/** All physical indices of a kind, the last live one first. */
export async function listIndexBuilds({ client, names }: Cluster, kind: IndexKind) {
  const index = names.physicalPattern(kind);
  const indices = await client.indices.get({ index, allow_no_indices: true });
  const stats = await client.indices.stats({ index, metric: ['docs', 'store'] });
  const indexBuilds = Object.entries(indices).map(([name, { settings, mappings, ...entry }]) => {
    const aliases = Object.keys(entry.aliases ?? {});
    const totals = stats.indices?.[name];
    const created = Number(settings?.index?.creation_date ?? 0);
    const version = Number((mappings?._meta as { version?: number } | undefined)?.version ?? 0);
    const served = aliases.flatMap((alias) => alias.split(servedFromAlias(names, kind)).slice(1).map(Number));
    return {
      kind,
      index: name,
      /** Its relation to the alias. Only the release that made it can roll back to one of `other version`. */
      role: roleOf(names, kind, aliases, version),
      shards: Number(settings?.index?.number_of_shards ?? 1),
      replicas: Number(settings?.index?.number_of_replicas ?? 0),
      documents: totals?.primaries?.docs?.count ?? 0,
      /** The size of all copies, and of one. */
      bytes: totals?.total?.store?.size_in_bytes ?? 0,
      primaryBytes: totals?.primaries?.store?.size_in_bytes ?? 0,
      createdAt: new Date(created),
      /** When it was live last, in milliseconds since 1970: its creation, or a later number after a rollback. */
      servedFrom: Math.max(created, ...served),
      version,
    };
  });
  return indexBuilds.sort((a, b) => b.servedFrom - a.servedFrom);
}

/** The physical indices of all kinds. */
export const listAllBuilds = async (cluster: Cluster) =>
  (await Promise.all(INDEX_KINDS.map((kind) => listIndexBuilds(cluster, kind)))).flat();

/** The indices of an earlier release that no release reads any more. */
export async function retiredIndices({ client, names }: Cluster): Promise<string[]> {
  const index = RETIRED_KINDS.map((kind) => names.physicalPattern(kind)).join(',');
  return Object.keys(await client.indices.get({ index, allow_no_indices: true }));
}

/** Advice for the operator of a live index with too few shards, or others than are set; undefined for none. */
export function adviceOn(build: IndexBuildState, setting: ShardSetting): string | undefined {
  const { kind, index, shards, documents, primaryBytes } = build;
  const needed = shardsNeeded({ records: documents, bytes: primaryBytes });
  const wanted = chooseShards(kind, setting, {}, shards);
  const count = `${shards} shard${shards === 1 ? '' : 's'}`;
  if (needed > shards && needed > wanted) {
    const most = `${MOST_PER_SHARD.records.toLocaleString('en-US')} documents or ${MOST_PER_SHARD.bytes / 1e9} GB`;
    return `${kind}: ${index} has outgrown its ${count}; one shard is good for up to ${most}: with INDEX_SHARDS auto or ${needed}, npm run indices -- upgrade changes it`;
  }
  if (wanted === shards) return undefined;
  return `${kind}: ${index} has ${count}, but INDEX_SHARDS is ${wanted}: npm run indices -- upgrade changes it`;
}

/**
 * The index builds of a kind that can be deleted: those that a rollback replaced, and all earlier ones except the `keep`
 * that were live last and have documents.
 */
export async function findPrunable({ client, names }: Cluster, kind: IndexKind, keep: number): Promise<string[]> {
  const past = (await listIndexBuilds({ client, names }, kind)).filter(isPast);
  const kept = past.filter(({ role, documents }) => role !== 'rolled back' && documents > 0).slice(0, keep);
  return past.filter((indexBuild) => !kept.includes(indexBuild)).map(({ index }) => index);
}

const isPast = ({ role }: IndexBuildState): boolean => role !== 'live' && role !== 'building';

/**
 * Makes an earlier index build live and returns it: the named one, or of those older than the live one and not rolled back
 * the last live one. The live one is marked as rolled back if it is newer. Raises the data version.
 * @throws WorkFailure when there is no such index build, or it has another version of the index definition
 */
export async function rollBack(target: LockedCluster, kind: RecordKind, to?: string): Promise<string> {
  const { client, names, retryOptions } = target;
  const indexBuilds = await retryBy(retryOptions)(() => listIndexBuilds({ client, names }, kind));
  const live = indexBuilds.find(({ role }) => role === 'live');
  const candidates = indexBuilds.filter(isPast);
  const isOlder = ({ createdAt }: IndexBuildState): boolean => live === undefined || createdAt < live.createdAt;
  const chosen = candidates.find((build) =>
    to === undefined ? build.role !== 'rolled back' && isOlder(build) : build.index === to,
  );
  if (chosen === undefined) {
    const missing =
      to === undefined
        ? `${kind} have no index build older than the live one`
        : `${to} is not a previous index build of ${kind}`;
    throw new WorkFailure(`${missing}; previous ones: ${candidates.map(({ index }) => index).join(', ') || 'none'}.`);
  }
  const { index } = chosen;
  const { version } = readIndexDefinition(kind);
  if (chosen.version !== version)
    throw new WorkFailure(
      `${index} has mapping version ${chosen.version}, not ${version}: only the release that made it can roll back to it.`,
    );
  const mark = rolledBackAlias(names, kind);
  const rolledBack = isOlder(chosen) ? live : undefined;
  const ordered = indexBuilds.filter(
    (build) => !['building', 'rolled back'].includes(build.role) && build !== rolledBack,
  );
  const newest = Math.max(...ordered.map(({ servedFrom }) => servedFrom));
  const changes: AliasChange[] = [];
  if (chosen.servedFrom < newest)
    changes.push({ add: { index, alias: `${servedFromAlias(names, kind)}${newest + 1}` } });
  if (chosen.role === 'rolled back') changes.push({ remove: { index, alias: mark, must_exist: true } });
  if (rolledBack !== undefined) changes.push({ add: { index: rolledBack.index, alias: mark } });
  // Facts of an earlier build have the dimensions of its time.
  const due = isFactKind(kind) ? [kind] : factsOf(kind);
  await retryBy(retryOptions)(() => markDue(new StateStore(client, names), due, target.locks.work));
  await switchTo(target, chosen, changes, live?.index);
  return index;
}
