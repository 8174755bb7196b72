import type * as api from './index.js';
import { COLUMNS, ON_REQUEST, PAST, RANKED, SUBJECT_KEYS } from './columns.js';
import { type CommerceClient, periodOf, secondsOfDays } from './index.js';

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
  request(filter: Filter, times: Times): object;
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

const fields = (record: keyof typeof COLUMNS, key: string, columns: string): RowFields => ({
  all: COLUMNS[record],
  onRequest: ON_REQUEST[record] ?? [],
  columns: columns.split(' '),
  key: key.split(' '),
});

const DAYS_OF = { day: 1, week: 7, month: 30 };
const daysOf = ({ count, type }: NonNullable<Times['last']>): number => count * DAYS_OF[type];
/** Days that follow the data. */
const lastDays = (last: NonNullable<Times['last']>) => ({ from: `last-${daysOf(last) - 1}d`, to: 'last' });

/** A request for records of a time. */
const recordsOf =
  (field: string, fallback: Filter = {}): List['request'] =>
  (filter, { last, days }) => {
    if (days !== undefined) return { filter: withField(filter, field, secondsOfDays(days.from, days.to), '--from') };
    if (last === undefined) return { filter: { ...fallback, ...filter } };
    return { filter: withField(filter, field, { last: `${daysOf(last)}d` }, '--last') };
  };

/** A request for a ranking: of the last complete period or of days, unless the filter names another period. */
const rankingOf: List['request'] = (filter, { last, days }) => {
  if (last === undefined && days === undefined && 'date_info' in filter) return { filter };
  const { from, to } = days ?? lastDays(last ?? { count: 1, type: 'day' });
  const isPeriod = days === undefined && (last?.count ?? 1) === 1;
  const period = isPeriod ? { type: last?.type ?? 'month', value: 'last' } : { type: 'range', value: `${from}~${to}` };
  return { filter: withField(filter, 'date_info', period, days === undefined ? '--last' : '--from') };
};

const SELLING = 'rank previous_rank units_sold usd_gmv usd_gmv_growth_rate_info.rate';

function withoutTime(records: string): List['request'] {
  return (filter, { last, days }) => {
    const option = last === undefined ? '--from' : '--last';
    if (last ?? days) throw new UsageError(`${records} have no time that ${option} could count from.`);
    return { filter };
  };
}

export const SEARCHES: Readonly<Record<string, SearchList>> = {
  videos: {
    ...fields('VideoRecord', 'video_id', 'video_id region play_count units_sold creator.unique_id desc'),
    ...{ walk: 'allVideos', export: 'exportVideos', count: 'countVideosByFacet' },
    request: recordsOf('create_time_range', { create_time_range: { min: 0 } }),
  },
  products: {
    ...fields('ProductRecord', 'product_id', 'product_id region price day7_units_sold commission_rate title'),
    ...{ walk: 'allProducts', export: 'exportProducts', count: 'countProductsByFacet' },
    request: recordsOf('launch_time_range'),
  },
  lives: {
    ...fields(
      'LiveRecord',
      'room_id',
      'room_id creator_region total_viewer_count total_units_sold unique_id start_time title',
    ),
    ...{ walk: 'allLiveStreams', export: 'exportLiveStreams', count: 'countLiveStreamsByFacet' },
    request: recordsOf('create_time_range'),
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
      ranking,
      request: rankingOf,
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
  request: (filter, { last = { count: 4, type: 'week' }, days }) => ({ filter, ...(days ?? lastDays(last)) }),
};
const HISTORY_COLUMNS =
  'date_value follower_count follower_inc_count creator_usd_gmv usd_gmv video_usd_gmv live_usd_gmv units_sold ' +
  'creator_count product_count video_count live_count';

export const HISTORIES: Readonly<Record<string, RowFields>> = Object.fromEntries(
  Object.entries(PAST).map(([subject, { record }]) => [subject, fields(record, 'date_value', HISTORY_COLUMNS)]),
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

/** Days back from the end of the newest period to one of the first of as many: of months around their 20th. */
const daysBack = ({ count, type }: NonNullable<Times['last']>): number =>
  type === 'month' ? Math.round((count - 1) * 30.44) + 10 : (count - 1) * DAYS_OF[type];

/** The periods of a history: those of the days, or the last complete ones. */
export async function historyRows(
  client: CommerceClient,
  subject: keyof typeof PAST,
  id: string,
  times: Times,
  { region, per = 'month' }: { readonly region: string | undefined; readonly per: api.PeriodType | undefined },
): Promise<Rows> {
  const { method, id: field } = PAST[subject];
  const last = times.last ?? { count: 12, type: per };
  const [from, to] = times.days
    ? [periodOf(last.type, times.days.from).value, periodOf(last.type, times.days.to).value]
    : [`last-${daysBack(last)}d`, 'last'];
  const asked = { [field]: field === 'l1_category_id' ? categoryIdOf(id) : id, date_type: last.type, from, to };
  return (await call<Promise<api.HistoryData>>(client, method, { ...asked, ...(region && { region }) })).list;
}

/** The filter with a field that an option sets. @throws UsageError when the filter has it already */
export function withField(filter: Filter, field: string, value: unknown, option: string): Filter {
  if (field in filter) throw new UsageError(`${option} and --filter both set ${field}.`);
  return { ...filter, [field]: value };
}

function categoryIdOf(text: string): number {
  if (!/^\s*\d+\s*$/.test(text)) throw new UsageError(`"${text}" is no category id, which has digits only.`);
  return Number(text);
}
