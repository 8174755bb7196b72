import { Argument, Command, InvalidArgumentError } from 'commander';
import type { IndexKind } from '../documents/index-kind.js';
import { INDEX_KINDS } from '../documents/index-kind.js';
import type { LockDocument } from '../elastic/state/cluster-lock.js';
import { BOARDS_LOCK, lockId, runsOut, withLocks } from '../elastic/state/cluster-lock.js';
import { raiseDataVersion } from '../elastic/state/data-version.js';
import { ensureIndices } from '../elastic/indices/ensure-indices.js';
import { RetryPolicy } from '../elastic/client/retry-policy.js';
import { StateStore } from '../elastic/state/state-store.js';
import { dropIndices, findUnfinished } from '../loading/index-builds/index-build.js';
import type { IndexBuildState } from '../loading/index-builds/index-history.js';
import {
  adviceOn,
  findPrunable,
  KEPT_INDEX_BUILDS,
  listIndexBuilds,
  ROLLBACK_GIVES_UP_AFTER_MS,
  rollBack,
} from '../loading/index-builds/index-history.js';
import { SPLIT_KINDS, splitIndex } from '../loading/index-builds/split-index.js';
import type { LoadKind } from '../loading/load-kind.js';
import { LOAD_KINDS } from '../loading/load-kind.js';
import { unfinishedMerges } from '../loading/unfinished-merges.js';
import type { CommandContext } from './process/command.js';
import { runCommand } from './process/command.js';
import { confirm } from './terminal/confirm.js';
import { tellNextStep } from './terminal/next-step.js';
import { table } from './terminal/table.js';

/** A list gives up sooner than a load. */
const LIST_GIVES_UP_AFTER_MS = 10_000;
/** Without any progress. */
const SPLIT_GIVES_UP_AFTER_MS = 300_000;

const program = new Command('indices').description('Shows and manages the index builds of every index.');

program
  .command('list')
  .description('Lists every physical index with its role, loads under way, and merges that were broken off.')
  .action(() =>
    runCommand(async (context) => {
      const retryPolicy = new RetryPolicy({ giveUpAfterMs: LIST_GIVES_UP_AFTER_MS, signal: context.signal });
      for (const line of await retryPolicy.run(() => list(context))) console.log(line);
    }),
  );

program
  .command('rollback')
  .description('Lets an earlier index build of a kind serve again, in one step.')
  .addArgument(new Argument('<kind>').choices([...LOAD_KINDS]))
  .option('--to <index>', 'which one; without it the one that served before, and was not rolled back from')
  .action((kind: LoadKind, { to }: { to?: string }) =>
    runCommand(({ client, names, signal }) => {
      const work = `rollback of ${kind}`;
      const retryOptions = { giveUpAfterMs: ROLLBACK_GIVES_UP_AFTER_MS, signal };
      const back = async (): Promise<void> => {
        const index = await rollBack(client, names, kind, to, retryOptions);
        console.log(`${kind} are served from ${index} now.`);
        tellNextStep(kind);
        await new RetryPolicy(retryOptions).run(() => raiseDataVersion(client, names, work));
      };
      return withLocks(new StateStore(client, names), [kind], work, back, retryOptions);
    }),
  );

program
  .command('prune')
  .description('Deletes previous index builds, and what loads that were broken off have left half built.')
  .addArgument(new Argument('[kind...]', 'all kinds unless some are named').choices([...LOAD_KINDS]))
  .option('--keep <count>', 'how many previous index builds of each kind stay', readCount, KEPT_INDEX_BUILDS)
  .option('--yes', 'deletes them on a cluster of your own without asking')
  .action((kinds: LoadKind[], options: PruneOptions) =>
    runCommand((context) => prune(context, kinds.length > 0 ? kinds : LOAD_KINDS, options)),
  );

program
  .command('split')
  .description('Divides an index into more shards, as INDEX_SHARDS or --shards of a load would have made it.')
  .addArgument(new Argument('<kind>').choices(SPLIT_KINDS))
  .requiredOption(
    '--shards <count>',
    'how many: of one shard any number, else twice as many, four times and so on',
    readCount,
  )
  .action((kind: IndexKind, { shards }: { shards: number }) =>
    runCommand(({ client, names, signal }) => {
      const work = `split of ${kind}`;
      const locks = [...LOAD_KINDS.filter((loaded) => loaded === kind), BOARDS_LOCK];
      return withLocks(new StateStore(client, names), locks, work, async () => {
        await splitIndex(
          { client, names, retryOptions: { giveUpAfterMs: SPLIT_GIVES_UP_AFTER_MS, signal } },
          kind,
          shards,
        );
        await raiseDataVersion(client, names, work);
        console.log(`${kind} have ${shards} shards now.`);
      });
    }),
  );

await program.parseAsync();

async function list({ config, client, names }: CommandContext): Promise<string[]> {
  await ensureIndices(client, names, config.indexShards);
  const rows: string[][] = [];
  const advice: string[] = [];
  for (const kind of INDEX_KINDS) {
    for (const build of await listIndexBuilds(client, names, kind)) {
      const { index, role, shards, replicas, documents, bytes, createdAt } = build;
      const size = `${(bytes / 1e6).toFixed(1)} MB`;
      const created = createdAt.toISOString().slice(0, 19);
      rows.push([kind, role, index, `${shards}`, `${replicas}`, documents.toLocaleString('en-US'), size, created]);
      if (role === 'live') advice.push(...adviceOn(build, config.indexShards));
    }
  }
  const indexBuilds = table(
    ['KIND', 'ROLE', 'INDEX', 'SHARDS', 'REPLICAS', 'DOCUMENTS', 'SIZE', 'CREATED (UTC)'],
    rows,
  );
  const store = new StateStore(client, names);
  const loads = await Promise.all(LOAD_KINDS.map((kind) => describeLoads(store, kind)));
  return [indexBuilds, ...advice, ...loads.flat()];
}

/**
 * The holder of a kind's lock, and its merges that are in progress or broken off. Watches the lock to see whether its
 * holder is alive.
 */
async function describeLoads(store: StateStore, kind: LoadKind): Promise<string[]> {
  const lock = await store.get<LockDocument>(lockId(kind));
  const gone = lock !== undefined && (await runsOut(store, kind, lock));
  const lines: string[] = [];
  if (lock !== undefined) {
    const { holder, since } = lock.value;
    lines.push(
      `${kind}: locked by ${holder} since ${since}${gone ? ', which is gone: the next takes the lock over' : ''}`,
    );
  }
  for (const { inputs, since, holder } of await unfinishedMerges(store, kind)) {
    const runs = !gone && lock?.value.holder === holder;
    const state = runs ? 'under way' : 'broken off; run it again to bring it to its end';
    lines.push(`${kind}: merge of ${inputs.join(', ')}, begun ${since}, ${state}`);
  }
  return lines;
}

interface PruneOptions {
  readonly keep: number;
  readonly yes?: true;
}

async function prune(context: CommandContext, kinds: readonly LoadKind[], { keep, yes }: PruneOptions): Promise<void> {
  const { client, names } = context;
  const find = async (kind: LoadKind): Promise<string[]> => [
    ...(await findUnfinished(client, names, kind)),
    ...(await findPrunable(client, names, kind, keep)),
  ];
  const agreed = (await Promise.all(kinds.map(find))).flat();
  if (agreed.length > 0) await confirm(context, `This deletes ${agreed.join(', ')} at ${context.url}.`, yes);
  for (const kind of kinds) {
    await withLocks(new StateStore(client, names), [kind], `prune of ${kind}`, async () => {
      const gone = (await find(kind)).filter((index) => agreed.includes(index));
      await dropIndices(client, gone);
      for (const index of gone) console.log(`Deleted ${index}.`);
      if (gone.length === 0) console.log(describeKept(kind, keep, await listIndexBuilds(client, names, kind)));
    });
  }
}

/** Says of every index build why it stays. */
function describeKept(kind: LoadKind, keep: number, builds: readonly IndexBuildState[]): string {
  const kept = builds.map(({ index, role }) =>
    role === 'previous' ? `${index} is one of those that --keep ${keep} keeps` : `${index} is ${role}`,
  );
  return `${kind}: nothing is deleted. ${kept.join('; ') || 'There is no index'}.`;
}

function readCount(text: string): number {
  if (/^\d{1,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It is a whole number from 0 to 999.');
}
