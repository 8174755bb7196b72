import { setTimeout as sleep } from 'node:timers/promises';
import type { IndexKind } from '../../common/record-kind.js';
import { type IndexDefinition, readIndexDefinition } from '../../elastic/indices/index-definition.js';
import type { Cluster, IndexNames } from '../../elastic/indices/index-names.js';
import type { LockedCluster, RetryingCluster } from '../../elastic/state/cluster-lock.js';
import type { ElasticClient } from '../../elastic/client/elastic-client.js';
import { chooseShards, createOnce, explainLack, type IndexSize } from '../../elastic/indices/ensure-indices.js';
import { WorkFailure } from '../../common/errors/failure.js';
import { type Retry, retryBy, type RetryOptions } from '../../elastic/client/retry-policy.js';
import type { ShardSetting } from '../../config/setting.js';
import { NotYetError, reasonOf, statusOf } from '../../elastic/client/elastic-error.js';
import { type LiveIndices, raiseDataVersion, readLiveIndices } from '../../elastic/state/data-version.js';

/** Settings that are not kept: the identity of an index, the definition's own settings, and blocks, which are states. */
const NOT_KEPT =
  /^index\.(?:uuid|history|version|creation_date|provided_name|number_of_shards|number_of_routing_shards|sort|analysis|blocks|resize|shrink|split|verified_before_close|routing\.allocation\.initial_recovery)\b/;

/** Settings of an index build while it is filled, for speed. */
const WHILE_FILLED = {
  'index.refresh_interval': '-1',
  'index.number_of_replicas': '0',
  'index.auto_expand_replicas': 'false',
} as const;

/** A physical index that is filled while another one is live. */
export type IndexBuild = Awaited<ReturnType<typeof createIndexBuild>>;

/** Ends the alias of an index build that is being deleted and can't be published any more. */
const DISCARDED = '-discarded';
const MERGE_POLL_MS = 250;

/** Index builds of a kind that were not finished, with their aliases. */
export async function findUnfinished({ client, names }: Cluster, kind: IndexKind) {
  const aliasesByIndex = await client.indices.getAlias({ name: buildingAlias(names, kind, '*') }, { ignore: [404] });
  if ('error' in aliasesByIndex) return new Map<string, string[]>();
  const indices = Object.entries(aliasesByIndex).sort(([a], [b]) => (a < b ? -1 : 1));
  return new Map(indices.map(([index, { aliases }]) => [index, Object.keys(aliases)]));
}

/**
 * Creates an empty index build with the settings of the live index, so that an operator's changes survive loads. While it
 * is filled, it has no refresh and no replicas.
 * @throws WorkFailure when the cluster has no room for its shards and replicas
 */
export async function createIndexBuild(
  { client, names, retryOptions }: RetryingCluster,
  kind: IndexKind,
  setting: ShardSetting,
  size: IndexSize,
) {
  const retry = retryUntilKnown(retryOptions);
  const { version, settings: definition, mappings } = readIndexDefinition(kind);
  const index = names.physical(kind, version, new Date());
  // Writers use this alias: when the index is deleted, a late write fails and creates no index.
  const writeAlias = buildingAlias(names, kind, index.slice(index.lastIndexOf('-') + 1));
  const settingsByIndex = await retry(() =>
    client.indices.getSettings({ index: names.alias(kind), flat_settings: true }),
  );
  const live = (Object.values(settingsByIndex)[0]?.settings ?? {}) as Readonly<Record<string, string>>;
  const kept = Object.fromEntries(Object.entries(live).filter(([name]) => !NOT_KEPT.test(name)));
  const shards = chooseShards(kind, setting, size, Number(live['index.number_of_shards'] ?? 1));
  const settings = { ...fixedSettings(definition), ...kept, 'index.number_of_shards': shards };
  const aliases = { [writeAlias]: {} };
  // It is created with its replicas, so that Elasticsearch refuses one that the cluster has no room for.
  await retry(() => createOnce(() => client.indices.create({ index, settings, mappings, aliases }))).catch(explainLack);
  await retry(() => client.indices.putSettings({ index, settings: WHILE_FILLED }));
  const onceFilled = Object.fromEntries(Object.keys(WHILE_FILLED).map((name) => [name, kept[name] ?? null]));
  return { kind, index, writeAlias, onceFilled };
}

/** Settings of a definition that an operator can't change: sort and analysis. */
const fixedSettings = ({ index, analysis }: IndexDefinition['settings']): object => ({
  ...(analysis && { analysis }),
  ...Object.fromEntries(
    Object.entries(index ?? {}).flatMap(([name, value]) => (/^sort/.test(name) ? [[`index.${name}`, value]] : [])),
  ),
});

/**
 * Prepares a filled index build for searches: merges it to one segment per shard and waits for its replicas.
 * @throws WorkFailure when it does not have exactly `expected` documents, or its replicas do not start
 */
export async function finishIndexBuild({ client, retryOptions }: RetryingCluster, build: IndexBuild, expected: number) {
  const { index, onceFilled } = build;
  const retry = retryUntilKnown(retryOptions);
  await retry(() => client.indices.refresh({ index }));
  await mergeSegments(client, index, retry);
  await retry(() => client.indices.putSettings({ index, settings: onceFilled }));
  await retry(() => waitForCopies(client, index));
  const { count } = await retry(() => client.count({ index }));
  if (count !== expected)
    throw new WorkFailure(`${index} has ${count} documents, but ${expected} were loaded; the live index is unchanged.`);
}

/** One change of an alias; a removal fails when the index does not have the alias. */
export type AliasChange =
  | { readonly add: { readonly index: string; readonly alias: string; readonly is_write_index?: true } }
  | { readonly remove: { readonly index: string; readonly alias: string; readonly must_exist: true } };

/**
 * Switches the alias of a kind to another index, in one atomic request with other changes of aliases, and raises the data
 * version. A process that was frozen switches nothing after another one that took its lock over: the lock is confirmed
 * after the live index is read, and Elasticsearch refuses the request when that is not live any more. The live index may
 * have been read from a node that is cut off, so a refused request is repeated with the one read again.
 * @param replaces the only index that it may replace; any when absent
 */
export async function switchTo(
  target: LockedCluster,
  { kind, index }: Pick<IndexBuild, 'kind' | 'index'>,
  others: readonly AliasChange[],
  replaces?: string,
): Promise<void> {
  const { client, names, retryOptions, locks } = target;
  const alias = names.alias(kind);
  const readLive = async () => (await readLiveIndices(client, names, [kind]))[kind];
  let isSent = false;
  try {
    await retryBy(retryOptions)(async () => {
      const live = await readLive();
      const before = replaces ?? live;
      const add: AliasChange = { add: { index, alias, is_write_index: true } };
      const switched: AliasChange[] =
        before === undefined ? [add] : [{ remove: { index: before, alias, must_exist: true } }, add];
      // Where the switch was made and its answer lost, this fails unless the index still exists.
      const actions = live === index ? [add] : [...others, ...switched];
      await locks.confirm();
      isSent = true;
      await client.indices.updateAliases({ actions }).catch((error: unknown) => {
        if (statusOf(error) !== 404) throw error;
        if (replaces === undefined) throw new NotYetError(String(error));
        throw new WorkFailure(
          'The live index has changed since it was read, and nothing was switched; run the command again.',
        );
      });
    });
  } catch (error) {
    if (!isSent || statusOf(error) !== undefined) throw error;
    // The request may have succeeded although its answer was lost.
    if ((await readLive().catch(() => undefined)) !== index) throw error;
  }
  const confirm = async (): Promise<LiveIndices> => {
    await locks.confirm();
    return { [kind]: index };
  };
  // Also when the work is to end: readers search the indices of the version.
  const retry = retryBy({ ...retryOptions, signal: undefined });
  await retry(() => raiseDataVersion(client, names, locks.work, confirm));
}

/** Makes an index build live in one atomic request, and raises the data version. The index that was live stays, without an alias. */
export const publishIndexBuild = (target: LockedCluster, indexBuild: IndexBuild) =>
  switchTo(target, indexBuild, [removeWriteAlias(indexBuild)]);

/**
 * Deletes the unfinished index builds of a kind, or those `among` them, and returns them. One that is published meanwhile
 * stays: its loader may only have been frozen.
 */
export async function discardUnfinished(target: RetryingCluster, kind: IndexKind, among?: readonly string[]) {
  const { client, retryOptions } = target;
  const retry = retryBy(retryOptions);
  const unfinished = await retry(() => findUnfinished(target, kind));
  const discarded: string[] = [];
  for (const [index, aliases] of unfinished) {
    if (among?.includes(index) === false) continue;
    const writeAlias = aliases.find((alias) => !alias.endsWith(DISCARDED));
    try {
      await retry(() =>
        writeAlias === undefined ? dropIndices(client, [index]) : discardIndexBuild(client, { index, writeAlias }),
      );
      discarded.push(index);
    } catch (error) {
      if (statusOf(error) !== 404) throw error;
    }
  }
  return discarded;
}

type Unfinished = Pick<IndexBuild, 'index' | 'writeAlias'>;

const removeWriteAlias = ({ index, writeAlias }: Unfinished): AliasChange => ({
  remove: { index, alias: writeAlias, must_exist: true },
});

/**
 * Deletes an index build. @throws ResponseError (404) when it is live, because the answer to its publication was lost; it
 * stays then, as when Elasticsearch does not answer: the next load deletes unfinished ones
 */
export async function discardIndexBuild(client: ElasticClient, indexBuild: Unfinished): Promise<void> {
  const { index, writeAlias } = indexBuild;
  // Publication removes the same write alias, so only the first of both requests succeeds.
  const actions: AliasChange[] = [removeWriteAlias(indexBuild), { add: { index, alias: writeAlias + DISCARDED } }];
  await client.indices.updateAliases({ actions });
  await dropIndices(client, [index]);
}

/** Deletes indices, ignoring missing ones. */
export async function dropIndices(client: ElasticClient, indices: readonly string[]): Promise<void> {
  for (const index of indices) await client.indices.delete({ index, ignore_unavailable: true });
}

export const buildingAlias = (names: IndexNames, kind: IndexKind, stamp: string): string =>
  `${names.alias(kind)}-building-${stamp}`;

/** Retries also while a node misses an index that a load has made: one that can't write its disk learns of none. */
function retryUntilKnown(retryOptions: RetryOptions): Retry {
  const retry = retryBy(retryOptions);
  return (work) =>
    retry(() =>
      work().catch((error: unknown) => {
        throw statusOf(error) === 404 ? new NotYetError(reasonOf(error)) : error;
      }),
    );
}

/** Merges to one segment per shard, as a task, so that no proxy cuts a long request. */
function mergeSegments(client: ElasticClient, index: string, retry: Retry): Promise<void> {
  return retry(async () => {
    const { task } = await client.indices.forcemerge({ index, max_num_segments: 1, wait_for_completion: false });
    for (;;) {
      const state = await retry(() => client.tasks.get({ task_id: String(task) }, { ignore: [404] }));
      // A restarted Elasticsearch has lost the task.
      if (!('completed' in state)) throw new NotYetError(`The merge of ${index} was lost`);
      if (state.error !== undefined) throw new NotYetError(`${index} is not merged: ${state.error.reason}`);
      if (state.completed) return;
      await sleep(MERGE_POLL_MS);
    }
  });
}

/** @throws NotYetError unless all copies that the cluster has nodes for have started */
async function waitForCopies(client: ElasticClient, index: string): Promise<void> {
  const health = await client.cluster.health({ index });
  const { status, number_of_data_nodes: nodes, active_shards: active, active_primary_shards: primaries } = health;
  const settings = (await client.indices.getSettings({ index }))[index]?.settings?.index;
  const shards = Number(settings?.number_of_shards ?? 1);
  const wanted = shards * Math.min(nodes, 1 + Number(settings?.number_of_replicas ?? 0));
  if (status === 'green' || (primaries === shards && active >= wanted)) return;
  throw new NotYetError(`${index} is ${status}: ${active} of ${wanted} copies have started`);
}
