import { Argument, Command, Option } from 'commander';
import type { BoardsBuilt } from '../boards/build-boards.js';
import { explainRow } from '../boards/explain-row.js';
import { ROW_SUBJECTS, type RowSubject } from '../boards/board.document.js';
import { ensureIndices } from '../elastic/indices/ensure-indices.js';
import { isRefusal, type Period, PERIOD_TYPES, type PeriodType, readPeriod } from '../common/period/period.js';
import { buildTargetOf, buildWithProgress } from './terminal/build-with-progress.js';
import { audit, CommandError, runCommand } from './process/command.js';
import { readDay } from './terminal/option-values.js';

interface BuildFlags {
  readonly type?: PeriodType;
  readonly from?: string;
  readonly to?: string;
}

const program = new Command('rankings').description(
  'Computes the rankings from sales and follower counts, and explains their rows.',
);

program
  .command('build')
  .description('Rebuilds rankings affected by new data.')
  .addOption(new Option('--type <type>', 'only periods of this type').choices(PERIOD_TYPES))
  .option('--from <day>', 'only periods that end on this day or later, YYYY-MM-DD', readDay)
  .option('--to <day>', 'only periods that begin on this day or earlier, YYYY-MM-DD', readDay)
  .action(({ type, ...days }: BuildFlags) =>
    runCommand(async (context) => {
      const { from, to } = days;
      if (from !== undefined && to !== undefined && from > to) throw new CommandError('--from is after --to.');
      await ensureIndices(context.client, context.names, context.config.indexShards);
      const scope = { types: type === undefined ? PERIOD_TYPES : [type], days };
      console.log(summarize(await buildWithProgress(context, scope, process.stderr)));
    }),
  );

program
  .command('explain')
  .description('Prints the sums behind the rows of one creator, product, shop, category, video or live stream.')
  .argument('<id>')
  .addArgument(new Argument('<period>', 'such as 2026-06-30, 2026-W26 (a week) or 2026-06 (a month)'))
  .addOption(new Option('--of <subject>', 'what the id is of').choices(ROW_SUBJECTS).default('creator'))
  .addOption(new Option('--type <type>', 'the type of the period').choices(PERIOD_TYPES))
  .action((id: string, text: string, { of, type }: { of: RowSubject; type?: PeriodType }) =>
    runCommand(async (context) => {
      const period = findPeriod(text, type);
      await ensureIndices(context.client, context.names, context.config.indexShards);
      console.log(await explainRow(buildTargetOf(context), of, id, period));
    }),
  );

audit(program, 'build');
await program.parseAsync();

/** Parses a period. Its type follows from its form (2026-05 is a month), unless `--type` is given. */
function findPeriod(text: string, type = kindOf(text)): Period {
  const read = readPeriod(type, text);
  if (!isRefusal(read)) return read;
  if (read.reason === 'format') {
    throw new CommandError(`"${text}" is not a period; write 2026-06-30, 2026-W26 (a week) or 2026-06 (a month).`);
  }
  throw new CommandError(`There is no ${type} "${text}"; the nearest is ${read.nearest}.`);
}

function kindOf(text: string): PeriodType {
  if (text.includes('W')) return 'week';
  return /^\d+-\d+$/.test(text) ? 'month' : 'day';
}

function summarize({ facts, built, upToDate, dropped, rows, removedRows, waitingBoards, newestDay }: BoardsBuilt) {
  const count = (number: number, noun: string) => `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`;
  const notLoaded = (ids: ReadonlySet<string>, noun: string, lost: string) =>
    ids.size > 0
      ? [`Not loaded: ${count(ids.size, noun)} of these facts, such as ${[...ids].slice(0, 10).join(', ')}; ${lost}.`]
      : [];
  const { unknown, unknownProducts } = facts;
  return [
    `${count(built.length, 'board')} computed, ${count(upToDate, 'board')} up to date, ${count(dropped.length, 'board')} dropped.`,
    `${count(facts.sales, 'sale')} and ${count(facts.creatorDays, 'creator-day')} read, ${count(rows, 'row')} written, ${count(removedRows, 'replaced row')} removed.`,
    ...notLoaded(
      unknown.ids,
      'creator',
      `${count(unknown.sales, 'sale')} and ${count(unknown.creatorDays, 'creator-day')} are not counted`,
    ),
    ...notLoaded(
      unknownProducts.ids,
      'product',
      `${count(unknownProducts.sales, 'sale')} not counted for products and shops`,
    ),
    ...(waitingBoards > 0
      ? [`${count(waitingBoards, 'board')} lack creators or products that are not loaded; load them and build again.`]
      : []),
    `The newest day of the facts is ${newestDay ?? 'none: there are no facts'}.`,
  ].join('\n');
}
