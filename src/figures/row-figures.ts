import { Injectable } from '@nestjs/common';
import { dayOf, firstDay, lastDay, type Period, periodOf, type PeriodType } from '../common/period/period.js';
import { allOf, someOf, term } from '../search/compiler/clauses.js';
import type { Aggregation, QueryClause } from '../search/compiler/types.js';
import { SearchGateway } from '../search/gateway/search-gateway.js';
import { aggregate, FactGroups, type FactKey, MOST_GROUPS, ofChannel, rowsClause } from './fact-groups.js';
import { type Aggregations, amountIn, amountOf, type Money, UNITS, unitsOf, valuesOf } from './sums.js';

type CountName = `${'creator' | 'product' | 'video' | 'live'}_count`;

/** Distinct counts of rows: the field of sales whose values are counted, and the channel of these sales. */
const COUNTS: Readonly<Record<CountName, { readonly field: string; readonly channel?: string }>> = {
  creator_count: { field: 'uid' },
  product_count: { field: 'product_id' },
  video_count: { field: 'content_id', channel: 'video' },
  live_count: { field: 'content_id', channel: 'live' },
};
export const COUNT_NAMES = Object.keys(COUNTS) as CountName[];

/** Rows by their names, and how sales become them. */
interface RowsOfSales {
  readonly names: readonly string[];
  groupsOf(names: readonly string[], aggs: Aggregations): object;
  /** The rows of an answer by their names. */
  rowsOf(buckets: readonly Bucket[]): readonly (readonly [name: string, bucket: Bucket])[];
  clauseOf(names: readonly string[]): QueryClause;
}

/** The rows of some ids. */
export const rowsOfIds = (key: FactKey, ids: readonly string[]): RowsOfSales => ({
  names: ids,
  groupsOf: (names, aggs) => ({
    terms: {
      field: key.id,
      size: Math.max(1, names.length),
      ...(key.missing !== undefined && { missing: key.missing }),
    },
    aggs,
  }),
  rowsOf: (buckets) => buckets.map((bucket) => [String(bucket.key), bucket]),
  clauseOf: (names) => rowsClause(key, names),
});

/** The name of the row of an id in a period. */
export const periodRow = (id: string, { value }: Period): string => `${id} ${value}`;

/** The rows of periods that follow each other, of each id of a field. */
export const rowsOfPeriods = (
  type: PeriodType,
  periods: readonly Period[],
  field: string,
  ids: readonly string[],
): RowsOfSales => {
  const rows = new Map(ids.flatMap((id) => periods.map((period) => [periodRow(id, period), { id, period }])));
  return {
    names: [...rows.keys()],
    groupsOf: (_names, aggs) => ({
      terms: { field, size: ids.length },
      aggs: { rows: { date_histogram: { field: 'date', calendar_interval: type, min_doc_count: 1 }, aggs } },
    }),
    rowsOf: (buckets) =>
      buckets.flatMap(({ key: id, rows: { buckets: inner } = { buckets: [] } }) =>
        inner.map((bucket) => [periodRow(String(id), periodOf(type, dayOf(Number(bucket.key)))), bucket] as const),
      ),
    clauseOf: (names) => {
      const spans = new Map<string, Period[]>();
      for (const { id, period } of names.flatMap((name) => rows.get(name) ?? []))
        spans.set(id, [spans.get(id)?.[0] ?? period, period]);
      const clauses = [...spans].map(([id, [first, last]]) =>
        allOf(undefined, [
          term(field, id),
          { range: { date: { gte: first && firstDay(first), lte: last && lastDay(last) } } },
        ]),
      );
      return someOf(...clauses);
    },
  };
};

/** Which sales of rows are added up. */
interface FiguresQuery {
  readonly rows: RowsOfSales;
  readonly clauses: readonly QueryClause[];
  /** The time that figures are of, and the time that `before` is of; without it all sales. */
  readonly times?: { readonly now: QueryClause; readonly before: QueryClause };
  readonly moneys: readonly Money[];
  readonly counts: readonly CountName[];
  /** The number of sales of a row, which bounds its distinct counts; read first where it is not given. */
  readonly factsOf?: ((name: string) => number) | undefined;
  /** A field on whose value the sales of a row may agree. */
  readonly agreedField?: string | undefined;
}

type Figures = Readonly<Partial<Record<Money | `${'video' | 'live'}_${Money}` | CountName, number>>>;

/** The sales of a row. Amounts, of all channels or one, are rounded to cents; distinct counts are exact. */
interface RowSums extends Figures {
  readonly facts: number;
  readonly units_sold: number;
  readonly usd_gmv: number;
  /** GMV in USD of the time before. */
  readonly before: number;
  /** The value of `agreedField` that all sales have. */
  readonly agreed: string | null;
}

type Metrics = Readonly<Record<string, { readonly value?: number; readonly count?: number }>>;

interface Bucket {
  readonly key: string | number;
  readonly now: Readonly<{ doc_count: number; video?: Metrics; live?: Metrics }> & {
    readonly agreed?: { readonly buckets: readonly { readonly key: string }[] };
  };
  readonly before?: Metrics;
  readonly rows?: { readonly buckets: readonly Bucket[] };
}

interface RowsAnswer {
  readonly aggregations?: { readonly rows: { readonly buckets: readonly Bucket[] } };
}

/** Rows of one search: their answer is parsed in one turn of the event loop. */
const ROWS_PER_SEARCH = 4000;

/** Reads the figures of rows that are known by name. */
@Injectable()
export class RowFigures {
  constructor(
    private readonly gateway: SearchGateway,
    private readonly groups: FactGroups,
  ) {}

  /** Returns the figures of each row by its name; 0 without sales. @throws as `FactGroups.read` does */
  async read(query: FiguresQuery): Promise<(row: string) => RowSums> {
    const { rows, counts } = query;
    const factsOf = query.factsOf ?? (counts.length === 0 ? () => 0 : await this.factsOf(query));
    const fields = new Set(counts.map((name) => COUNTS[name].field)).size;
    const boundOf = (row: string): number => OWN_GROUPS + factsOf(row) * fields;
    const sums = new Map<string, RowSums>();
    const readPortion = async (names: readonly string[]): Promise<void> => {
      const [first = ''] = names;
      const isLarge = boundOf(first) > MOST_GROUPS;
      const [buckets, large] = await Promise.all([
        this.search(query, names, aggregationsOf(isLarge ? { ...query, counts: [] } : query)),
        isLarge ? this.countLarge(query, first) : undefined,
      ]);
      for (const [name, bucket] of buckets) sums.set(name, { ...sumsOf(query, bucket), ...large });
    };
    await Promise.all([...portionsOf(rows.names, boundOf)].map(readPortion));
    const none = sumsOf(query, { key: '', now: { doc_count: 0 } });
    return (row) => sums.get(row) ?? none;
  }

  private async factsOf(query: FiguresQuery): Promise<(name: string) => number> {
    const { rows } = query;
    const buckets = await this.search(query, rows.names, { now: { filter: timeOf(query) } });
    const facts = new Map(buckets.map(([name, { now }]) => [name, now.doc_count]));
    return (name) => facts.get(name) ?? 0;
  }

  /** Counts of a row that has too many facts to count them in the same search. */
  private async countLarge(query: FiguresQuery, row: string): Promise<Figures> {
    const clauses = [...query.clauses, timeOf(query), query.rows.clauseOf([row])];
    const counts = query.counts.map(async (name) => {
      const { field, channel } = COUNTS[name];
      const sales = { facts: 'sales', field, clauses: [...clauses, ...ofChannel(channel)] } as const;
      let count = 0;
      await this.groups.each(sales, Infinity, () => count++);
      return [name, count] as const;
    });
    return Object.fromEntries(await Promise.all(counts));
  }

  private async search(
    { rows, clauses, times }: FiguresQuery,
    names: readonly string[],
    aggs: Aggregations,
  ): Promise<ReturnType<RowsOfSales['rowsOf']>> {
    if (names.length === 0) return [];
    const groups = rows.groupsOf(names, aggs) as Aggregation;
    const within = times === undefined ? [] : [someOf(times.now, times.before)];
    const body = aggregate([...clauses, ...within, rows.clauseOf(names)], { rows: groups });
    const parse = (text: string) => Promise.resolve(JSON.parse(text) as object);
    const { aggregations } = await this.gateway.searchText<RowsAnswer>('sales', body, PATHS, parse);
    return rows.rowsOf(aggregations?.rows.buckets ?? []);
  }
}

const timeOf = ({ times }: FiguresQuery): QueryClause => times?.now ?? { match_all: {} };

/** What the answer has of rows: of a distinct count only the number of its groups. */
const PATHS = [
  'timed_out,_shards.failed',
  ...'key now.doc_count now.*.value now.*.*.value now.*.count now.*.*.count now.agreed.buckets.key before.*.value'
    .split(' ')
    .flatMap((path) => [`aggregations.rows.buckets.${path}`, `aggregations.rows.buckets.rows.buckets.${path}`]),
].join(',');

function aggregationsOf(query: FiguresQuery): Aggregations {
  const { times, moneys, counts, agreedField } = query;
  const figuresOf = (channel?: string): Aggregations => {
    const counted = counts.filter((name) => COUNTS[name].channel === channel);
    return Object.assign({}, ...moneys.map(amountIn), ...counted.map(countOf)) as Aggregations;
  };
  const through = (channel: string): Aggregation => ({ filter: term('channel', channel), aggs: figuresOf(channel) });
  const now: Aggregations = {
    ...UNITS,
    ...figuresOf(),
    video: through('video'),
    live: through('live'),
    ...(agreedField !== undefined && { agreed: { terms: { field: agreedField, missing: '', size: 2 } } }),
  };
  return {
    now: { filter: timeOf(query), aggs: now },
    ...(times && { before: { filter: times.before, aggs: amountIn('usd_gmv') } }),
  };
}

/** Counts the values of a field in each row: as many as there are groups, of which the answer has only the number. */
const countOf = (name: CountName): Aggregations => ({
  [name]: { terms: { field: COUNTS[name].field, size: MOST_GROUPS, shard_size: MOST_GROUPS } },
  [`${name}_number`]: { stats_bucket: { buckets_path: `${name}._count` } },
});

function sumsOf({ moneys, counts }: FiguresQuery, { now, before = {} }: Bucket): RowSums {
  const { doc_count, video = {}, live = {}, agreed, ...rest } = now;
  const all: Metrics = rest;
  const figures: Record<string, number> = Object.fromEntries(counts.map((name) => [name, 0]));
  for (const [prefix, metrics] of Object.entries({ '': all, video_: video, live_: live })) {
    const values = valuesOf(metrics);
    for (const money of moneys) figures[`${prefix}${money}`] = amountOf(values, money);
    for (const name of counts) figures[name] = metrics[`${name}_number`]?.count ?? figures[name] ?? 0;
  }
  const [value, other] = agreed?.buckets ?? [];
  return {
    facts: doc_count,
    units_sold: unitsOf(valuesOf(all)),
    ...(figures as { readonly usd_gmv: number }),
    before: amountOf(valuesOf(before), 'usd_gmv'),
    agreed: value === undefined || value.key === '' || other !== undefined ? null : value.key,
  };
}

/** Groups of a row itself: its times and channels, and the values that its sales may agree on. */
const OWN_GROUPS = 8;

/** Rows in turn whose bounds together are at most the groups of one search; a row with more is alone. */
function* portionsOf(names: readonly string[], boundOf: (name: string) => number): Generator<readonly string[]> {
  let portion: string[] = [];
  let bound = 0;
  for (const name of names) {
    const own = boundOf(name);
    if (portion.length > 0 && (bound + own > MOST_GROUPS || portion.length === ROWS_PER_SEARCH)) {
      yield portion;
      [portion, bound] = [[], 0];
    }
    portion.push(name);
    bound += own;
  }
  if (portion.length > 0) yield portion;
}
