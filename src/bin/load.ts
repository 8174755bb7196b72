import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import type { ShardSetting } from '../config/shard-setting.js';
import { readShards, VALID_SHARDS } from '../config/shard-setting.js';
import { ensureIndices } from '../elastic/indices/ensure-indices.js';
import { RetryPolicy } from '../elastic/client/retry-policy.js';
import { KEPT_INDEX_BUILDS } from '../loading/index-builds/index-history.js';
import type { LoadKind } from '../loading/load-kind.js';
import { LOAD_KINDS } from '../loading/load-kind.js';
import { LoadMeter } from './terminal/load-meter.js';
import type { LoadListener, LoadSummary } from '../loading/load-records.js';
import { loadRecords } from '../loading/load-records.js';
import type { Input, RecordFormat } from '../loading/reading/input.js';
import { findInputs, RECORD_FORMATS } from '../loading/reading/input.js';
import { RejectsFile } from '../loading/rejects-file.js';
import type { CommandContext } from './process/command.js';
import { CommandError, runCommand } from './process/command.js';
import { tellNextStep } from './terminal/next-step.js';
import { Progress } from './terminal/progress.js';

const SOME_REJECTED = 2;

interface Options {
  readonly replace?: boolean;
  readonly format?: RecordFormat;
  readonly rejects?: string;
  readonly maxRejects?: number;
  readonly keep: number;
  readonly shards?: ShardSetting;
  readonly retryFor: number;
}

const program = new Command('load')
  .description('Loads records or facts of one kind. The formats of all kinds are documented in docs/data.md.')
  .addArgument(new Argument('<kind>', 'what the inputs hold').choices([...LOAD_KINDS]))
  .argument(
    '<path...>',
    'NDJSON, CSV or answers of the API, plain, .gz or .zst; folders of such files; - for standard input',
  )
  .addOption(
    new Option(
      '--merge',
      'add the records to those that are there, each for itself, overwriting equal ids (the default)',
    ).conflicts('replace'),
  )
  .option('--replace', 'put the records in place of all that are there, in one step at the end')
  .addOption(
    new Option('--format <format>', 'what the inputs hold; by default .csv files are CSV, all others JSON').choices([
      ...RECORD_FORMATS,
    ]),
  )
  .option('--rejects <file>', 'file for rejected lines (default: <kind>-rejects-<time>.ndjson)')
  .option('--max-rejects <count>', 'give up when more lines than this are rejected', readCount)
  .option(
    '--keep <count>',
    'with --replace: how many previous index builds stay for a rollback',
    readCount,
    KEPT_INDEX_BUILDS,
  )
  .option(
    '--shards <count>',
    'with --replace: how many shards the new index build gets, or auto: by the size of the inputs (default: INDEX_SHARDS)',
    readShardCount,
  )
  .option('--retry-for <seconds>', 'how long to try while Elasticsearch is away or refuses work', readCount, 300)
  .addHelpText(
    'after',
    `
Exit status: 0 everything was loaded; 2 loaded, but some lines were rejected; 1 not loaded to the end
(--replace has changed nothing then, unless its last step was made and the answer lost: npm run indices -- list;
--merge may simply be run again); 130 and 143 stopped by a signal.

Examples:
  npm run load -- products products.ndjson.gz
  npm run load -- sales --replace facts/2026/ --max-rejects 0
  zcat dump.gz | npm run load -- videos -`,
  )
  .action((kind: LoadKind, paths: string[], options: Options) =>
    runCommand((context) => load(context, kind, paths, options)),
  );

await program.parseAsync();

async function load(
  context: CommandContext,
  kind: LoadKind,
  paths: readonly string[],
  options: Options,
): Promise<void> {
  const { client, names, signal, config } = context;
  if (options.shards !== undefined && options.replace !== true) {
    throw new CommandError('--shards goes with --replace: --merge writes to the index that is there.');
  }
  const startedAt = performance.now();
  const inputs = await findInputs(paths, options.format);
  const stamp = new Date().toISOString().replace(/[-:]|\..*/g, '');
  const rejects = new RejectsFile(options.rejects ?? `${kind}-rejects-${stamp}.ndjson`, options.maxRejects ?? Infinity);
  const progress = new Progress(`Loading ${kind}`, process.stderr);
  const note = (text: string): void => progress.note(text);
  const retryOptions = {
    giveUpAfterMs: options.retryFor * 1000,
    signal,
    onPause: (reason: string, pauseMs: number) => note(`Trying again in ${pauseMs} ms: ${reason}`),
  };
  try {
    await new RetryPolicy(retryOptions).run(() => ensureIndices(client, names, config.indexShards));
    const summary = await loadRecords(
      { client, names, retryOptions, shards: options.shards ?? config.indexShards },
      { kind, mode: options.replace === true ? 'replace' : 'merge', inputs, rejects, keep: options.keep },
      showing(progress, inputs),
    );
    progress.done();
    console.log(describe(kind, summary, (performance.now() - startedAt) / 1000));
    if (summary.loaded + summary.updated > 0) tellNextStep(kind);
    if (summary.rejected > 0) process.exitCode = SOME_REJECTED;
  } catch (error) {
    progress.leave();
    throw error;
  } finally {
    await rejects.close();
    if (rejects.count > 0)
      console.error(`The ${rejects.count.toLocaleString('en-US')} rejected lines are in ${rejects.path}.`);
  }
}

function showing(progress: Progress, inputs: readonly Input[]): LoadListener {
  const sizes = inputs.map(({ bytes }) => bytes);
  const total = sizes.includes(undefined) ? undefined : sizes.reduce((sum: number, size) => sum + (size ?? 0), 0);
  const meter = new LoadMeter(total, performance.now());
  return {
    onProgress: ({ step, lines, rejected, bytes }) => {
      const rejects = rejected === 0 ? '' : `, ${rejected.toLocaleString('en-US')} rejected`;
      if (step === 'finishing') progress.update(`${lines.toLocaleString('en-US')} lines read${rejects}, finishing`);
      else progress.update(`${meter.describe(lines, bytes, performance.now())}${rejects}`);
    },
    onNote: (text) => progress.note(text),
  };
}

function describe(kind: LoadKind, summary: LoadSummary, seconds: number): string {
  const { read, ...parts } = summary;
  const sum = Object.entries(parts).map(([name, count]) => `${count.toLocaleString('en-US')} ${name}`);
  return `${kind}: ${read.toLocaleString('en-US')} read = ${sum.join(' + ')} (${seconds.toFixed(1)} s)`;
}

function readShardCount(text: string): ShardSetting {
  const shards = readShards(text);
  if (shards === undefined) throw new InvalidArgumentError(`It is ${VALID_SHARDS}.`);
  return shards;
}

function readCount(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It is a whole number, 0 or more.');
}
