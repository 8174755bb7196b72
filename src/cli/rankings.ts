import { Command, Option } from 'commander';
import type { BoardsBuilt } from '../boards/build-boards.js';
import { explainRow, explainSelling } from '../boards/explain-row.js';
import { SELLING_SUBJECTS, type SellingSubject } from '../boards/board.document.js';
import { ensureIndices } from '../elastic/indices/ensure-indices.js';
import { isRefusal, type Period, PERIOD_TYPES, type PeriodType, readPeriod } from '../common/period/period.js';
import { buildTargetOf, buildWithProgress } from './terminal/build-with-progress.js';
import { audit, CommandError, runCommand } from './process/command.js';
import { readDay } from './terminal/option-values.js';

interface Flags {
  readonly explain?: readonly string[];
  readonly of: 'creator' | SellingSubject;
  readonly type?: PeriodType;
  readonly from?: string;
  readonly to?: string;
}

const program = new Command('rankings')
  .description('Computes the rankings from sales and follower counts, and explains their rows.')
  .configureHelp({ showGlobalOptions: true })
  .option(
    '--explain <id-and-period...>',
    'print the sums behind the rows of a creator: --explain 7129384756102938475 2026-W26 (or 2026-06-30, or 2026-06)',
  )
  .addOption(
    new Option('--of <subject>', 'with --explain: what the id is of')
      .choices(['creator', ...SELLING_SUBJECTS])
      .default('creator'),
  )
  .addOption(
    new Option('--type <type>', 'only periods of this type; with --explain: the type of its period').choices(
      PERIOD_TYPES,
    ),
  )
  .allowExcessArguments()
  .action(() => {
    const [unknown] = program.args;
    if (unknown !== undefined) program.error(`error: unknown command '${unknown}'. Use build or --explain.`);
    const flags = program.opts<Flags>();
    if (flags.explain === undefined) return program.help({ error: true });
    return runExplain(flags.explain, flags);
  });

const buildCommand = program
  .command('build')
  .description('Rebuilds rankings affected by new data.')
  .option('--from <day>', 'only periods that end on this day or later, YYYY-MM-DD', readDay)
  .option('--to <day>', 'only periods that begin on this day or earlier, YYYY-MM-DD', readDay)
  .allowExcessArguments(false)
  .action(() => {
    const flags = buildCommand.optsWithGlobals<Flags>();
    return flags.explain === undefined ? runBuild(flags) : runExplain(flags.explain, flags);
  });

audit(program, 'build');
await program.parseAsync();

function runBuild({ from, to, type }: Flags): Promise<void> {
  return runCommand(async (context) => {
    if (from !== undefined && to !== undefined && from > to) throw new CommandError('--from is after --to.');
    await ensureIndices(context.client, context.names, context.config.indexShards);
    const scope = {
      types: type === undefined ? PERIOD_TYPES : [type],
      days: { ...(from !== undefined && { from }), ...(to !== undefined && { to }) },
    };
    console.log(summarize(await buildWithProgress(context, scope, process.stderr)));
  });
}

function runExplain(words: readonly string[], { of, type, from, to }: Flags): Promise<void> {
  return runCommand(async (context) => {
    const [id, text] = words;
    if (id === undefined || text === undefined || words.length > 2) {
      throw new CommandError('--explain needs an id and a period: --explain 7129384756102938475 2026-W26');
    }
    if (from !== undefined || to !== undefined) throw new CommandError('--explain can’t be used with --from or --to.');
    const period = findPeriod(text, type);
    await ensureIndices(context.client, context.names, context.config.indexShards);
    const target = buildTargetOf(context);
    console.log(await (of === 'creator' ? explainRow(target, id, period) : explainSelling(target, of, id, period)));
  });
}

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

function summarize(built: BoardsBuilt): string {
  const { facts, dropped } = built;
  const count = (number: number, noun: string) => `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`;
  const { unknown, unknownProducts } = facts;
  return [
    `${count(built.built.length, 'board')} computed, ${count(built.upToDate, 'board')} up to date, ${count(dropped.length, 'board')} dropped.`,
    `${count(facts.sales, 'sale')} and ${count(facts.creatorDays, 'creator-day')} read, ${count(built.rows, 'row')} written, ${count(built.removedRows, 'replaced row')} removed.`,
    ...(unknown.ids.size > 0
      ? [
          `Not loaded: ${count(unknown.ids.size, 'creator')} of these facts, such as ${[...unknown.ids].slice(0, 10).join(', ')}; ` +
            `${count(unknown.sales, 'sale')} and ${count(unknown.creatorDays, 'creator-day')} are not counted.`,
        ]
      : []),
    ...(unknownProducts.ids.size > 0
      ? [
          `Not loaded: ${count(unknownProducts.ids.size, 'product')}, such as ${[...unknownProducts.ids].slice(0, 10).join(', ')}; ` +
            `${count(unknownProducts.sales, 'sale')} not counted for products and shops.`,
        ]
      : []),
    ...(built.waitingBoards > 0
      ? [
          `${count(built.waitingBoards, 'board')} lack creators or products that are not loaded; load them and build again.`,
        ]
      : []),
    `The newest day of the facts is ${built.newestDay ?? 'none: there are no facts'}.`,
  ].join('\n');
}
