import { RECORD_KINDS, type RecordKind } from '../../src/common/record-kind.js';
import { reconcileDue } from '../../src/loading/dimensions/reconcile.js';
import { KEPT_INDEX_BUILDS } from '../../src/loading/index-builds/index-history.js';
import { Rates } from '../../src/money/rates.record.js';
import { factFields, isSubjectKind, type SubjectKind } from '../../src/loading/dimensions/fact-records.js';
import { type LoadItem, toLoadItem } from '../../src/loading/load-item.js';
import { BUILT_IN_CATEGORIES, type LoadRecords, toStored } from '../../src/loading/load-kind.js';
import { type LoadTarget, replaceRecords } from '../../src/loading/writing/replace-records.js';
import type { CommandContext } from '../../src/cli/process/command.js';
import { ensureIndices } from '../../src/elastic/indices/ensure-indices.js';
import { withLocks } from '../../src/elastic/state/cluster-lock.js';
import { SEED_ID, type SeedMarker, StateStore } from '../../src/elastic/state/state-store.js';
import { raiseDataVersion } from '../../src/elastic/state/data-version.js';
import { Seed } from './seed.js';
import { SEED_DEFAULTS, type SeedOptions } from './seed-world.js';
import { Progress } from '../../src/cli/terminal/progress.js';

/** Generated records of one kind. */
export type RecordSource = {
  readonly [K in RecordKind]: {
    readonly kind: K;
    readonly records: Iterable<LoadRecords[K]>;
    /** Estimated number of records, if known. */
    readonly expected?: number | undefined;
  };
}[RecordKind];

/** The records among the sources, as facts need them. */
type NewRecords = Readonly<Record<SubjectKind, Map<string, ReturnType<typeof factFields>>>>;

/**
 * Replaces several kinds by generated records, one after the other, converted at the rates among them, under the locks of
 * all. `work` names the load for others.
 * @param onStored called several times a second with the number of stored records, and without it when the last one is
 * stored: the index build is merged and counted next
 * @throws WorkFailure when a kind could not be replaced; those that were stay so
 */
export async function replaceAll(
  target: LoadTarget,
  sources: readonly RecordSource[],
  work: string,
  onStored: (kind: RecordKind, stored?: number) => void = () => undefined,
): Promise<void> {
  const rates = new Rates(sources.flatMap((source) => (source.kind === 'rates' ? [...source.records] : [])));
  const records: NewRecords = { creators: new Map(), products: new Map(), videos: new Map() };
  const kinds = sources.map(({ kind }) => kind);
  await withLocks(target, kinds, work, async (locked) => {
    for (const source of sources) {
      const { kind, expected } = source;
      await replaceRecords(locked, {
        kind,
        items: itemsOf(source, rates, records),
        size: { records: expected },
        keep: KEPT_INDEX_BUILDS,
        afterBatch: (stored) => onStored(kind, stored),
        onFinishing: () => onStored(kind),
      });
    }
  });
  await reconcileDue(target);
}

/** @param records those so far, from which facts take their dimensions */
function* itemsOf(source: RecordSource, rates: Rates, records: NewRecords): Generator<LoadItem> {
  const { kind } = source;
  let line = 0;
  for (const record of source.records) {
    line += 1;
    const stored = toStored(kind, record, BUILT_IN_CATEGORIES, rates, records);
    if (isSubjectKind(kind)) records[kind].set(stored.id, factFields(kind, stored.document));
    yield toLoadItem(stored, { file: kind, line, text: '' });
  }
}

/** The kinds that the seed generates. */
const SEEDED_KINDS: readonly RecordKind[] = [
  ...(['videos', 'products', 'lives', 'creators'] as const),
  ...(['sales', 'creator-days', 'rates'] as const),
];

type Cluster = Pick<CommandContext, 'client' | 'names' | 'config'>;

/** Records the start or the end of a seed. */
export async function markSeed(
  { client, names }: Pick<Cluster, 'client' | 'names'>,
  marker: Omit<SeedMarker, 'at'>,
): Promise<void> {
  await new StateStore(client, names).put<SeedMarker>(SEED_ID, { ...marker, at: new Date().toISOString() });
}

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

const GIVE_UP_AFTER_MS = 120_000;
/** Average number of sales per video or live stream, to estimate the remaining time. */
const SALES_PER_SHOW = 4.2;
const DAYS_PER_CREATOR = 36;

type SeedContext = Pick<CommandContext, 'config' | 'client' | 'names'> & { readonly signal?: AbortSignal };

/**
 * Replaces all records and facts by generated data. Shows the progress. An interrupted seed is
 * repeated by the next `--if-empty`.
 * @throws WorkFailure when a load is in progress, or nothing could be written for too long
 */
export async function seedCluster(context: SeedContext, options: SeedOptions = SEED_DEFAULTS): Promise<void> {
  const { client, names, signal } = context;
  const shards = context.config.indexShards;
  await ensureIndices(client, names, shards);
  await markSeed(context, { state: 'running', ...options });
  const seed = new Seed(options);
  const { counts } = seed.world;
  const shows = counts.videos + counts.lives;
  const expected: Partial<Record<RecordKind, number>> = {
    ...counts,
    sales: shows * SALES_PER_SHOW,
    'creator-days': counts.creators * DAYS_PER_CREATOR,
  };
  const sources = seed.sources.map((source): RecordSource => ({ ...source, expected: expected[source.kind] }));
  const all = Object.values(expected).reduce((sum, count) => sum + count);
  const storedOf = new Map<RecordKind, number>();
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
 * rollback. @throws WorkFailure when a load is in progress
 */
export async function emptyCluster(context: SeedContext): Promise<void> {
  const { client, names, config, signal } = context;
  const target = {
    client,
    names,
    retryOptions: { giveUpAfterMs: GIVE_UP_AFTER_MS, signal },
    shards: config.indexShards,
  };
  const nothing = RECORD_KINDS.map((kind): RecordSource => ({ kind, records: [] }));
  await ensureIndices(client, names, config.indexShards);
  await replaceAll(target, nothing, 'seed without records');
  await markSeed(context, { state: 'done', scale: 0, until: '' });
  console.log('All kinds of records and facts are empty now.');
}
