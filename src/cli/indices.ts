import { Argument, Command } from 'commander';
import { type LockDocument, lockId, type RetryingCluster, runsOut, withLocks } from '../elastic/state/cluster-lock.js';
import { raiseDataVersion, readLiveIndices } from '../elastic/state/data-version.js';
import { ensureIndices } from '../elastic/indices/ensure-indices.js';
import { retryBy } from '../elastic/client/retry-policy.js';
import { markDue, StateStore } from '../elastic/state/state-store.js';
import { FACT_KINDS, RECORD_KINDS, type RecordKind } from '../common/record-kind.js';
import { discardUnfinished, dropIndices, findUnfinished } from '../loading/index-builds/index-build.js';
import {
  adviceOn,
  findPrunable,
  type IndexBuildState,
  KEPT_INDEX_BUILDS,
  listAllBuilds,
  listIndexBuilds,
  retiredIndices,
  rollBack,
} from '../loading/index-builds/index-history.js';
import { unfinishedMerges } from '../loading/unfinished-merges.js';
import { audit, type CommandContext, runCommand, SOME_REJECTED } from './process/command.js';
import { confirm, table } from './terminal/output.js';
import { readCount, readIndexPrefix } from './terminal/options.js';

const LIST_GIVES_UP_AFTER_MS = 10_000;

const program = new Command('indices').description('Lists and manages index builds.');

program
  .command('list')
  .description('Lists every physical index with its role, loads in progress, and interrupted ones.')
  .option('--json', 'print {builds, notes} as JSON')
  .action(({ json }: { json?: true }) =>
    runCommand(async (context) => {
      const retry = retryBy({ giveUpAfterMs: LIST_GIVES_UP_AFTER_MS, signal: context.signal });
      const { builds, notes } = await retry(() => list(context));
      console.log(json === true ? JSON.stringify({ builds, notes }) : [describeBuilds(builds), ...notes].join('\n'));
    }),
  );

program
  .command('create')
  .description('Creates missing indices, empty. Commands that load do so as well; serving never does.')
  .action(() =>
    runCommand(async ({ config, client, names }) => {
      const created = await ensureIndices(client, names, config.indexShards);
      console.log(created.length === 0 ? 'Every index is there.' : `Created ${created.join(', ')}.`);
    }),
  );

program
  .command('rollback')
  .description('Makes an earlier index build of a kind live again, in one step.')
  .addArgument(new Argument('<kind>').choices([...RECORD_KINDS]))
  .option('--to <index>', 'the index build; by default the one that was live before and was not rolled back')
  .action((kind: RecordKind, { to }: { to?: string }) =>
    runCommand(async (context) => {
      await withLocks(context, [kind], `rollback of ${kind}`, async (locked) => {
        const index = await rollBack(locked, kind, to);
        console.log(`${index} is the live index of ${kind} now.`);
      });
      await reconcileFacts(context);
    }),
  );

program
  .command('reconcile')
  .description('Compares all facts with their creators and products, and gives them the dimensions of these.')
  .action(() =>
    runCommand(async (context) => {
      await markDue(new StateStore(context.client, context.names), FACT_KINDS, 'indices reconcile');
      if (!(await reconcileFacts(context))) console.log('Every fact has the dimensions of its creator and product.');
    }),
  );

program
  .command('upgrade')
  .description('Rewrites indices of an earlier version or of other shards than INDEX_SHARDS. Earlier builds stay.')
  .option('--from <prefix>', 'copy the indices with this prefix instead, but for tokens', readIndexPrefix)
  .action(({ from }: { from?: string }) =>
    runCommand(async (context) => {
      // The classes of records are imported for work that needs them alone: `--help` need not wait.
      const { upgradeIndices } = await import('../loading/upgrade-indices.js');
      let isWhole = true;
      for await (const { text, rejected } of upgradeIndices({ ...context, shards: context.config.indexShards }, from)) {
        console.log(text);
        isWhole &&= rejected === 0;
      }
      if (!isWhole) process.exitCode = SOME_REJECTED;
      await reconcileFacts(context);
    }),
  );

program
  .command('changed')
  .description('Raises the version of the data after a change by other means, such as a restored snapshot.')
  .action(() =>
    runCommand(async ({ client, names }) => {
      const version = await raiseDataVersion(client, names, 'change by other means', () =>
        readLiveIndices(client, names),
      );
      console.log(`The data has version ${version} now.`);
    }),
  );

program
  .command('prune')
  .description('Deletes previous index builds and the unfinished ones of interrupted loads.')
  .addArgument(new Argument('[kind...]', 'kinds; by default all').choices([...RECORD_KINDS]))
  .option('--keep <count>', 'number of previous index builds of each kind to keep', readCount, KEPT_INDEX_BUILDS)
  .option('--yes', 'do not ask before deleting on your own cluster')
  .action((kinds: RecordKind[], { keep, yes }: { keep: number; yes?: true }) =>
    runCommand((context) => prune(context, kinds.length > 0 ? kinds : RECORD_KINDS, keep, yes)),
  );

audit(program, 'create', 'rollback', 'reconcile', 'upgrade', 'changed', 'prune');
await program.parseAsync();

/** Gives facts the dimensions of their records where that is due. Returns whether some changed or are left. */
async function reconcileFacts(target: RetryingCluster): Promise<boolean> {
  const { reconcileDue } = await import('../loading/dimensions/reconcile.js');
  const sentences = await reconcileDue(target);
  for (const sentence of sentences) console.log(sentence);
  return sentences.length > 0;
}

async function list({ config, client, names }: CommandContext) {
  await ensureIndices(client, names, config.indexShards);
  const builds = await listAllBuilds({ client, names });
  const live = builds.filter(({ role }) => role === 'live');
  const store = new StateStore(client, names);
  const loads = await Promise.all(RECORD_KINDS.map((kind) => describeLoads(store, kind)));
  return { builds, notes: [...live.flatMap((build) => adviceOn(build, config.indexShards) ?? []), ...loads.flat()] };
}

function describeBuilds(builds: readonly IndexBuildState[]): string {
  const rows = builds.map(({ kind, index, role, shards, replicas, documents, bytes, createdAt }) => [
    ...[kind, role, index, `${shards}`, `${replicas}`, documents.toLocaleString('en-US')],
    ...[`${(bytes / 1e6).toFixed(1)} MB`, createdAt.toISOString().slice(0, 19)],
  ]);
  return table(['KIND', 'ROLE', 'INDEX', 'SHARDS', 'REPLICAS', 'DOCUMENTS', 'SIZE', 'CREATED (UTC)'], rows);
}

/** Describes the lock of a kind and its unfinished merges. Watches the lock to see whether its holder is alive. */
async function describeLoads(store: StateStore, kind: RecordKind): Promise<string[]> {
  const lock = await store.get<LockDocument>(lockId(kind));
  const isDead = lock !== undefined && (await runsOut(store, kind, lock));
  const ended = isDead ? ', which has ended: the next load takes the lock over' : '';
  const merges = (await unfinishedMerges(store, kind)).map(({ inputs, since, holder }) => {
    const isRunning = !isDead && lock?.value.holder === holder;
    const state = isRunning ? 'in progress' : 'interrupted; run it again to finish it';
    return `${kind}: load of ${inputs.join(', ')}, started ${since}, ${state}`;
  });
  return [...(lock ? [`${kind}: locked by ${lock.value.holder} since ${lock.value.since}${ended}`] : []), ...merges];
}

async function prune(context: CommandContext, kinds: readonly RecordKind[], keep: number, yes?: true): Promise<void> {
  const find = async (kind: RecordKind): Promise<string[]> => [
    ...(await findUnfinished(context, kind)).keys(),
    ...(await findPrunable(context, kind, keep)),
  ];
  const retired = kinds === RECORD_KINDS ? await retiredIndices(context) : [];
  const deletable = [...retired, ...(await Promise.all(kinds.map(find))).flat()];
  if (deletable.length > 0) await confirm(context, `This deletes ${deletable.join(', ')} at ${context.url}.`, yes);
  await dropIndices(context.client, retired);
  for (const index of retired) console.log(`Deleted ${index}, which an earlier release wrote.`);
  for (const kind of kinds) {
    await withLocks(context, [kind], `prune of ${kind}`, async () => {
      const unfinished = await discardUnfinished(context, kind, deletable);
      const past = (await findPrunable(context, kind, keep)).filter((index) => deletable.includes(index));
      await dropIndices(context.client, past);
      const deleted = [...unfinished, ...past];
      for (const index of deleted) console.log(`Deleted ${index}.`);
      if (deleted.length === 0) console.log(describeKept(kind, keep, await listIndexBuilds(context, kind)));
    });
  }
  await reconcileFacts(context);
}

function describeKept(kind: RecordKind, keep: number, builds: readonly IndexBuildState[]): string {
  const kept = builds.map(({ index, role }) =>
    role === 'live' || role === 'building' ? `${index} is ${role}` : `${index} is kept by --keep ${keep}`,
  );
  return `${kind}: nothing to delete. ${kept.join('; ') || 'There is no index'}.`;
}
