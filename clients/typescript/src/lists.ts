import type * as api from './index.js';
import { COLUMNS, ON_REQUEST, PAST, RANKED, SUBJECT_KEYS } from './columns.js';
import { type CommerceClient, periodOf, secondsOfDays, shiftPeriod } from './index.js';

export type Filter = Readonly<Record<string, unknown>>;
export type Rows = AsyncIterable<object> | Iterable<object>;

/** The command line is not valid. */
export class UsageError extends Error {}

/** What `--last`, or `--from` and `--to`, say; undefined where they don't. */
export interface Times {
  readonly last: { readonly count: number; readonly type: api.PeriodType } | undefined;
  readonly days: { readonly from: string; readonly to: string } | undefined;
}

/** The rows of a command. */
export interface RowFields {
  /** The paths of all fields that are no objects, in the order of the record. */
  readonly all: readonly string[];
  /** Those of them that are answered only where the request names them. */
  readonly onRequest: readonly string[];
  /** Those of a table. */
  readonly columns: readonly string[];
  /** Those that identify a row. */
  readonly key: readonly string[];
}

/** A list that can be searched, ranked or broken down, and exported. */
export interface List extends RowFields {
  readonly walk: Extract<keyof CommerceClient, `all${string}`>;
  readonly export: Extract<keyof CommerceClient, `export${string}`>;
  /** Makes the part of the request that `--filter` and the times decide. */
  request(client: CommerceClient, filter: Filter, times: Times): Promise<object>;
}

/** A list of records, whose filters can be counted. */
export interface SearchList extends List {
  readonly count: Extract<keyof CommerceClient, `count${string}`>;
}

/** A list of a period. */
export interface RankingList extends List {
  readonly ranking: api.PeriodRecord['ranking'];
}

/** Calls a method that is only known when the command runs. */
export const call = <Answer>(client: CommerceClient, name: keyof CommerceClient, ...given: object[]): Answer =>
  (client[name] as unknown as (this: CommerceClient, ...given: object[]) => Answer).call(client, ...given);

const DAY_SECONDS = 86_400;

const fields = (record: keyof typeof COLUMNS, key: string, columns: string): RowFields => ({
  all: COLUMNS[record],
  onRequest: ON_REQUEST[record] ?? [],
  columns: columns.split(' '),
  key: key.split(' '),
});

/** A request for records of a time. */
const recordsOf =
  (kind: keyof api.Newest, field: string, fallback: Filter = {}): List['request'] =>
  async (client, filter, { last, days }) => {
    if (days !== undefined) return { filter: withField(filter, field, secondsOfDays(days.from, days.to), '--from') };
    if (last === undefined) return { filter: { ...fallback, ...filter } };
    const min = (await newest(client, kind)) - secondsOf(last);
    return { filter: withField(filter, field, { min }, '--last') };
  };

/** A ranking, and its request: of the last complete period or of days, unless the filter names another period. */
const ofRanking = (ranking: RankingList['ranking']): Pick<RankingList, 'ranking' | 'request'> => ({
  ranking,
  request: async (client, filter, { last, days }) => {
    if (last === undefined && days === undefined && 'date_info' in filter) return { filter };
    const option = days === undefined ? '--last' : '--from';
    return { filter: withField(filter, 'date_info', await periodIn(client, ranking, { last, days }), option) };
  },
});

/** The last complete period, the days asked for, or those of several periods up to the newest. */
async function periodIn(
  client: CommerceClient,
  ranking: api.PeriodRecord['ranking'],
  { last = { count: 1, type: 'month' }, days }: Times,
): Promise<api.DateInfo> {
  if (days === undefined && last.count === 1) return lastPeriod(client, ranking, last.type);
  const { from, to } = days ?? (await lastDays(client, ranking === 'topGrowth' ? 'creator_days' : 'sales', last));
  return { type: 'range', value: `${from}~${to}` };
}

const SELLING = 'rank previous_rank units_sold usd_gmv usd_gmv_growth_rate_info.rate';

function withoutTime(records: string): List['request'] {
  return (_client, filter, { last, days }) => {
    const option = last === undefined ? '--from' : '--last';
    if (last ?? days) throw new UsageError(`${records} have no time that ${option} could count from.`);
    return Promise.resolve({ filter });
  };
}

export const SEARCHES: Readonly<Record<string, SearchList>> = {
  videos: {
    ...fields('VideoRecord', 'video_id', 'video_id region play_count units_sold creator.unique_id desc'),
    ...{ walk: 'allVideos', export: 'exportVideos', count: 'countVideosByFacet' },
    request: recordsOf('videos', 'create_time_range', { create_time_range: { min: 0 } }),
  },
  products: {
    ...fields('ProductRecord', 'product_id', 'product_id region price day7_units_sold commission_rate title'),
    ...{ walk: 'allProducts', export: 'exportProducts', count: 'countProductsByFacet' },
    request: recordsOf('products', 'launch_time_range'),
  },
  lives: {
    ...fields(
      'LiveRecord',
      'room_id',
      'room_id creator_region total_viewer_count total_units_sold unique_id start_time title',
    ),
    ...{ walk: 'allLiveStreams', export: 'exportLiveStreams', count: 'countLiveStreamsByFacet' },
    request: recordsOf('lives', 'create_time_range'),
  },
  creators: {
    ...fields('CreatorRecord', 'uid', 'uid region follower_count video_count unique_id nickname'),
    ...{ walk: 'allCreators', export: 'exportCreators', count: 'countCreatorsByFacet' },
    request: withoutTime('Creators'),
  },
};

/** Shops, which have no facets. */
export const SHOPS: List = {
  ...fields(
    'ShopFiguresRecord',
    'seller_id',
    'seller_id region product_count total_units_sold total_usd_gmv average_rating name',
  ),
  ...{ walk: 'allShops', export: 'exportShops' },
  request: withoutTime('Shops'),
};

/** The columns of the rankings of creators. */
const CREATOR_COLUMNS: Readonly<Record<string, string>> = {
  sales: 'rank previous_rank uid creator.region creator_usd_gmv video_usd_gmv live_usd_gmv creator.nickname',
  growth: 'rank previous_rank uid creator.region follower_inc_count follower_inc_rate creator.nickname',
};

export const RANKINGS: Readonly<Record<string, RankingList>> = Object.fromEntries(
  Object.entries(RANKED).map(([list, { ranking, record, names, ...methods }]) => [
    list,
    {
      ...fields(record, names[0], CREATOR_COLUMNS[list] ?? `${SELLING} ${names.join(' ')}`),
      ...methods,
      ...ofRanking(ranking),
    },
  ]),
);
const BREAKDOWN_KEYS =
  `${SUBJECT_KEYS.join(' ')} channel date week month region creator_category.id account_type is_ad tag ` +
  'follower_tier.min follower_tier.max price_band.min price_band.max duration.min duration.max product_age.min product_age.max';
/** One key of a breakdown, or several with commas between them. */
export const keysIn = (text: string): string | string[] => (text.includes(',') ? text.split(',') : text);
export const BREAKDOWN: List = {
  ...fields(
    'BreakdownRecord',
    BREAKDOWN_KEYS.replaceAll(/ \S+\.max/g, ''),
    `${BREAKDOWN_KEYS} units_sold usd_gmv share creator.nickname product.title shop.name category.name`,
  ),
  ...{ walk: 'allSales', export: 'exportSalesBreakdown' },
  request: async (client, filter, { last = { count: 4, type: 'week' }, days }) => ({
    filter,
    ...(days ?? (await lastDays(client, 'sales', last))),
  }),
};
const HISTORY_COLUMNS =
  'date_value follower_count follower_inc_count creator_usd_gmv usd_gmv video_usd_gmv live_usd_gmv units_sold ' +
  'creator_count product_count video_count live_count';

type Span = Pick<api.HistoryRequest, 'date_type' | 'from' | 'to'>;

/** A history, with the ranking whose periods it has. */
export interface History extends RowFields {
  readonly ranking: api.PeriodRecord['ranking'];
  readonly list: (
    client: CommerceClient,
    id: string,
    span: Span,
    region: string | undefined,
  ) => Promise<{ readonly list: readonly object[] }>;
}

export const HISTORIES: Readonly<Record<string, History>> = Object.fromEntries(
  Object.entries(PAST).map(([subject, { ranking, record, method, id: field }]) => [
    subject,
    {
      ...fields(record, 'date_value', HISTORY_COLUMNS),
      ranking,
      list: (client, id, span, region) => {
        const value = field === 'l1_category_id' ? categoryIdOf(id) : id;
        return call(client, method, { [field]: value, ...span, ...(region && { region }) });
      },
    } satisfies History,
  ]),
);
export const SUGGESTIONS = fields(
  'SuggestionItem',
  'kind text',
  'kind filter.uid filter.seller_id filter.creator_category_id filter.l1_category_id filter.l2_category_id filter.l3_category_id region follower_count total_units_sold text',
);
export const PERIODS = fields(
  'PeriodRecord',
  'ranking date_type date_value',
  'ranking date_type date_value complete facts',
);
export const USAGE: RowFields = { all: COLUMNS.UsageData, onRequest: [], columns: COLUMNS.UsageData, key: ['name'] };
const FACET_COLUMNS = ['field', ...COLUMNS.FacetValue];
export const FACETS: RowFields = { all: FACET_COLUMNS, onRequest: [], columns: FACET_COLUMNS, key: ['field', 'value'] };

/** The counts of a search as rows: a value of a filter each. */
export async function facetRows(client: CommerceClient, { count }: SearchList, request: object): Promise<object[]> {
  const { facets } = await call<Promise<api.FacetsData>>(client, count, request);
  return facets.flatMap(({ field, values }) => values.map((value) => ({ field, ...value })));
}

/** The periods of a history: those of the days, or the last complete ones. */
export async function historyRows(
  client: CommerceClient,
  { ranking, list }: History,
  id: string,
  {
    last,
    days,
    region,
    per,
  }: Times & { readonly region: string | undefined; readonly per: api.PeriodType | undefined },
): Promise<Rows> {
  const { count, type } = last ?? { count: 12, type: per ?? 'month' };
  const to = days ? periodOf(type, days.to) : await lastPeriod(client, ranking, type);
  const from = days ? periodOf(type, days.from) : shiftPeriod(to, 1 - count);
  return (await list(client, id, { date_type: type, from: from.value, to: to.value }, region)).list;
}

/** The filter with a field that an option sets. @throws UsageError when the filter has it already */
export function withField(filter: Filter, field: string, value: unknown, option: string): Filter {
  if (field in filter) throw new UsageError(`${option} and --filter both set ${field}.`);
  return { ...filter, [field]: value };
}

/** Unix seconds of the newest moment of a kind of data, or of the first of its newest day. */
async function newest(client: CommerceClient, kind: keyof api.Newest): Promise<number> {
  const { newest } = await client.listRankingPeriods({ filter: { date_type: 'month' } });
  const moment = newest?.[kind] ?? undefined;
  if (moment === undefined) throw new UsageError(`--last counts from the newest of ${kind}, which is not known.`);
  return typeof moment === 'number' ? moment : Date.parse(moment) / 1000;
}

const secondsOf = ({ count, type }: NonNullable<Times['last']>): number =>
  count * { day: 1, week: 7, month: 30 }[type] * DAY_SECONDS;

/** The days up to the newest of a kind of data. */
async function lastDays(
  client: CommerceClient,
  kind: keyof api.Newest,
  last: NonNullable<Times['last']>,
): Promise<NonNullable<Times['days']>> {
  const to = await newest(client, kind);
  return { from: dayOf(to + DAY_SECONDS - secondsOf(last)), to: dayOf(to) };
}

const dayOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

async function lastPeriod(
  client: CommerceClient,
  ranking: api.PeriodRecord['ranking'],
  type: api.PeriodType,
): Promise<api.Period> {
  const period = await client.lastCompletePeriod(ranking, type);
  if (period === undefined) throw new UsageError(`No ${type} is complete yet.`);
  return period;
}

function categoryIdOf(text: string): number {
  if (!/^\s*\d+\s*$/.test(text)) throw new UsageError(`"${text}" is no category id, which has digits only.`);
  return Number(text);
}
