import { raiseDataVersion } from '../../src/elastic/state/data-version.js';
import { ensureIndices } from '../../src/elastic/indices/ensure-indices.js';
import { SEED_ID, type SeedMarker } from '../../src/elastic/state/seed-state.js';
import { StateStore } from '../../src/elastic/state/state-store.js';
import { LOAD_KINDS, type LoadKind } from '../../src/loading/load-kind.js';
import { type RecordSource, replaceAll } from './replace-all.js';
import { Seed } from './seed.js';
import type { SeedOptions } from './seed-world.js';
import { Progress } from '../../src/cli/terminal/progress.js';
import type { CommandContext } from '../../src/cli/process/command.js';

const GIVE_UP_AFTER_MS = 120_000;
/** Average number of sales per video or live stream, to estimate the remaining time. */
const SALES_PER_SHOW = 4.2;
const DAYS_PER_CREATOR = 36;

/** The kinds that the seed generates. */
const SEEDED_KINDS: readonly LoadKind[] = [
  ...(['videos', 'products', 'lives', 'creators'] as const),
  ...(['sales', 'creator-days', 'rates'] as const),
];

type SeedContext = Pick<CommandContext, 'config' | 'client' | 'names'> & { readonly signal?: AbortSignal };

/**
 * Replaces all records and facts by generated data. Shows the progress. An interrupted seed is
 * repeated by the next `--if-empty`.
 * @throws WorkFailure when a load is in progress or nothing could be written; the data is unchanged then
 */
export async function seedCluster(context: SeedContext, options: SeedOptions): Promise<void> {
  const { client, names, signal } = context;
  const shards = context.config.indexShards;
  await ensureIndices(client, names, shards);
  await markSeed(context, { state: 'running', ...options });
  const seed = new Seed(options);
  const { counts } = seed.world;
  const shows = counts.videos + counts.lives;
  const expected: Partial<Record<LoadKind, number>> = {
    ...counts,
    sales: shows * SALES_PER_SHOW,
    'creator-days': counts.creators * DAYS_PER_CREATOR,
  };
  const sources = seed.sources.map((source): RecordSource => ({ ...source, expected: expected[source.kind] }));
  const all = Object.values(expected).reduce((sum, count) => sum + count);
  const storedOf = new Map<LoadKind, number>();
  const progress = new Progress('Seeding');
  const retryOptions = { giveUpAfterMs: GIVE_UP_AFTER_MS, signal };
  await replaceAll(
    { client, names, retryOptions, shards },
    sources,
    `seed of scale ${options.scale} until ${options.until}`,
    (kind, stored) => {
      if (stored === undefined) return progress.update('merging and counting');
      const count = [...storedOf.set(kind, stored).values()].reduce((sum, one) => sum + one);
      progress.advance(count, `records and facts (${kind})`, count / Math.max(all, count));
    },
  );
  progress.done();
  await markSeed(context, { state: 'done', ...options });
  await raiseDataVersion(client, names, 'seed');
}

/**
 * Replaces all records and facts by none, and records that no seed is due. Tokens stay, and the index builds before for a
 * rollback. @throws WorkFailure when a load is in progress; the data is unchanged then
 */
export async function emptyCluster(context: SeedContext): Promise<void> {
  const { client, names, config, signal } = context;
  const target = {
    client,
    names,
    retryOptions: { giveUpAfterMs: GIVE_UP_AFTER_MS, signal },
    shards: config.indexShards,
  };
  const nothing = LOAD_KINDS.map((kind): RecordSource => ({ kind, records: [] }));
  await ensureIndices(client, names, config.indexShards);
  await replaceAll(target, nothing, 'seed without records');
  await markSeed(context, { state: 'done', scale: 0, until: '' });
  console.log('All kinds of records and facts are empty now.');
}

/** Records the start or the end of a seed. */
export async function markSeed(
  { client, names }: Pick<Cluster, 'client' | 'names'>,
  marker: Omit<SeedMarker, 'at'>,
): Promise<void> {
  await new StateStore(client, names).put<SeedMarker>(SEED_ID, { ...marker, at: new Date().toISOString() });
}

type Cluster = Pick<CommandContext, 'client' | 'names' | 'config'>;

/** Whether a cluster has never been loaded, or its seed was interrupted. Creates missing indices. */
export async function needsSeed(cluster: Cluster): Promise<boolean> {
  const records = await recordsToReplace(cluster);
  const marker = await new StateStore(cluster.client, cluster.names).get<SeedMarker>(SEED_ID);
  return marker === undefined ? records.length === 0 : marker.value.state === 'running';
}

/** Counts the records of kinds, by default those that a seed replaces, such as `3 videos`. Creates missing indices. */
export async function recordsToReplace({ client, names, config }: Cluster, kinds = SEEDED_KINDS): Promise<string[]> {
  await ensureIndices(client, names, config.indexShards);
  const counts = await Promise.all(kinds.map((kind) => client.count({ index: names.alias(kind) })));
  return kinds.flatMap((kind, index) => {
    const count = counts[index]?.count ?? 0;
    return count === 0 ? [] : [`${count.toLocaleString('en-US')} ${kind}`];
  });
}
