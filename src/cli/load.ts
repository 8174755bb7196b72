import { Argument, Command, Option } from 'commander';
import { RECORD_KINDS, type RecordKind } from '../common/record-kind.js';
import type { ShardSetting } from '../config/setting.js';
import { ensureIndices } from '../elastic/indices/ensure-indices.js';
import { retryBy } from '../elastic/client/retry-policy.js';
import { KEPT_INDEX_BUILDS } from '../loading/index-builds/index-history.js';
import type { LoadMode } from '../loading/load-item.js';
import type { LoadSummary } from '../loading/load-records.js';
import type { LoadRequest } from '../loading/record-source.js';
import { findInputs, type ReadOptions, type RecordFormat } from '../loading/reading/input.js';
import type { Proposal } from '../loading/reading/propose-options.js';
import { RejectsFile, rejectsPath } from '../loading/rejects-file.js';
import { audit, type CommandContext, runCommand, SOME_REJECTED } from './process/command.js';
import { readCount, READING_OPTIONS, readShardSetting } from './terminal/options.js';
import { Progress } from './terminal/progress.js';
import { WorkFailure } from '../common/errors/failure.js';

type Modes = Readonly<Partial<Record<LoadMode, boolean>>>;

interface Options extends ReadOptions, Modes, Pick<LoadRequest, 'add' | 'whole' | 'keep'> {
  readonly format?: RecordFormat;
  readonly map?: ReadOptions;
  readonly rejects?: string;
  readonly maxRejects?: number;
  readonly shards?: ShardSetting;
  readonly retryFor: number;
  readonly json?: true;
}

const RETRY_NOTE_EVERY_MS = 30_000;
/** Of inputs whose first lines show nothing, such as standard input. */
const HINT =
  'Values that are written otherwise are read with --decimal, --units, --dates, --zone, --null-values, or values of a file for --map.';

const MODES = ['merge', 'replace', 'update', 'delete'] as const;

/** An option that stands alone among the modes. */
const modeOption = (mode: LoadMode, text: string): Option =>
  new Option(`--${mode}`, text).conflicts(MODES.filter((other) => other !== mode));

const program = new Command('load')
  .description('Loads records or facts of one kind. The formats of all kinds are documented in docs/data.md.')
  .addArgument(new Argument('<kind>', 'kind of the records').choices([...RECORD_KINDS]))
  .argument(
    '<path...>',
    'files with NDJSON, CSV or answers of the API, plain or .gz, or Parquet; folders of such files; - for standard input',
  )
  .addOption(modeOption('merge', 'add the records to the stored ones, overwriting equal ids (the default)'))
  .addOption(modeOption('replace', 'replace all stored records, in one step at the end'))
  .addOption(modeOption('update', 'change the fields that a line has; null or an empty cell clears one'))
  .addOption(modeOption('delete', 'delete the records with these ids; other fields are ignored'))
  .option('--add', 'with --update: add the records whose ids are not stored')
  .option('--whole', 'with --merge: empty the fields of stored records that the inputs lack')
  .option('--rejects <file>', 'file for rejected lines (default: <kind>-rejects-<time>.ndjson)')
  .option('--max-rejects <count>', 'stop when more lines are rejected', readCount)
  .option(
    '--keep <count>',
    'with --replace: number of previous index builds to keep for a rollback',
    readCount,
    KEPT_INDEX_BUILDS,
  )
  .option(
    '--shards <count>',
    'with --replace: number of shards of the new index build, or auto for a number by the size of the inputs (default: INDEX_SHARDS)',
    readShardSetting,
  )
  .option(
    '--retry-for <seconds>',
    'how long to retry while Elasticsearch does not answer or refuses work',
    readCount,
    300,
  )
  .option('--json', 'print the numbers of lines as JSON')
  .addHelpText(
    'after',
    `
Exit status: 0 everything was loaded; 2 some lines were rejected; 1 the load failed; 130 or 143 stopped by a signal.
A failed --merge, --update or --delete can be run again. A failed --replace, and any failed load of
categories, rates or synonyms, has changed nothing, unless the answer to its last step was lost: npm run indices -- list shows the live index.

Examples:
  npm run load -- products products.ndjson.gz
  npm run load -- products preise.csv --delimiter ";" --decimal , --map product_id=Nr,floor_price=Preis
  npm run load -- videos scraped.json --records data.videos
  npm run load -- products prices.csv --update
  npm run load -- sales --replace facts/2026/ --max-rejects 0
  zstd -dc dump.zst | npm run load -- videos -`,
  )
  .action((kind: RecordKind, paths: string[], options: Options) =>
    runCommand((context) => load(context, kind, paths, options)),
  );

for (const option of READING_OPTIONS) program.addOption(option);
audit(program, 'load');
await program.parseAsync();

async function load(context: CommandContext, kind: RecordKind, paths: string[], options: Options): Promise<void> {
  const { client, names, signal, config } = context;
  if (options.shards !== undefined && options.replace !== true)
    throw new WorkFailure('--shards needs --replace: other loads write to the existing index.');
  const mode = MODES.find((name) => options[name] === true) ?? 'merge';
  if (options.add === true && mode !== 'update') throw new WorkFailure('--add needs --update.');
  if (options.whole === true && mode !== 'merge') throw new WorkFailure('--whole needs --merge.');
  // Only a load needs the classes of records: `--help` and faults of options come without them.
  const { loadRecords } = await import('../loading/load-records.js');
  const { Mapping, mappingIn } = await import('../loading/reading/mapping.js');
  const { proposeOptions } = await import('../loading/reading/propose-options.js');
  const startedAt = performance.now();
  const reading = { ...options.map, ...options };
  const mapping = mappingIn(reading);
  if (mapping !== undefined) new Mapping(kind, mapping);
  const inputs = await findInputs(paths, reading.format);
  // The size of standard input is not known, so that no time is left of it.
  const totalBytes = inputs.reduce((sum, { bytes = Infinity }) => sum + bytes, 0);
  const rejects = new RejectsFile(options.rejects ?? rejectsPath(kind), options.maxRejects ?? Infinity);
  const progress = new Progress(`Loading ${kind}`, process.stderr);
  const note = (text: string): void => progress.note(text);
  let notedAt = -Infinity;
  const onPause = (reason: string): void => {
    if (performance.now() - notedAt < RETRY_NOTE_EVERY_MS) return;
    notedAt = performance.now();
    note(`Retrying: ${reason}`);
  };
  const retryOptions = { giveUpAfterMs: options.retryFor * 1000, signal, onPause };
  const propose = async (): Promise<string> => {
    const isChange = mode === 'update' || mode === 'delete';
    const proposal = await proposeOptions(kind, inputs, reading, isChange);
    return proposal === undefined ? HINT : describeProposal(proposal);
  };
  try {
    await retryBy(retryOptions)(() => ensureIndices(client, names, config.indexShards));
    const summary = await loadRecords(
      { client, names, retryOptions, shards: options.shards ?? config.indexShards },
      { ...options, kind, mode, inputs, reading, rejects },
      {
        onProgress: ({ lines, rejected, bytes }, isFinishing) => {
          const noun = rejected === 0 ? 'lines' : `lines (${rejected.toLocaleString('en-US')} rejected)`;
          if (isFinishing) progress.update(`finishing ${lines.toLocaleString('en-US')} ${noun}`);
          else progress.advance(lines, noun, bytes / totalBytes);
        },
        onNote: note,
      },
    );
    progress.done();
    const seconds = (performance.now() - startedAt) / 1000;
    console.log(
      options.json === true ? JSON.stringify({ kind, ...summary, seconds }) : describe(kind, summary, seconds),
    );
    if (summary.rejected > 0) process.exitCode = SOME_REJECTED;
  } catch (error) {
    progress.done('stopped');
    const proposal = error instanceof WorkFailure && rejects.count === 0 ? await propose() : HINT;
    throw proposal === HINT ? error : new WorkFailure(`${(error as Error).message}\n${proposal}`, { cause: error });
  } finally {
    rejects.close();
    const count = rejects.count.toLocaleString('en-US');
    if (rejects.count > 0)
      console.error(`${count} rejected ${rejects.count === 1 ? 'line is' : 'lines are'} in ${rejects.path}.`);
    if (rejects.count > 0 && !signal.aborted) console.error(await propose());
  }
}

/** The command that takes a refused input whole, and notes about it. */
function describeProposal({ options, notes }: Proposal): string {
  const quoted = [...process.argv.slice(2), ...options].map((text) =>
    /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`,
  );
  const command = options.length === 0 ? [] : ['This command takes it:', `  npm run load -- ${quoted.join(' ')}`];
  return [...command, ...notes].join('\n');
}

function describe(kind: RecordKind, summary: LoadSummary, seconds: number): string {
  const { read, ...parts } = summary;
  const sum = Object.entries(parts).map(
    ([name, count]) => `${count.toLocaleString('en-US')} ${name.replace('_', ' ')}`,
  );
  return `${kind}: ${read.toLocaleString('en-US')} read = ${sum.join(' + ')} (${seconds.toFixed(1)} s)`;
}
