import { INDEX_KINDS, type IndexKind } from '../../common/index-kind.js';
import { retrying } from '../../elastic/client/retry-policy.js';
import { createOnce } from '../../elastic/indices/ensure-indices.js';
import { ALWAYS_ONE_SHARD } from '../../elastic/indices/index-size.js';
import { WorkFailure } from '../../common/errors/work-failure.js';
import {
  discardIndexBuilds,
  discardUnfinished,
  dropIndices,
  explainRoom,
  finishIndexBuild,
  newIndexBuild,
  publishIndexBuilds,
} from './index-build.js';
import { readKeptSettings } from './kept-settings.js';
import { liveIndices, type LockedTarget } from './alias-switch.js';

/** Elasticsearch can split an index into at most this number of shards (`index.number_of_routing_shards`). */
const MOST_ROUTING_SHARDS = 1024;

export const SPLIT_KINDS = INDEX_KINDS.filter((kind) => !ALWAYS_ONE_SHARD.includes(kind));

/** Whether Elasticsearch can split an index: one shard into any number, more shards only by doubling. */
export function canSplit(from: number, to: number): boolean {
  if (to <= from || to > MOST_ROUTING_SHARDS) return false;
  return from === 1 || Number.isInteger(Math.log2(to / from));
}

/** The smallest number of shards that an index can be split into and that is enough. */
export function nextSplit(from: number, enough: number): number {
  if (from === 1) return Math.max(2, enough);
  return from * 2 ** Math.max(1, Math.ceil(Math.log2(enough / from)));
}

/**
 * Splits the live index of a kind into more shards, under its lock: it accepts no writes until the split index becomes live
 * in one step. The old one and unfinished index builds are deleted.
 * @throws WorkFailure when the number of shards is not possible, there is no room, or the shards do not start; nothing
 * has changed then
 */
export async function splitIndex(target: LockedTarget, kind: IndexKind, shards: number): Promise<void> {
  const { client, names, retryOptions } = target;
  const retry = retrying(retryOptions);
  const [live] = await retry(() => liveIndices(target, kind));
  if (live === undefined) throw new WorkFailure(`There is no index of ${kind}.`);
  const kept = await retry(() => readKeptSettings(target, kind));
  const { shards: now = 1 } = kept;
  if (!canSplit(now, shards)) {
    const valid =
      now === 1 ? `any number from 2 to ${MOST_ROUTING_SHARDS}` : `${now * 2}, ${now * 4} and so on, always doubled`;
    throw new WorkFailure(
      `${kind} in ${now} shard${now === 1 ? '' : 's'} can’t be split into ${shards}; valid: ${valid}. A load with --replace --shards accepts any number.`,
    );
  }
  await discardUnfinished(target, kind);
  const block = (isBlocked: boolean | null): Promise<unknown> =>
    client.indices.putSettings({ index: live, settings: { 'index.blocks.write': isBlocked } });
  const build = { kind, kept, ...newIndexBuild(names, kind) };
  const { index, writeAlias } = build;
  try {
    await retry(() => block(true));
    await retry(() => client.indices.refresh({ index: live }));
    const { count } = await retry(() => client.count({ index: live }));
    const settings = { 'index.number_of_shards': shards, 'index.blocks.write': null };
    const aliases = { [writeAlias]: {} };
    const split = () => client.indices.split({ index: live, target: index, settings, aliases });
    await retry(() => createOnce(split)).catch(explainRoom);
    await finishIndexBuild(target, build, count);
    await publishIndexBuilds(target, [{ ...build, replaces: live }]);
  } catch (error) {
    await discardIndexBuilds(client, [build]);
    await block(null).catch(() => undefined);
    throw error;
  }
  await retry(() => dropIndices(client, [live]));
}
