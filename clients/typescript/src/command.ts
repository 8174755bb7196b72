#!/usr/bin/env node
import { parseArgs } from 'node:util';
import type * as api from './index.js';
import { COLUMNS } from './columns.js';
import { ApiError, BrokenExportError, CommerceClient, CommerceError, ErrorCode } from './index.js';
import { PageWindowError, shiftPeriod, TruncatedError, VERSION } from './index.js';
import type { Format } from './row-writer.js';
import { parsed } from './transport.js';
import { FORMATS, isWithin, output, writeRows } from './row-writer.js';

const USAGE = `Usage: commerce-analytics <command> [options]

  search <kind> [words]  videos, products, lives or creators
  rank <list>            of a day, week or month: sales, growth (creators), top-products, top-shops, top-categories,
                         top-videos, top-lives
  history <of> <id>      days, weeks or months of a creator, product, shop or category
  breakdown <by>         sales by creator, product, shop, category, video, live, channel or day
  export <list>          all rows, of one moment, of what search, rank and breakdown take: export breakdown <by>
  suggest <kind> <text>  creators or products: names, and the filters that select them

  --region US            the filter region
  --filter '{"uid":"1"}' filters of the operation, as JSON
  --last 4w              days (d), weeks (w) or months (m; 30 days in searches and breakdowns) up to the newest data;
                         rank takes the last complete 1d, 1w or 1m
  --sort play_count      a field, largest values first
  --fields uid,nickname  fields to print; those of an object by their path, such as creator.uid
  --limit 20             maximum rows: 20 unless set, of an export all
  --format table         ${FORMATS.join(', ')}; unless set a table on a terminal and NDJSON in a pipe

COMMERCE_ANALYTICS_URL has the address of the service, COMMERCE_ANALYTICS_TOKEN an access token.
Exit status: 0 done; 1 the service refuses or can't be reached; 2 the command or the request is not valid;
3 the rows are not complete, or can't be written.
`;
const DAY_SECONDS = 86_400;

type Filter = Readonly<Record<string, unknown>>;
type Rows = AsyncIterable<object> | Iterable<object>;

/** The value of `--last`. */
interface Last {
  readonly count: number;
  readonly type: api.PeriodType;
}

/** A list that can be searched, ranked or broken down, and exported. */
interface List {
  readonly record: keyof typeof COLUMNS;
  /** Columns of the table. */
  readonly columns: readonly string[];
  /** Makes the part of the request that `--filter` and `--last` decide. */
  request(client: CommerceClient, filter: Filter, last: Last | undefined): Promise<object>;
  walk(client: CommerceClient, request: object, options: api.WalkOptions): Rows;
  export(client: CommerceClient, request: object, options: api.ExportOptions): Rows;
}

/** The command line is not valid. */
class UsageError extends Error {}

const SEARCHES: Readonly<Record<string, List>> = {
  videos: {
    record: 'VideoRecord',
    columns: ['video_id', 'region', 'play_count', 'units_sold', 'creator.unique_id', 'desc'],
    request: async (client, filter, last) => ({
      filter: { create_time_range: { min: 0 }, ...(await since(client, 'videos', 'create_time_range', filter, last)) },
    }),
    walk: (client, request, options) => client.allVideos(request as api.VideoSearchRequest, options),
    export: (client, request, options) => client.exportVideos(request as api.VideoExportRequest, options),
  },
  products: {
    record: 'ProductRecord',
    columns: ['product_id', 'region', 'price', 'day7_units_sold', 'commission_rate', 'title'],
    request: async (client, filter, last) => ({
      filter: await since(client, 'products', 'launch_time_range', filter, last),
    }),
    walk: (client, request, options) => client.allProducts(request, options),
    export: (client, request, options) => client.exportProducts(request, options),
  },
  lives: {
    record: 'LiveRecord',
    columns: ['room_id', 'creator_region', 'total_viewer_count', 'total_units_sold', 'unique_id', 'title'],
    request: async (client, filter, last) => ({
      filter: await since(client, 'lives', 'start_time', filter, last),
    }),
    walk: (client, request, options) => client.allLiveStreams(request, options),
    export: (client, request, options) => client.exportLiveStreams(request, options),
  },
  creators: {
    record: 'CreatorRecord',
    columns: ['uid', 'region', 'follower_count', 'video_count', 'unique_id', 'nickname'],
    request: (_client, filter, last) => {
      if (last !== undefined) throw new UsageError('Creators have no time that --last could count from.');
      return Promise.resolve({ filter });
    },
    walk: (client, request, options) => client.allCreators(request, options),
    export: (client, request, options) => client.exportCreators(request, options),
  },
};

/** A ranking: of the last complete period, unless the filter names another. */
const rankingOf = (
  record: List['record'],
  ranking: api.PeriodRecord['ranking'],
  columns: readonly string[],
  calls: Pick<List, 'walk' | 'export'>,
): List => ({
  record,
  columns,
  request: async (client, filter, last) => {
    if (last === undefined && 'date_info' in filter) return { filter };
    return { filter: withField(filter, 'date_info', await lastPeriod(client, ranking, last), '--last') };
  },
  ...calls,
});

const CREATOR_COLUMNS = ['rank', 'previous_rank', 'uid', 'creator.region'];
const SELLING_COLUMNS = ['rank', 'previous_rank', 'units_sold', 'usd_gmv', 'usd_gmv_growth_rate_info.rate'];
const RANKINGS: Readonly<Record<string, List>> = {
  sales: rankingOf(
    'TopEcommerceRecord',
    'topEcommerce',
    [...CREATOR_COLUMNS, 'creator_usd_gmv', 'video_usd_gmv', 'live_usd_gmv', 'creator.nickname'],
    {
      walk: (client, request, options) => client.allTopEcommerceCreators(request as api.TopEcommerceRequest, options),
      export: (client, request, options) =>
        client.exportTopEcommerceCreators(request as api.TopEcommerceExportRequest, options),
    },
  ),
  growth: rankingOf(
    'TopGrowthRecord',
    'topGrowth',
    [...CREATOR_COLUMNS, 'follower_inc_count', 'follower_inc_rate', 'creator.nickname'],
    {
      walk: (client, request, options) => client.allTopGrowthCreators(request as api.TopGrowthRequest, options),
      export: (client, request, options) =>
        client.exportTopGrowthCreators(request as api.TopGrowthExportRequest, options),
    },
  ),
  'top-products': rankingOf(
    'ProductTopSellingRecord',
    'productTopSelling',
    [...SELLING_COLUMNS, 'product_id', 'product.title'],
    {
      walk: (client, request, options) =>
        client.allTopSellingProducts(request as api.ProductTopSellingRequest, options),
      export: (client, request, options) =>
        client.exportTopSellingProducts(request as api.ProductTopSellingExportRequest, options),
    },
  ),
  'top-shops': rankingOf('ShopTopSellingRecord', 'shopTopSelling', [...SELLING_COLUMNS, 'seller_id', 'shop.name'], {
    walk: (client, request, options) => client.allTopSellingShops(request as api.ShopTopSellingRequest, options),
    export: (client, request, options) =>
      client.exportTopSellingShops(request as api.ShopTopSellingExportRequest, options),
  }),
  'top-categories': rankingOf(
    'CategoryTopSellingRecord',
    'categoryTopSelling',
    [...SELLING_COLUMNS, 'category.id', 'category.name'],
    {
      walk: (client, request, options) =>
        client.allTopSellingCategories(request as api.CategoryTopSellingRequest, options),
      export: (client, request, options) =>
        client.exportTopSellingCategories(request as api.CategoryTopSellingExportRequest, options),
    },
  ),
  'top-videos': rankingOf('VideoTopSellingRecord', 'videoTopSelling', [...SELLING_COLUMNS, 'video_id', 'video.desc'], {
    walk: (client, request, options) => client.allTopSellingVideos(request as api.VideoTopSellingRequest, options),
    export: (client, request, options) =>
      client.exportTopSellingVideos(request as api.VideoTopSellingExportRequest, options),
  }),
  'top-lives': rankingOf('LiveTopSellingRecord', 'liveTopSelling', [...SELLING_COLUMNS, 'room_id', 'live.title'], {
    walk: (client, request, options) => client.allTopSellingLiveStreams(request as api.LiveTopSellingRequest, options),
    export: (client, request, options) =>
      client.exportTopSellingLiveStreams(request as api.LiveTopSellingExportRequest, options),
  }),
};
const BREAKDOWN: List = {
  record: 'BreakdownRecord',
  columns: [
    ...['uid', 'product_id', 'seller_id', 'category.id', 'video_id', 'room_id', 'channel', 'date'],
    ...['units_sold', 'usd_gmv', 'share', 'creator.nickname', 'product.title', 'shop.name', 'category.name'],
  ],
  request: async (client, filter, last = { count: 4, type: 'week' }) => {
    const to = await newest(client, 'sales');
    return { filter, from: dayOf(to + DAY_SECONDS - secondsOf(last)), to: dayOf(to) };
  },
  walk: (client, request, options) => client.allSales(request as api.BreakdownRequest, options),
  export: (client, request, options) => client.exportSalesBreakdown(request as api.BreakdownExportRequest, options),
};
const HISTORY_COLUMNS = [
  ...['date_value', 'follower_count', 'follower_inc_count', 'creator_usd_gmv', 'usd_gmv', 'video_usd_gmv'],
  ...['live_usd_gmv', 'units_sold', 'creator_count', 'product_count', 'video_count', 'live_count'],
];

type Span = Pick<api.HistoryRequest, 'date_type' | 'from' | 'to'>;

/** A history, with the ranking whose periods it has. */
interface History {
  readonly record: keyof typeof COLUMNS;
  readonly ranking: api.PeriodRecord['ranking'];
  readonly list: (
    client: CommerceClient,
    id: string,
    span: Span,
    region?: string,
  ) => Promise<{ readonly list: readonly object[] }>;
}

const HISTORIES: Readonly<Record<string, History>> = {
  creator: {
    record: 'HistoryRecord',
    ranking: 'topEcommerce',
    list: (client, uid, span) => client.listCreatorHistory({ uid, ...span }),
  },
  product: {
    record: 'ProductHistoryRecord',
    ranking: 'productTopSelling',
    list: (client, id, span) => client.listProductHistory({ product_id: id, ...span }),
  },
  shop: {
    record: 'SellingHistoryRecord',
    ranking: 'shopTopSelling',
    list: (client, id, span) => client.listShopHistory({ seller_id: id, ...span }),
  },
  category: {
    record: 'SellingHistoryRecord',
    ranking: 'categoryTopSelling',
    list: (client, id, span, region) =>
      client.listCategoryHistory({
        l1_category_id: categoryIdOf(id),
        ...span,
        ...(region && { region }),
      } as api.CategoryHistoryRequest),
  },
};
const SUGGESTION_COLUMNS = [
  ...['kind', 'filter.uid', 'filter.seller_id', 'filter.creator_category_id'],
  ...['filter.l1_category_id', 'filter.l2_category_id', 'filter.l3_category_id', 'text'],
];

/** The filter with a field that an option sets. @throws UsageError when the filter has it already */
function withField(filter: Filter, field: string, value: unknown, option: string): Filter {
  if (field in filter) throw new UsageError(`${option} and --filter both set ${field}.`);
  return { ...filter, [field]: value };
}

async function since(
  client: CommerceClient,
  kind: keyof api.Newest,
  field: string,
  filter: Filter,
  last: Last | undefined,
): Promise<Filter> {
  if (last === undefined) return filter;
  return withField(filter, field, { min: (await newest(client, kind)) - secondsOf(last) }, '--last');
}

/** Unix seconds of the newest moment of a kind of data, or of the first of its newest day. */
async function newest(client: CommerceClient, kind: keyof api.Newest): Promise<number> {
  const { newest } = await client.listRankingPeriods({ filter: { date_type: 'month' } });
  const moment = newest?.[kind] ?? undefined;
  if (moment === undefined) throw new UsageError(`--last counts from the newest of ${kind}, which is not known.`);
  return typeof moment === 'number' ? moment : Date.parse(moment) / 1000;
}

const secondsOf = ({ count, type }: Last): number => count * { day: 1, week: 7, month: 30 }[type] * DAY_SECONDS;

const dayOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

async function lastPeriod(
  client: CommerceClient,
  ranking: api.PeriodRecord['ranking'],
  { count, type }: Last = { count: 1, type: 'month' },
): Promise<api.DateInfo> {
  if (count !== 1) throw new UsageError('A ranking is of one period: --last takes 1d, 1w or 1m.');
  const period = await client.lastCompletePeriod(ranking, type);
  if (period === undefined) throw new UsageError(`No ${type} is complete yet.`);
  return period;
}

async function historyOf(
  client: CommerceClient,
  { ranking, list }: History,
  id: string,
  { last: { count, type }, region }: { readonly last: Last; readonly region?: string | undefined },
): Promise<Rows> {
  const to = await lastPeriod(client, ranking, { count: 1, type });
  const from = shiftPeriod(to, 1 - count).value;
  return (await list(client, id, { date_type: type, from, to: to.value }, region)).list;
}

function entryOf<Value>(entries: Readonly<Record<string, Value>>, name: string | undefined): Value {
  const entry = Object.hasOwn(entries, name ?? '') ? entries[name ?? ''] : undefined;
  if (entry === undefined) throw new UsageError(`"${name ?? ''}" is none of ${Object.keys(entries).join(', ')}.`);
  return entry;
}

function lastOf(text: string): Last {
  const [, count = '', unit = ''] = /^([1-9]\d{0,3})([dwm])$/.exec(text) ?? [];
  if (unit === '') throw new UsageError(`--last is "${text}"; it must be a number with d, w or m, such as 4w.`);
  return { count: Number(count), type: entryOf({ d: 'day', w: 'week', m: 'month' } as const, unit) };
}

function filterOf(text: string): Filter {
  const filter = parsed<unknown>(text);
  if (typeof filter === 'object' && filter !== null && !Array.isArray(filter)) return filter as Filter;
  throw new UsageError(`--filter is ${text}; it must be a JSON object, such as '{"uid":"1"}'.`);
}

function categoryIdOf(text: string): number {
  if (!/^\s*\d+\s*$/.test(text)) throw new UsageError(`"${text}" is no category id, which has digits only.`);
  return Number(text);
}

/** @throws UsageError for a field that the record does not have */
function fieldsOf(text: string, record: keyof typeof COLUMNS): readonly string[] {
  const columns: readonly string[] = COLUMNS[record];
  const fields = text.split(',').map((path) => path.trim());
  const unknown = fields.find((path) => !columns.some((field) => isWithin(field, path)));
  if (unknown === undefined) return fields;
  throw new UsageError(`There is no field "${unknown}"; these are: ${columns.join(', ')}.`);
}

/** The options that a command takes next to --fields and --format; all others take every option. */
const OPTIONS_OF: ReadonlyMap<string, readonly string[]> = new Map([
  ['history category', ['last', 'region']],
  ['history', ['last']],
  ['suggest', []],
]);

/** @throws UsageError for an option or word that the command does not use */
function requireUsed(options: readonly string[], [command = '', kind = '', ...words]: readonly string[]): void {
  const used = OPTIONS_OF.get(`${command} ${kind}`) ?? OPTIONS_OF.get(command);
  const unused = used && options.find((name) => ![...used, 'fields', 'format'].includes(name));
  if (unused !== undefined) throw new UsageError(`${command} ${kind} takes no --${unused}.`);
  const most = { rank: 0, breakdown: 0, history: 1 }[command] ?? (kind === 'breakdown' ? 1 : Infinity);
  if (words.length > most) {
    throw new UsageError(`${command} takes no words; "${words.slice(most).join(' ')}" is left over.`);
  }
}

/** @throws UsageError or the TypeError of parseArgs for a command line that is not valid, and what the client throws */
async function run(parameters: string[]): Promise<void> {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    args: parameters,
    allowPositionals: true,
    options: {
      ...{ region: text, filter: text, last: text, sort: text, fields: text, limit: text, format: text },
      ...{ help: { type: 'boolean', short: 'h' }, version: { type: 'boolean' } },
    },
  });
  const [command, kind, ...words] = positionals;
  if (values.version) return void output.write(`${VERSION}\n`);
  if (values.help || command === undefined) return void output.write(USAGE);
  requireUsed(Object.keys(values), positionals);

  const format = values.format ?? (process.stdout.isTTY ? 'table' : 'ndjson');
  if (!FORMATS.some((known) => known === format)) {
    throw new UsageError(`--format is ${format}; it must be one of ${FORMATS.join(', ')}.`);
  }
  const limit = values.limit === undefined ? undefined : Number(values.limit);
  if (limit !== undefined && !(Number.isInteger(limit) && limit > 0)) {
    throw new UsageError(`--limit is ${values.limit}; it must be a whole number above 0.`);
  }
  const last = values.last === undefined ? undefined : lastOf(values.last);
  const client = new CommerceClient({ onAttempt: reportRetry });
  const chosenOf = (record: List['record']) =>
    values.fields === undefined ? undefined : fieldsOf(values.fields, record);
  const write = (rows: Rows, { record, columns }: Pick<List, 'record' | 'columns'>): Promise<void> =>
    writeRows(rows, format as Format, { all: COLUMNS[record], table: columns, chosen: chosenOf(record) });

  const requestOf = async (list: List, own: object): Promise<object> => {
    chosenOf(list.record);
    const given = filterOf(values.filter ?? '{}');
    const filter = values.region === undefined ? given : withField(given, 'region', values.region, '--region');
    const orderby = values.sort === undefined ? {} : { orderby: [{ field: values.sort }] };
    return { ...(await list.request(client, filter, last)), ...own, ...orderby };
  };
  const keywords = words.length === 0 ? {} : { keywords: words.join(' ') };
  const walk = async (list: List, own: object): Promise<void> =>
    write(list.walk(client, await requestOf(list, own), { limit: limit ?? 20 }), list);

  switch (command) {
    case 'search':
      return walk(entryOf(SEARCHES, kind), keywords);
    case 'rank':
      return walk(entryOf(RANKINGS, kind), {});
    case 'breakdown':
      return walk(BREAKDOWN, { by: kind });
    case 'export': {
      const list = entryOf({ ...SEARCHES, ...RANKINGS, breakdown: BREAKDOWN }, kind);
      const fields = chosenOf(list.record);
      const own = {
        ...(list === BREAKDOWN ? { by: words[0] } : keywords),
        ...(fields && { fields }),
        ...(limit && { limit }),
      };
      let truncated: TruncatedError | undefined;
      const onTruncated = (error: TruncatedError): void => {
        if (error.rows !== limit) truncated = error;
      };
      await write(list.export(client, await requestOf(list, own), { onTruncated }), list);
      if (truncated !== undefined) throw truncated;
      return;
    }
    case 'history': {
      const history = entryOf(HISTORIES, kind);
      chosenOf(history.record);
      const [id] = words;
      if (id === undefined) throw new UsageError(`history ${kind} needs an id.`);
      const span = { last: last ?? { count: 12, type: 'month' as const }, region: values.region };
      return write(await historyOf(client, history, id, span), { record: history.record, columns: HISTORY_COLUMNS });
    }
    case 'suggest': {
      const isOfCreators = entryOf({ creators: true, products: false }, kind);
      const { list } = await (isOfCreators ? client.suggestCreators(keywords) : client.suggestProductFilters(keywords));
      return write(list, { record: 'SuggestionItem', columns: SUGGESTION_COLUMNS });
    }
    default:
      throw new UsageError(`There is no command "${command}"; commerce-analytics --help lists them.`);
  }
}

function reportRetry({ error, retryInMs }: api.Attempt): void {
  if (retryInMs === undefined) return;
  process.stderr.write(`Retrying in ${(retryInMs / 1000).toFixed(1)} s: ${(error as Error).message}\n`);
}

/** The exit status that USAGE gives for an error. */
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
  if (!(error instanceof CommerceError || error instanceof UsageError || error instanceof TypeError)) throw error;
  const faults = error instanceof ApiError ? error.errors.map(({ message }) => message) : [];
  process.stderr.write(`${(faults.length > 0 ? faults : [error.message]).join('\n')}\n`);
  process.exitCode = statusOf(error);
}
