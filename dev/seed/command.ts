import { Command, InvalidArgumentError, Option } from 'commander';
import { SEED_DEFAULTS, type SeedOptions } from './seed-world.js';
import { audit, runCommand } from '../../src/cli/process/command.js';
import { RECORD_KINDS } from '../../src/common/record-kind.js';
import { emptyCluster, needsSeed, recordsToReplace, seedCluster } from './seed-cluster.js';
import { confirm } from '../../src/cli/terminal/output.js';
import { isDay } from '../../src/common/period/period.js';

const program = new Command('seed')
  .description('Replaces all records and facts by generated data. Equal options give equal data.')
  .option(
    '--scale <number>',
    'amount of data: 1 gives 15,000 products, 40,000 videos and 12,000 live streams of 3,000 creators',
    readScale,
    SEED_DEFAULTS.scale,
  )
  .option('--until <day>', 'the last day of the data, YYYY-MM-DD', readDay, SEED_DEFAULTS.until)
  .option('--if-empty', 'do nothing if the cluster has records, unless an earlier seed was interrupted')
  .addOption(
    new Option('--empty', 'replace them, categories and synonyms by none, to begin with data of your own').conflicts([
      ...['scale', 'until', 'ifEmpty'],
    ]),
  )
  .option('--yes', 'do not ask before replacing the records of your own cluster')
  .action(({ ifEmpty, empty, yes, ...options }: SeedOptions & { ifEmpty?: true; empty?: true; yes?: true }) =>
    runCommand(async (context) => {
      if (ifEmpty !== undefined) {
        if (!(await needsSeed(context))) return;
      } else {
        const records = await recordsToReplace(context, empty && RECORD_KINDS);
        if (records.length > 0) await confirm(context, `This replaces ${records.join(', ')} at ${context.url}.`, yes);
      }
      await (empty === true ? emptyCluster(context) : seedCluster(context, options));
    }),
  );

audit(program, 'seed');
await program.parseAsync();

function readDay(text: string): string {
  if (isDay(text)) return text;
  throw new InvalidArgumentError('It must be an existing day, written as YYYY-MM-DD.');
}

function readScale(text: string): number {
  const scale = /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
  if (scale > 0 && scale <= 1000) return scale;
  throw new InvalidArgumentError('It must be a number above 0 and at most 1000, such as 0.1 or 10.');
}
