#!/usr/bin/env node
import type * as api from './index.js';
import {
  ApiError,
  BrokenExportError,
  CommerceClient,
  CommerceError,
  ErrorCode,
  PageWindowError,
  TruncatedError,
  VERSION,
} from './index.js';
import { CHOICES, type PAST } from './columns.js';
import {
  BREAKDOWN,
  call,
  facetRows,
  FACETS,
  type Filter,
  HISTORIES,
  historyRows,
  keysIn,
  type List,
  PERIODS,
  RANKINGS,
  type RowFields,
  type Rows,
  SEARCHES,
  SHOPS,
  SUGGESTIONS,
  type Times,
  USAGE,
  UsageError,
  withField,
} from './lists.js';
import {
  type Command,
  completionOf,
  countOf,
  helpOf,
  helpOfCommand,
  type Options,
  readCommandLine,
  requireUsed,
  SHELLS,
} from './options.js';
import { chosenOf, type Format, FORMATS, isWithin, output, write, writeRows } from './row-writer.js';
import { parsedWithDigits } from './transport.js';
import type { Page } from './commerce-client.js';
import { watchRows } from './watch.js';

const KINDS = Object.keys(SEARCHES);
const DAY_SECONDS = 86_400;
const FOUND_LISTS: Readonly<Record<string, List>> = { ...SEARCHES, shops: SHOPS };
const LISTS: Readonly<Record<string, List>> = { ...FOUND_LISTS, ...RANKINGS, breakdown: BREAKDOWN };
const PRINTED = ['fields', 'format', 'json'] as const;
const WATCHED = ['search', 'rank', 'history', 'breakdown', 'facets', 'periods'];
const WATCHING = ['every', 'once', 'state'] as const;
const RULED = ['rules', 'check', 'once', 'metrics'] as const;
const EXPORTED = ['region', 'filter', 'last', 'from', 'to', 'sort', 'limit', 'lang', ...PRINTED] as const;
const FOUND = [...EXPORTED, 'all'] as const;
const DEFAULT_LIMIT = 20;

const COMMANDS: Readonly<Record<string, Command>> = {
  search: {
    ...{ takes: '<kind> [words]', kinds: Object.keys(FOUND_LISTS), words: Infinity, options: FOUND },
    about: 'records by keywords and filters',
    defaults: { limit: '20' },
  },
  rank: {
    ...{ takes: '<list>', kinds: Object.keys(RANKINGS), words: 0, options: FOUND },
    about: 'a ranking of a day, week, month or up to 92 days: sales and growth are of creators',
    defaults: { last: '1m, the last complete month; 4w counts its days', limit: '20' },
  },
  history: {
    ...{ takes: '<of> <id>', kinds: Object.keys(HISTORIES), words: 1 },
    about: 'the days, weeks or months of one creator, product, shop or category',
    options: ['last', 'from', 'to', 'per', 'region', ...PRINTED],
    defaults: { last: '12m', per: 'month' },
  },
  breakdown: {
    ...{ takes: '<by>[,<by>]', kinds: CHOICES.breakdown, words: 0, options: FOUND },
    about: 'the sales behind an id in --filter, added up',
    defaults: { last: '4w', limit: '20' },
  },
  facets: {
    ...{ takes: '<kind> [words]', kinds: KINDS, words: Infinity },
    about: 'how many records of a search have each value of a filter',
    options: ['by', 'size', 'measure', 'region', 'filter', 'last', 'from', 'to', 'lang', ...PRINTED],
    defaults: { by: 'region', size: '10' },
  },
  export: {
    ...{ takes: '<list> [words]', kinds: Object.keys(LISTS), words: Infinity, options: [...EXPORTED, 'excel'] },
    about: 'all rows of a search, a ranking or breakdown <by>[,<by>], as they are at one moment',
    defaults: { limit: 'all' },
  },
  link: {
    ...{ takes: '<list> [words]', kinds: Object.keys(LISTS), words: Infinity },
    about: 'an address of such an export, which a spreadsheet or another program fetches without a token',
    options: [...EXPORTED.filter((option) => option !== 'json'), 'excel', 'days', 'name'],
    defaults: { limit: 'all', format: 'csv', days: '30' },
  },
  periods: {
    ...{ takes: '<list>', kinds: Object.keys(RANKINGS), words: 0, options: ['per', 'limit', 'all', ...PRINTED] },
    about: 'the periods that a ranking has',
    defaults: { limit: '20' },
  },
  suggest: {
    ...{ takes: '<kind> <text>', kinds: ['creators', 'products'], words: Infinity, options: ['lang', ...PRINTED] },
    about: 'names by their first letters, and the filters that select them',
    defaults: {},
  },
  whoami: {
    ...{ takes: '', kinds: [], words: 0, options: ['format', 'json'] },
    about: 'the token: what it opens, its limits, and what is left of today',
    defaults: {},
  },
  watch: {
    ...{ takes: '<command> …', words: Infinity, kinds: WATCHED },
    about: 'a line of JSON for each change of the rows of a command, whose options it takes; messages of --rules',
    options: [...WATCHING, ...RULED.filter((option) => option !== 'once')],
    defaults: { every: '60' },
  },
  completion: {
    ...{ takes: '<shell>', kinds: SHELLS, words: 0, options: [] },
    about: 'a script that completes commands and options, for bash and zsh to source, for fish in its completions',
    defaults: {},
  },
};

const END = `commerce-analytics <command> --help has the options of a command.
COMMERCE_ANALYTICS_URL has the address of the service, COMMERCE_ANALYTICS_TOKEN an access token.
Exit status: 0 done; 1 the service refuses or can't be reached; 2 the command or the request is not valid;
3 the rows are not complete, or can't be written; 4 a message of --rules is not delivered yet.
`;

function entryOf<Value>(entries: Readonly<Record<string, Value>>, name: string | undefined): Value {
  const entry = Object.hasOwn(entries, name ?? '') ? entries[name ?? ''] : undefined;
  if (entry === undefined) throw new UsageError(`"${name ?? ''}" is none of ${Object.keys(entries).join(', ')}.`);
  return entry;
}

function timesOf({ last, from, to }: Options): Times {
  if (last !== undefined && (from ?? to) !== undefined) throw new UsageError('Either --last or --from and --to.');
  if ((from === undefined) !== (to === undefined)) throw new UsageError('--from and --to are given together.');
  const days = from === undefined || to === undefined ? undefined : { from, to };
  if (last === undefined) return { last, days };
  const [, count = '', unit = ''] = /^([1-9]\d{0,3})([dwm])$/.exec(last) ?? [];
  if (unit === '') throw new UsageError(`--last is "${last}"; it must be a number with d, w or m, such as 4w.`);
  return { last: { count: Number(count), type: entryOf({ d: 'day', w: 'week', m: 'month' } as const, unit) }, days };
}

function filterOf({ filter: text = '{}', region }: Options): Filter {
  const filter = parsedWithDigits<unknown>(text);
  if (typeof filter !== 'object' || filter === null || Array.isArray(filter)) {
    throw new UsageError(`--filter is ${text}; it must be a JSON object, such as '{"uid":"1"}'.`);
  }
  return region === undefined ? (filter as Filter) : withField(filter as Filter, 'region', region, '--region');
}

/** @throws UsageError for a field that no row has */
function fieldsOf({ fields: text }: Options, { all }: RowFields): readonly string[] | undefined {
  const fields = text?.split(',').map((path) => path.trim());
  const unknown = fields?.find((path) => !all.some((field) => isWithin(field, path)));
  if (unknown === undefined) return fields;
  throw new UsageError(`There is no field "${unknown}"; these are: ${all.join(', ')}.`);
}

function formatOf(command: string, { format, json, excel }: Options): Format {
  if (json && format !== undefined) throw new UsageError('Either --json or --format.');
  if (excel && (json || (format ?? 'csv') !== 'csv')) throw new UsageError('--excel is for --format csv.');
  if (excel) return 'excel';
  const name = format ?? (json ? 'json' : process.stdout.isTTY ? 'table' : 'ndjson');
  const formats = FORMATS.filter((one) => one !== 'parquet' || command === 'export');
  const known = formats.find((one) => one === name);
  if (known === undefined) throw new UsageError(`--format is ${name}; it must be one of ${formats.join(', ')}.`);
  if (known === 'parquet' && process.stdout.isTTY) throw new UsageError('Parquet is not for a terminal; add > FILE.');
  return known;
}

/** The rows that a command asks for. Whatever is not valid is refused before anything is asked. */
interface Question extends RowFields {
  readonly ask: (client: CommerceClient, options?: api.WalkOptions) => Rows | Promise<Rows>;
}

function questionOf(command: string, kind: string, words: readonly string[], options: Options): Question {
  const times = timesOf(options);
  const filter = filterOf(options);
  const limit = countOf('limit', options.limit);
  if (limit !== undefined && options.all) throw new UsageError('Either --limit or --all.');
  const size = countOf('size', options.size);
  const { lang, region, all: isAll = false } = options;
  const spoken = lang === undefined ? {} : { lang: lang as 'EN_US' };
  const said = { ...(words.length > 0 && { keywords: words.join(' ') }), ...spoken };
  const [field, order] = options.sort?.split(':') ?? [];
  const sorted = field === undefined ? {} : { orderby: [{ field, ...(order && { order }) }] };
  const walk = (list: List, own: object): Question => ({
    ...list,
    ask: (client, walking = {}) => {
      const chosen = fieldsOf(options, list) ?? [];
      const isAsked = list.onRequest.some((field) => chosen.some((path) => isWithin(field, path)));
      const fields = isAsked && { fields: [...new Set([...list.key, ...chosen])] };
      const request = { ...list.request(filter, times), ...own, ...sorted, ...fields };
      const most = isAll ? {} : { limit: limit ?? DEFAULT_LIMIT };
      return call<Rows>(client, list.walk, request, { ...most, ...walking });
    },
  });
  switch (command) {
    case 'search':
      return walk(entryOf(FOUND_LISTS, kind), said);
    case 'rank':
      return walk(entryOf(RANKINGS, kind), spoken);
    case 'breakdown':
      return walk(BREAKDOWN, { by: keysIn(kind), ...spoken });
    case 'export':
    case 'link': {
      const list = entryOf(LISTS, kind);
      const fields = fieldsOf(options, list);
      const own = {
        ...(list === BREAKDOWN ? { by: words[0] && keysIn(words[0]), ...spoken } : said),
        ...(fields && { fields }),
        ...(limit && { limit }),
        ...sorted,
      };
      const rows = command === 'link' ? linked : exported;
      return {
        ...list,
        ask: (client) => rows(client, list, { ...list.request(filter, times), ...own }, options),
      };
    }
    case 'history': {
      const history = entryOf(HISTORIES, kind);
      const [id] = words;
      if (id === undefined) throw new UsageError(`history ${kind} needs an id.`);
      return {
        ...history,
        ask: (client) => historyRows(client, kind as keyof typeof PAST, id, times, { region, per: perOf(options) }),
      };
    }
    case 'facets': {
      const list = entryOf(SEARCHES, kind);
      const facets = (options.by ?? 'region').split(',').map((field) => ({ field, ...(size && { size }) }));
      const measure = options.measure === undefined ? {} : { measure: options.measure };
      return {
        ...FACETS,
        ask: (client) => facetRows(client, list, { ...list.request(filter, times), ...said, ...measure, facets }),
      };
    }
    case 'periods': {
      const { ranking } = entryOf(RANKINGS, kind);
      const date_type = perOf(options);
      const filter = { ranking, ...(date_type && { date_type }) };
      return {
        ...PERIODS,
        ask: async (client, { onPage } = {}) => {
          const { list } = await client.listRankingPeriods({ filter });
          const shown = isAll ? list : list.slice(0, limit ?? DEFAULT_LIMIT);
          onPage?.({ list: shown, total: list.length });
          return shown;
        },
      };
    }
    case 'whoami':
      return { ...USAGE, ask: async (client) => [await client.showUsage()] };
    default: {
      const isOfCreators = entryOf({ creators: true, products: false }, kind);
      return {
        ...SUGGESTIONS,
        ask: async (client) =>
          (await (isOfCreators ? client.suggestCreators(said) : client.suggestProductFilters(said))).list,
      };
    }
  }
}

function perOf({ per }: Options): api.PeriodType | undefined {
  const known = CHOICES.period.find((one) => one === per);
  if (per === undefined || known !== undefined) return known;
  throw new UsageError(`"${per}" is none of ${CHOICES.period.join(', ')}.`);
}

/**
 * All rows of an export, or its Parquet file, also where the service ends it.
 * @throws TruncatedError after the last, unless the limit ended it
 */
async function* exported(
  client: CommerceClient,
  list: List,
  request: { readonly limit?: number },
  { format, excel = false }: Options,
) {
  let truncated: TruncatedError | undefined;
  const onTruncated = (error: TruncatedError): void => {
    if (error.rows !== request.limit) truncated = error;
  };
  const rows = call<api.Export<object>>(client, list.export, request, { onTruncated });
  yield* format === 'parquet' || excel ? rows.bytes({ format: excel ? 'csv' : 'parquet', excel }) : rows;
  if (truncated !== undefined) throw truncated;
}

/** The address of an export, alone in its row. */
async function linked(client: CommerceClient, list: List, request: object, options: Options): Promise<Rows> {
  const { excel = false, name, days } = options;
  const format = options.format ?? 'csv';
  const { url } = await client.createLink({
    operation: list.export,
    request: { ...request, format, ...(excel && { excel }) },
    ...(name !== undefined && { name }),
    expires_in: (countOf('days', days) ?? 30) * DAY_SECONDS,
  });
  return [{ url }];
}

/** @throws UsageError for a command line that is not valid, and what the client throws */
async function run(parameters: readonly string[]): Promise<void> {
  const { options, words: given } = readCommandLine(parameters);
  const [name] = given;
  if (options.version) return write(`${VERSION}\n`);
  if (name === undefined) return write(helpOf(COMMANDS, END));
  if (!Object.hasOwn(COMMANDS, name)) {
    throw new UsageError(`There is no command "${name}"; commerce-analytics --help lists them.`);
  }
  if (options.help) return write(helpOfCommand(name, entryOf(COMMANDS, name)));
  const isWatch = name === 'watch';
  if (isWatch && options.rules !== undefined) return watchFile(options.rules, options, given.slice(1));
  const [command = '', kind = '', ...others] = isWatch ? given.slice(1) : given;
  const { every, once, state, ...asked } = options;
  if (isWatch && !WATCHED.includes(command)) throw notAmong('watch', command, entryOf(COMMANDS, 'watch'));
  const { kinds, takes } = entryOf(COMMANDS, command);
  const unknown = (command === 'breakdown' ? kind.split(',') : [kind]).find((one) => !kinds.includes(one));
  if (kinds.length > 0 && unknown !== undefined) throw notAmong(command, unknown, { kinds, takes });
  const words = kinds.length > 0 ? others : given.slice(1);
  const used = usedBy(command, kind);
  const watching = [...used.options.filter((option) => !/json|format/.test(option)), ...WATCHING];
  requireUsed(
    given.slice(0, isWatch ? 3 : 2).join(' '),
    isWatch ? { ...used, options: watching } : used,
    options,
    words,
  );
  if (command === 'completion') return write(completionOf(kind, COMMANDS));
  const question = questionOf(command, kind, words, options);
  if (command === 'link') {
    for await (const row of await question.ask(new CommerceClient({ onAttempt: reportRetry }))) {
      await write(`${(row as { url: string }).url}\n`);
    }
    return;
  }
  const chosen = fieldsOf(options, question);
  const format = formatOf(command, options);
  const everySeconds = countOf('every', every) ?? 60;
  const client = new CommerceClient({ onAttempt: reportRetry });
  if (!isWatch) {
    let first: Page<unknown> | undefined;
    const rows = await question.ask(client, { onPage: (page) => (first ??= page) });
    await writeRows(rows, format, question, chosen);
    if (options.limit === undefined && !options.all) reportMore(first);
    return;
  }
  await watchRows({
    client,
    // Pages of two versions of the data would show changes that are none.
    ask: () => question.ask(client, { onDataChanged: 'throw' }),
    key: question.key,
    chosen: (row) => chosenOf(row, chosen),
    question: [command, kind, ...words, Object.fromEntries(Object.entries(asked).sort())],
    everySeconds,
    once: once ?? false,
    state,
  });
}

/** Watches a file of rules. */
async function watchFile(file: string, options: Options, words: readonly string[]): Promise<void> {
  requireUsed('watch --rules', { ...entryOf(COMMANDS, 'watch'), options: RULED, words: 0 }, options, words);
  const { check: isCheck = false, once = false, metrics } = options;
  // Only rules need the package that reads YAML.
  const { watchRules } = await import('./rules-watch.js');
  process.exitCode = await watchRules(new CommerceClient(), file, { isCheck, once, metrics });
}

/** The refusal of a first word that is missing, or none that the command takes. */
function notAmong(command: string, given: string, { kinds, takes }: Pick<Command, 'kinds' | 'takes'>): UsageError {
  const all = kinds.join(', ');
  return new UsageError(
    given === '' ? `${command} needs a ${/<(\w+)>/.exec(takes)?.[1]}: ${all}.` : `"${given}" is none of ${all}.`,
  );
}

/** Says on standard error that a list has more rows than are printed unless a limit is set. */
function reportMore(first: Page<unknown> | undefined): void {
  const { total, has_more, list = [] } = first ?? {};
  if (total === undefined ? has_more !== 1 : total <= list.length) return;
  const all = total === undefined ? 'more' : `${total.toLocaleString('en-US')}`;
  process.stderr.write(`${DEFAULT_LIMIT} rows of ${all}; --limit prints more, --all or export all.\n`);
}

/** A command without the options and words that it takes for other kinds only. */
function usedBy(name: string, kind: string): Command {
  const command = entryOf(COMMANDS, name);
  if (name === 'history' && kind !== 'category') {
    return { ...command, options: command.options.filter((option) => option !== 'region') };
  }
  return ['export', 'link'].includes(name) && kind in { ...RANKINGS, breakdown: 0 }
    ? { ...command, words: Number(kind === 'breakdown') }
    : command;
}

function reportRetry({ error, retryInMs }: api.Attempt): void {
  if (retryInMs === undefined) return;
  process.stderr.write(`Retrying in ${(retryInMs / 1000).toFixed(1)} s: ${(error as Error).message}\n`);
}

/** The exit status that the help gives for an error. */
function statusOf(error: unknown): number {
  if ([BrokenExportError, PageWindowError, TruncatedError].some((type) => error instanceof type)) return 3;
  if (error instanceof ApiError && error.code === ErrorCode.Parameter) return 2;
  return error instanceof CommerceError ? 1 : 2;
}

output.on('error', (error: NodeJS.ErrnoException) => {
  // A reader such as `head` may end first.
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`The rows can't be written: ${error.message}\n`);
  process.exit(3);
});
// Rows may be read where messages are not.
process.stderr.on('error', () => undefined);
try {
  await run(process.argv.slice(2));
} catch (error) {
  // The client refuses its address or token with a TypeError, days that no calendar has with a RangeError.
  const known = [CommerceError, UsageError, TypeError, RangeError];
  if (!known.some((type) => error instanceof type)) throw error;
  const faults = error instanceof ApiError ? error.errors.map(({ message }) => message) : [];
  process.stderr.write(`${(faults.length > 0 ? faults : [(error as Error).message]).join('\n')}\n`);
  process.exitCode = statusOf(error);
}
