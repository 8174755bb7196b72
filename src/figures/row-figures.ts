import { Injectable } from '@nestjs/common';
import type { DatedPeriod } from '../common/period/period.js';
import { someOf, term } from '../search/compiler/clauses.js';
import type { QueryClause } from '../search/compiler/types.js';
import { byPeriods, inDays } from './fact-days.js';
import { type Buckets, FactGroups, type FactKey, MOST_GROUPS, ofChannel, rowsClause } from './fact-groups.js';
import { type Aggregations, AMOUNT_SUMS, amountOf, type Money, UNITS, unitsOf, valuesOf } from './sums.js';

type CountName = `${'creator' | 'product' | 'video' | 'live'}_count`;

/** Distinct counts of rows: the field of sales whose values are counted, and the channel of these sales. */
const COUNTS: Readonly<Record<CountName, { readonly field: string; readonly channel?: string }>> = {
  creator_count: { field: 'uid' },
  product_count: { field: 'product_id' },
  video_count: { field: 'content_id', channel: 'video' },
  live_count: { field: 'content_id', channel: 'live' },
};
export const COUNT_NAMES = Object.keys(COUNTS) as CountName[];

/** The rows whose figures are read, and which of their sales are added up. */
interface FiguresQuery {
  readonly key: FactKey;
  readonly ids: readonly string[];
  /** Periods that follow each other; there is a row of each id in each of them. */
  readonly periods: readonly DatedPeriod[];
  /** One more period, of which rows have `usd_gmv` alone. */
  readonly compared?: DatedPeriod | undefined;
  readonly clauses: readonly QueryClause[];
  readonly moneys: readonly Money[];
  readonly counts?: readonly CountName[];
  /** The number of sales of a row, which bounds its distinct counts; read first where it is not given. */
  readonly factsOf?: ((id: string) => number) | undefined;
  /** A field on whose value the sales of a row may agree. */
  readonly agreedField?: string | undefined;
}

type Figures = Readonly<Partial<Record<Money | `${'video' | 'live'}_${Money}` | CountName, number>>>;

/** The sales of a row. Amounts, of all channels or one, are rounded to cents; distinct counts are exact. */
interface RowSums extends Figures {
  readonly facts: number;
  readonly units_sold: number;
  readonly usd_gmv: number;
  /** The value of `agreedField` that all sales have. */
  readonly agreed: string | null;
}

type MetricValues = Readonly<Record<string, { readonly value?: number; readonly count?: number }>>;

/** The sales of a row in an answer. */
interface RowBucket {
  readonly [metric: string]: unknown;
  readonly key: string;
  readonly doc_count: number;
  readonly video?: MetricValues;
  readonly live?: MetricValues;
  readonly agreed?: Buckets<{ key: string }>;
}

type Ids = Buckets<{ key: string | number; periods: Buckets<RowBucket>; compared?: Buckets<RowBucket> }>;

/** What an answer has of rows: of a distinct count only the number of its groups. */
const ROW_PATHS = ['key', 'doc_count', '*.value', '*.*.value', '*.count', '*.*.count', 'agreed.buckets.key'];
const PATHS = ['key', ...ROW_PATHS.map((field) => `*.buckets.${field}`)]
  .map((field) => `aggregations.ids.buckets.${field}`)
  .join(',');

/** Groups of a row itself: its id, its channels, and the values that its sales may agree on. */
const OWN_GROUPS = 8;

const rowName = (id: string, period: string | undefined): string => `${id} ${period}`;

export const MOST_ROWS = 4000;

/** Reads the figures of at most `MOST_ROWS` rows: those of some ids in some periods. */
@Injectable()
export class RowFigures {
  constructor(private readonly groups: FactGroups) {}

  /** Returns the figures of an id in a period; 0 without sales. @throws as `FactGroups.read` does */
  async read(query: FiguresQuery): Promise<(id: string, period: DatedPeriod | undefined) => RowSums> {
    const fields = new Set(query.counts?.map((name) => COUNTS[name].field)).size;
    const factsOf = fields === 0 ? () => 0 : (query.factsOf ?? (await this.factsOf(query)));
    const groupsOf = (id: string, { value }: DatedPeriod) => OWN_GROUPS + fields * factsOf(id, value);
    const rows = new Map<string, RowSums>();
    await this.readAll(query, groupsOf, rows);
    const none = sumsOf(query, { key: '', doc_count: 0 }, '');
    return (id, period) => rows.get(rowName(id, period?.value)) ?? none;
  }

  private async factsOf(query: FiguresQuery): Promise<(id: string, period: string) => number> {
    const rows = await this.search(query, {});
    const facts = new Map(rows.map(([id, { key, doc_count }]) => [rowName(id, key), doc_count]));
    return (id, period) => facts.get(rowName(id, period)) ?? 0;
  }

  /** Reads rows by one search, or in halves while they have more groups than a search returns. */
  private async readAll(
    query: FiguresQuery,
    groupsOf: (id: string, period: DatedPeriod) => number,
    rows: Map<string, RowSums>,
  ): Promise<void> {
    const { ids, periods } = query;
    let groups = 0;
    for (const id of ids) for (const period of periods) groups += groupsOf(id, period);
    const isLarge = groups > MOST_GROUPS;
    if (isLarge && ids.length * periods.length > 1) {
      const halves: FiguresQuery[] =
        ids.length > 1
          ? halvesOf(ids).map((half) => ({ ...query, ids: half }))
          : halvesOf(periods).map((half) => ({ ...query, periods: half }));
      await Promise.all(halves.map((half) => this.readAll(half, groupsOf, rows)));
      return;
    }
    const [found, large] = await Promise.all([
      this.search(query, aggregationsOf(isLarge ? { ...query, counts: [] } : query)),
      isLarge ? this.countLarge(query) : undefined,
    ]);
    for (const [id, bucket] of found) rows.set(rowName(id, bucket.key), { ...sumsOf(query, bucket, id), ...large });
  }

  /** Counts of a row that has too many facts to count them in the same search. */
  private async countLarge(query: FiguresQuery): Promise<Figures> {
    const counts = (query.counts ?? []).map(async (name) => {
      const { field, channel } = COUNTS[name];
      const sales = { facts: 'sales', field, clauses: [...clausesOf(query), ...ofChannel(channel)] } as const;
      let count = 0;
      await this.groups.each(sales, Infinity, () => count++);
      return [name, count] as const;
    });
    return Object.fromEntries(await Promise.all(counts));
  }

  private async search(query: FiguresQuery, aggs: Aggregations): Promise<(readonly [id: string, row: RowBucket])[]> {
    const { key, ids, periods, compared } = query;
    if (ids.length * periods.length === 0) return [];
    const { field, missing } = key;
    const byPeriod = {
      periods: byPeriods(periods, aggs),
      ...(compared && { compared: byPeriods([compared], AMOUNT_SUMS.usd_gmv) }),
    };
    const grouped = { terms: { field, size: ids.length, ...(missing !== undefined && { missing }) }, aggs: byPeriod };
    const clauses = clausesOf(query, compared);
    const found = await this.groups.aggregate<{ ids: Ids }>('sales', clauses, { ids: grouped }, PATHS);
    return (found.ids?.buckets ?? []).flatMap(({ key: id, periods: { buckets }, compared: others = { buckets: [] } }) =>
      // A period that is compared with itself has its own figures.
      [...others.buckets, ...buckets].map((row) => [String(id), row] as const),
    );
  }
}

/** Matches the sales of rows in their periods. */
const clausesOf = ({ key, ids, periods, clauses }: FiguresQuery, compared?: DatedPeriod): QueryClause[] => {
  const days = inDays(periods[0], periods.at(-1));
  return [...clauses, compared ? someOf(inDays(compared), days) : days, rowsClause(key, ids)];
};

function halvesOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const half = Math.floor(items.length / 2);
  return [items.slice(0, half), items.slice(half)];
}

function aggregationsOf({ moneys, counts = [], agreedField }: FiguresQuery): Aggregations {
  const figuresOf = (channel?: string): Aggregations => {
    const counted = counts.filter((name) => COUNTS[name].channel === channel);
    return Object.assign({}, ...moneys.map((money) => AMOUNT_SUMS[money]), ...counted.map(countValues)) as Aggregations;
  };
  return {
    ...UNITS,
    ...figuresOf(),
    video: { filter: term('channel', 'video'), aggs: figuresOf('video') },
    live: { filter: term('channel', 'live'), aggs: figuresOf('live') },
    ...(agreedField !== undefined && { agreed: { terms: { field: agreedField, missing: '', size: 2 } } }),
  };
}

/** Counts the values of a field in each row: as many as there are groups, of which the answer has only the number. */
const countValues = (name: CountName): Aggregations => ({
  [name]: { terms: { field: COUNTS[name].field, size: MOST_GROUPS, shard_size: MOST_GROUPS } },
  [`${name}_number`]: { stats_bucket: { buckets_path: `${name}._count` } },
});

function sumsOf({ moneys, counts = [] }: FiguresQuery, bucket: RowBucket, id: string): RowSums {
  const { key, doc_count, video = {}, live = {}, agreed, ...all } = bucket;
  const row = rowName(id, key);
  const total = all as MetricValues;
  const figures: Record<string, number> = Object.fromEntries(counts.map((name) => [name, 0]));
  for (const [prefix, metrics] of Object.entries({ '': total, video_: video, live_: live })) {
    const values = valuesOf(metrics);
    for (const money of moneys) figures[`${prefix}${money}`] = amountOf(values, money, row);
    for (const name of counts) figures[name] = metrics[`${name}_number`]?.count ?? figures[name] ?? 0;
  }
  const [value, other] = agreed?.buckets ?? [];
  return {
    facts: doc_count,
    units_sold: unitsOf(valuesOf(total), row),
    ...(figures as { readonly usd_gmv: number }),
    agreed: value === undefined || value.key === '' || other !== undefined ? null : value.key,
  };
}
