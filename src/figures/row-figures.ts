import { Injectable } from '@nestjs/common';
import { dayOf } from '../common/period/day.js';
import { firstDay, lastDay, type Period, periodOf, type PeriodType } from '../common/period/period.js';
import { term } from '../search/compiler/clauses.js';
import type { Aggregation, QueryClause } from '../search/compiler/types.js';
import { SearchGateway } from '../search/gateway/search-gateway.js';
import { aggregate, FactGroups, MOST_GROUPS } from './fact-groups.js';
import { type FactKey, rowsClause } from './subjects.js';
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

/** The sales of a row: all, and those of each channel. Amounts are rounded to cents. */
export interface RowSums {
  readonly facts: number;
  readonly units_sold: number;
  readonly all: Amounts;
  readonly video: Amounts;
  readonly live: Amounts;
}

/** Amounts by their money. */
type Amounts = Readonly<Partial<Record<Money, number>>>;

type Metrics = Readonly<Record<string, { readonly value: number }>>;
type Bucket = Readonly<{ key: string | number; doc_count: number; video: Metrics; live: Metrics }> & Metrics;

interface RowsAnswer<Row> {
  readonly aggregations: { readonly rows: { readonly buckets: readonly Row[] } };
}

/** A row with the number of values of each count, inside of its channel where the count has one. */
type CountsBucket = Readonly<{ key: string | number }> &
  Readonly<Record<string, { readonly count?: number; readonly number?: { readonly count: number } }>>;

/** Reads the figures of rows that are known by name. */
@Injectable()
export class RowFigures {
  constructor(
    private readonly gateway: SearchGateway,
    private readonly groups: FactGroups,
  ) {}

  /**
   * The sums of each row that has sales.
   * @throws UnavailableFailure (503) or InternalFailure (500) when Elasticsearch does not answer in full
   */
  async sums(
    clauses: readonly QueryClause[],
    rows: RowsOfSales,
    moneys: readonly Money[],
  ): Promise<ReadonlyMap<string, RowSums>> {
    if (rows.names.length === 0) return new Map();
    const amounts: Aggregations = Object.fromEntries(moneys.flatMap((money) => Object.entries(amountIn(money))));
    const through = (channel: string): Aggregation => ({ filter: term('channel', channel), aggs: amounts });
    const aggs = { ...UNITS, ...amounts, video: through('video'), live: through('live') };
    const buckets = await this.read<Bucket>(clauses, rows, rows.names, aggs);
    const amountsOf = (metrics: Metrics): Amounts => {
      const values = valuesOf(metrics);
      return Object.fromEntries(moneys.map((money) => [money, amountOf(values, money)]));
    };
    return new Map(
      buckets.map((bucket) => [
        rows.nameOf(bucket.key),
        {
          facts: bucket.doc_count,
          units_sold: unitsOf(valuesOf(bucket)),
          all: amountsOf(bucket),
          video: amountsOf(bucket.video),
          live: amountsOf(bucket.live),
        },
      ]),
    );
  }

  /**
   * Distinct counts of each row, exact. @param factsOf the number of facts of a row, which bounds its counts
   * @throws as `sums` does
   */
  async counts(
    clauses: readonly QueryClause[],
    rows: RowsOfSales,
    names: readonly CountName[],
    factsOf: (name: string) => number,
  ): Promise<ReadonlyMap<string, Partial<Record<CountName, number>>>> {
    const counts = new Map<string, Partial<Record<CountName, number>>>();
    const fields = new Set(names.map((name) => COUNTS[name][0])).size;
    const boundOf = (row: string): number => 4 + factsOf(row) * fields;
    const counted = rows.names.filter((name) => factsOf(name) > 0);
    for (const row of counted.filter((name) => boundOf(name) > MOST_GROUPS)) {
      counts.set(row, await this.countsOfOne([...clauses, rows.clauseOf([row])], names));
    }
    const aggs: Aggregations = Object.fromEntries(names.flatMap((name) => Object.entries(countOf(name))));
    for (const portion of portionsOf(
      counted.filter((name) => boundOf(name) <= MOST_GROUPS),
      boundOf,
    )) {
      for (const bucket of await this.read<CountsBucket>(clauses, rows, portion, aggs, COUNT_PATHS)) {
        const found = names.map((name) => [name, bucket[`${name}_number`]?.count ?? bucket[name]?.number?.count ?? 0]);
        counts.set(rows.nameOf(bucket.key), Object.fromEntries(found) as Partial<Record<CountName, number>>);
      }
    }
    return counts;
  }

  /** Counts of a row that has too many facts to count others in the same search. */
  private async countsOfOne(
    clauses: readonly QueryClause[],
    names: readonly CountName[],
  ): Promise<Partial<Record<CountName, number>>> {
    const found = names.map(async (name) => {
      const [field, channel] = COUNTS[name] as readonly [string, string?];
      const ofChannel = channel === undefined ? [] : [term('channel', channel)];
      const groups = await this.groups.read({ facts: 'sales', field, clauses: [...clauses, ...ofChannel] }, Infinity);
      return [name, groups?.length ?? 0] as const;
    });
    return Object.fromEntries(await Promise.all(found));
  }

  private async read<Row>(
    clauses: readonly QueryClause[],
    rows: RowsOfSales,
    names: readonly string[],
    aggs: Aggregations,
    paths?: string,
  ): Promise<readonly Row[]> {
    const groups = { ...rows.groupsOf(names), aggs } as Aggregation;
    const body = aggregate([...clauses, rows.clauseOf(names)], { rows: groups });
    const answer =
      paths === undefined
        ? await this.gateway.searchRaw<RowsAnswer<Row>>('sales', body)
        : await this.gateway.searchText<Partial<RowsAnswer<Row>>>('sales', body, paths, (text) =>
            Promise.resolve(JSON.parse(text) as object),
          );
    return answer.aggregations?.rows.buckets ?? [];
  }
}

const COUNT_PATHS = [
  'timed_out,_shards.failed',
  ...['key', '*.count', '*.*.count'].map((field) => `aggregations.rows.buckets.${field}`),
].join(',');

/** Counts the values of a field in each row: as many as there are groups, of which the answer has only the number. */
function countOf(name: CountName): Aggregations {
  const [field, channel] = COUNTS[name] as readonly [string, string?];
  const values: Aggregation = { terms: { field, size: MOST_GROUPS, shard_size: MOST_GROUPS } };
  const numberOf = (path: string): Aggregation => ({ stats_bucket: { buckets_path: `${path}._count` } });
  if (channel === undefined) return { [name]: values, [`${name}_number`]: numberOf(name) };
  return { [name]: { filter: term('channel', channel), aggs: { values, number: numberOf('values') } } };
}

/** Rows in turn whose bounds together are at most the groups of one search. */
function* portionsOf(names: readonly string[], boundOf: (name: string) => number): Generator<readonly string[]> {
  let portion: string[] = [];
  let bound = 0;
  for (const name of names) {
    const own = boundOf(name);
    if (bound + own > MOST_GROUPS) {
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
