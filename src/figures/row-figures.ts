import { Injectable } from '@nestjs/common';
import { dayOf } from '../common/period/day.js';
import { firstDay, lastDay, type Period, periodOf, type PeriodType } from '../common/period/period.js';
import { someOf, term } from '../search/compiler/clauses.js';
import type { Aggregation, QueryClause } from '../search/compiler/types.js';
import { SearchGateway } from '../search/gateway/search-gateway.js';
import { aggregate, FactGroups, MOST_GROUPS } from './fact-groups.js';
import { type FactKey, rowsClause } from './fact-key.js';
import { type Aggregations, amountIn, amountOf, type Money, UNITS, unitsOf, type Values } from './sums.js';

/** Distinct counts of rows: the field of sales whose values are counted, and the channel of these sales. */
const COUNTS = {
  creator_count: ['uid'],
  product_count: ['product_id'],
  video_count: ['content_id', 'video'],
  live_count: ['content_id', 'live'],
} as const satisfies Readonly<Record<string, readonly [field: string, channel?: string]>>;

export type CountName = keyof typeof COUNTS;
export const COUNT_NAMES = Object.keys(COUNTS) as CountName[];

/** Rows by their names, and how sales become them. */
export interface RowsOfSales {
  readonly names: readonly string[];
  groupsOf(names: readonly string[]): Aggregation;
  nameOf(key: string | number): string;
  clauseOf(names: readonly string[]): QueryClause;
}

/** The rows of some ids. */
export const rowsOfIds = (key: FactKey, ids: readonly string[]): RowsOfSales => ({
  names: ids,
  groupsOf: (names) => ({
    terms: {
      field: key.id,
      size: Math.max(1, names.length),
      ...(key.missing !== undefined && { missing: key.missing }),
    },
  }),
  nameOf: String,
  clauseOf: (names) => rowsClause(key, names),
});

/** The rows of periods that follow each other. */
export const rowsOfPeriods = (type: PeriodType, periods: readonly Period[]): RowsOfSales => ({
  names: periods.map(({ value }) => value),
  groupsOf: () => ({ date_histogram: { field: 'date', calendar_interval: type, min_doc_count: 1 } }),
  nameOf: (key) => periodOf(type, dayOf(Number(key))).value,
  clauseOf: (names) => {
    const [first = '', last = ''] = [names[0], names.at(-1)];
    return { range: { date: { gte: firstDay({ type, value: first }), lte: lastDay({ type, value: last }) } } };
  },
});

/** Which sales of rows are added up. */
export interface FiguresQuery {
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

/** The sales of a row: all, and those of each channel. Amounts are rounded to cents. */
export interface RowSums {
  readonly facts: number;
  readonly units_sold: number;
  readonly all: Amounts;
  readonly video: Amounts;
  readonly live: Amounts;
  /** GMV in USD of the time before. */
  readonly before: number;
  /** Distinct counts, exact. */
  readonly counts: Counts;
  /** The value of `agreedField` that all sales have. */
  readonly agreed: string | undefined;
}

/** Amounts by their money. */
type Amounts = Readonly<Partial<Record<Money, number>>>;
type Counts = Readonly<Partial<Record<CountName, number>>>;

type Metrics = Readonly<Record<string, { readonly value: number }>>;
/** The sales of a row; a count is inside of its channel where it has one. */
type Now = Readonly<{ doc_count: number; video?: Metrics; live?: Metrics }> &
  Readonly<Record<string, { readonly count?: number; readonly number?: { readonly count: number } }>> &
  Metrics;

interface Bucket {
  readonly key: string | number;
  readonly now: Now & { readonly agreed?: { readonly buckets: readonly { readonly key: string }[] } };
  readonly before?: Metrics;
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

  /**
   * The figures of each row that has sales.
   * @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full
   */
  async read(query: FiguresQuery): Promise<ReadonlyMap<string, RowSums>> {
    const { rows, counts } = query;
    const factsOf = query.factsOf ?? (counts.length === 0 ? () => 0 : await this.factsOf(query));
    const fields = new Set(counts.map((name) => COUNTS[name][0])).size;
    const boundOf = (row: string): number => OWN_GROUPS + factsOf(row) * fields;
    const readPortion = async (names: readonly string[]) => {
      const [first = ''] = names;
      const isLarge = boundOf(first) > MOST_GROUPS;
      const [buckets, large] = await Promise.all([
        this.search(query, names, aggregationsOf(isLarge ? { ...query, counts: [] } : query)),
        isLarge ? this.countsOfLarge(query, first) : undefined,
      ]);
      return buckets.map((bucket) => {
        const sums = sumsOf(query, bucket);
        return [rows.nameOf(bucket.key), large === undefined ? sums : { ...sums, counts: large }] as const;
      });
    };
    const portions = await Promise.all([...portionsOf(rows.names, boundOf)].map(readPortion));
    return new Map(portions.flat());
  }

  private async factsOf(query: FiguresQuery): Promise<(name: string) => number> {
    const { rows } = query;
    const buckets = await this.search(query, rows.names, { now: { filter: timeOf(query) } });
    const facts = new Map(buckets.map(({ key, now }) => [rows.nameOf(key), now.doc_count]));
    return (name) => facts.get(name) ?? 0;
  }

  /** Counts of a row that has too many facts to count them in the same search. */
  private async countsOfLarge(query: FiguresQuery, row: string): Promise<Counts> {
    const clauses = [...query.clauses, timeOf(query), query.rows.clauseOf([row])];
    const found = query.counts.map(async (name) => {
      const [field, channel] = COUNTS[name] as readonly [string, string?];
      const ofChannel = channel === undefined ? [] : [term('channel', channel)];
      let count = 0;
      await this.groups.each({ facts: 'sales', field, clauses: [...clauses, ...ofChannel] }, Infinity, () => count++);
      return [name, count] as const;
    });
    return Object.fromEntries(await Promise.all(found));
  }

  private async search(
    { rows, clauses, times }: FiguresQuery,
    names: readonly string[],
    aggs: Aggregations,
  ): Promise<readonly Bucket[]> {
    if (names.length === 0) return [];
    const groups = { ...rows.groupsOf(names), aggs } as Aggregation;
    const within = times === undefined ? [] : [someOf(times.now, times.before)];
    const body = aggregate([...clauses, ...within, rows.clauseOf(names)], { rows: groups });
    const parse = (text: string) => Promise.resolve(JSON.parse(text) as object);
    const { aggregations } = await this.gateway.searchText<RowsAnswer>('sales', body, PATHS, parse);
    return aggregations?.rows.buckets ?? [];
  }
}

const timeOf = ({ times }: FiguresQuery): QueryClause => times?.now ?? { match_all: {} };

/** What the answer has of rows: of a distinct count only the number of its groups. */
const PATHS = [
  'timed_out,_shards.failed',
  ...['key', 'now.doc_count', 'now.*.value', 'now.*.*.value', 'now.*.count', 'now.*.*.count'].map(inRows),
  ...['now.agreed.buckets.key', 'before.*.value'].map(inRows),
].join(',');

function inRows(path: string): string {
  return `aggregations.rows.buckets.${path}`;
}

function aggregationsOf(query: FiguresQuery): Aggregations {
  const { times, moneys, counts, agreedField } = query;
  const amounts: Aggregations = Object.fromEntries(moneys.flatMap((money) => Object.entries(amountIn(money))));
  const through = (channel: string): Aggregation => ({ filter: term('channel', channel), aggs: amounts });
  const now: Aggregations = {
    ...UNITS,
    ...amounts,
    video: through('video'),
    live: through('live'),
    ...Object.fromEntries(counts.flatMap((name) => Object.entries(countOf(name)))),
    ...(agreedField !== undefined && { agreed: { terms: { field: agreedField, missing: '', size: 2 } } }),
  };
  return {
    now: { filter: timeOf(query), aggs: now },
    ...(times && { before: { filter: times.before, aggs: amountIn('usd_gmv') } }),
  };
}

/** Counts the values of a field in each row: as many as there are groups, of which the answer has only the number. */
function countOf(name: CountName): Aggregations {
  const [field, channel] = COUNTS[name] as readonly [string, string?];
  const values: Aggregation = { terms: { field, size: MOST_GROUPS, shard_size: MOST_GROUPS } };
  const numberOf = (path: string): Aggregation => ({ stats_bucket: { buckets_path: `${path}._count` } });
  if (channel === undefined) return { [name]: values, [`${name}_number`]: numberOf(name) };
  return { [name]: { filter: term('channel', channel), aggs: { values, number: numberOf('values') } } };
}

function sumsOf({ moneys, counts }: FiguresQuery, { now, before = {} }: Bucket): RowSums {
  const amountsOf = (metrics: Metrics): Amounts => {
    const values = valuesOf(metrics);
    return Object.fromEntries(moneys.map((money) => [money, amountOf(values, money)]));
  };
  const numbers = counts.map((name) => [name, now[`${name}_number`]?.count ?? now[name]?.number?.count ?? 0]);
  const [agreed, other] = now.agreed?.buckets ?? [];
  return {
    facts: now.doc_count,
    units_sold: unitsOf(valuesOf(now)),
    all: amountsOf(now),
    video: amountsOf(now.video ?? {}),
    live: amountsOf(now.live ?? {}),
    before: amountOf(valuesOf(before), 'usd_gmv'),
    counts: Object.fromEntries(numbers) as Counts,
    agreed: other === undefined && agreed?.key !== '' ? agreed?.key : undefined,
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

const valuesOf = (metrics: Metrics): Values =>
  Object.fromEntries(Object.entries(metrics).map(([name, metric]) => [name, metric.value]));
