import { raiseDataVersion } from '../../src/elastic/state/data-version.js';
import { ensureIndices } from '../../src/elastic/indices/ensure-indices.js';
import { LOAD_KINDS, type LoadKind } from '../../src/loading/load-kind.js';
import { type RecordSource, replaceAll } from './replace-all.js';
import { Seed } from './seed.js';
import { markSeed } from './seed-marker.js';
import { SEED_DEFAULTS, type SeedOptions } from './seed-world.js';
import { Progress } from '../../src/cli/terminal/progress.js';
import type { CommandContext } from '../../src/cli/process/command.js';

const GIVE_UP_AFTER_MS = 120_000;
/** Average number of sales per video or live stream, to estimate the remaining time. */
const SALES_PER_SHOW = 4.2;
const DAYS_PER_CREATOR = 36;

type SeedContext = Pick<CommandContext, 'config' | 'client' | 'names'> & { readonly signal?: AbortSignal };

/**
 * Replaces all records and facts by generated data. Shows the progress. An interrupted seed is
 * repeated by the next `--if-empty`.
 * @throws WorkFailure when a load is in progress or nothing could be written; the data is unchanged then
 */
export async function seedCluster(context: SeedContext, options: SeedOptions = SEED_DEFAULTS): Promise<void> {
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
