import { Command, InvalidArgumentError } from 'commander';
import type { SeedOptions } from '../seed/seed-world.js';
import { SEED_DEFAULTS } from '../seed/seed-world.js';
import { runCommand } from './process/command.js';
import { needsSeed, recordsASeedReplaces } from './seeding/needs-seed.js';
import { seedCluster } from './seeding/seed-cluster.js';
import { confirm } from './terminal/confirm.js';

const program = new Command('seed')
  .description(
    'Replaces all records and facts by believable data, the same for the same options, and builds the boards.',
  )
  .option(
    '--scale <number>',
    'how much: 1 makes 15,000 products, 40,000 videos and 12,000 live streams of 3,000 creators',
    readScale,
    SEED_DEFAULTS.scale,
  )
  .option('--until <day>', 'the last day of the data, YYYY-MM-DD', readDay, SEED_DEFAULTS.until)
  .option('--if-empty', 'leaves a cluster alone that holds records, unless an earlier seed was broken off')
  .option('--yes', 'replaces the records of a cluster of your own without asking')
  .action(({ ifEmpty, yes, ...options }: SeedOptions & { ifEmpty?: true; yes?: true }) =>
    runCommand(async (context) => {
      if (ifEmpty !== undefined) {
        if (!(await needsSeed(context))) return;
      } else {
        const records = await recordsASeedReplaces(context);
        if (records.length > 0) await confirm(context, `This replaces ${records.join(', ')} at ${context.url}.`, yes);
      }
      await seedCluster(context, options);
    }),
  );

await program.parseAsync();

function readScale(text: string): number {
  const scale = /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
  if (scale > 0 && scale <= 1000) return scale;
  throw new InvalidArgumentError('It is a number above 0 and at most 1000, such as 0.1 or 10.');
}

function readDay(text: string): string {
  const day = new Date(`${text}T00:00:00Z`);
  if (!Number.isNaN(day.getTime()) && day.toISOString().startsWith(`${text}T`)) return text;
  throw new InvalidArgumentError('It is a day that exists, written as YYYY-MM-DD.');
}
