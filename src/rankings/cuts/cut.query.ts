import { growthRate } from '../../boards/follower-growth.js';
import { exactAmount, exactSum, roundToCents } from '../../common/money.js';
import type { DatedPeriod } from '../../common/period/period.js';
import { firstDay, lastDay, previousPeriod } from '../../common/period/period.js';
import type { SaleChannel } from '../../sales/facts.document.js';
import { allOf, someOf, term, terms } from '../../search/compiler/clauses.js';
import type { Aggregation, QueryClause } from '../../search/compiler/types.js';

export type KeyField = 'uid' | 'product_id' | 'product_category_id' | 'content_id';

/** Matches the facts of a period; of none without one. */
export const inDays = (period: DatedPeriod | undefined): QueryClause =>
  period === undefined ? { match_none: {} } : { range: { date: { gte: firstDay(period), lte: lastDay(period) } } };

/** Matches the facts of a period and of the one before. */
const inBoth = (period: DatedPeriod): QueryClause => ({
  range: { date: { gte: firstDay(previousPeriod(period) ?? period), lte: lastDay(period) } },
});

/** The first and the last day of all facts, and whether there are any in the period before. */
export const compileReach = (before: DatedPeriod | undefined): object => ({
  size: 0,
  track_total_hits: false,
  aggs: {
    oldest: { min: { field: 'date' } },
    newest: { max: { field: 'date' } },
    before: { filter: inDays(before) },
  },
});

const USD: Record<string, Aggregation> = {
  units: { sum: { field: 'units_sold' } },
  whole: { sum: { field: 'usd_gmv_whole' } },
  fraction: { sum: { field: 'usd_gmv_fraction' } },
};

const GMV: Record<string, Aggregation> = {
  whole: { sum: { field: 'gmv_whole' } },
  fraction: { sum: { field: 'gmv_fraction' } },
};

const throughChannel = (
  channel: SaleChannel,
  aggs: Record<string, Aggregation>,
  days: readonly QueryClause[] = [],
) => ({
  filter: allOf(undefined, [term('channel', channel), ...days]),
  aggs,
});

/** Groups of a single key come all at once, those of several in pages. */
const groupsBy = (keys: readonly string[], size: number, after?: object): Aggregation => {
  const [field = '', ...more] = keys;
  if (more.length === 0) return { terms: { field, size, shard_size: size, order: { _key: 'asc' } } };
  const sources = keys.map((key) => ({ [key]: { terms: { field: key } } }));
  return { composite: { size, sources, ...(after && { after }) } } as Aggregation;
};

/** Adds up the sales of a period and of the one before by keys, at most `most` + 1 of them; every shard returns all. */
export const compileSums = (
  keys: readonly KeyField[],
  period: DatedPeriod,
  clauses: readonly QueryClause[],
  most: number,
): object => ({
  query: allOf(undefined, [inBoth(period), ...clauses]),
  size: 0,
  track_total_hits: false,
  aggs: {
    rows: {
      ...groupsBy(keys, most + 1),
      aggs: {
        now_video: throughChannel('video', USD, [inDays(period)]),
        now_live: throughChannel('live', USD, [inDays(period)]),
        before_video: throughChannel('video', USD, [inDays(previousPeriod(period))]),
        before_live: throughChannel('live', USD, [inDays(previousPeriod(period))]),
      },
    },
  },
});

/** Adds up the amounts of creators in their own currencies. */
export const compileGmv = (clauses: readonly QueryClause[], size: number): object => ({
  query: allOf(undefined, clauses),
  size: 0,
  track_total_hits: false,
  aggs: {
    rows: {
      ...groupsBy(['uid'], size),
      aggs: { video: throughChannel('video', GMV), live: throughChannel('live', GMV) },
    },
  },
});

/** Lists the distinct values of several fields together, the page after the one that ended with `after`. */
export const compileDistinct = (
  fields: readonly string[],
  clauses: readonly QueryClause[],
  after?: object,
): object => ({
  query: allOf(undefined, clauses),
  size: 0,
  track_total_hits: false,
  aggs: { rows: groupsBy(fields, DISTINCT_PAGE, after) },
});

/** Groups of a page: `search.max_buckets` of Elasticsearch is 65,536. */
export const DISTINCT_PAGE = 60_000;

/** The latest day of each creator in a period. */
export const compileLatestDays = (period: DatedPeriod, clauses: readonly QueryClause[], most: number): object => ({
  query: allOf(undefined, [inDays(period), ...clauses]),
  size: 0,
  track_total_hits: false,
  aggs: { rows: { ...groupsBy(['uid'], most + 1), aggs: { day: { max: { field: 'date' } } } } },
});

/** The followers of creators on one day of each. @param days the creators by day; all those of the newest day have it */
export function compileFollowers(
  days: ReadonlyMap<string, readonly string[]>,
  clauses: readonly QueryClause[],
  most: number,
): object {
  const newest = [...days.keys()].sort().at(-1);
  const onDays = [...days].map(([day, uids]) =>
    allOf(undefined, [term('date', day), ...(day === newest ? [] : [terms('uid', uids)])]),
  );
  return {
    query: allOf(undefined, [someOf(...onDays), ...clauses]),
    size: 0,
    track_total_hits: false,
    aggs: { rows: { ...groupsBy(['uid'], most + 1), aggs: { followers: { sum: { field: 'follower_count' } } } } },
  };
}

interface Metric {
  readonly value: number;
}

interface Day {
  readonly value_as_string: string;
}

interface Rows<Bucket> {
  readonly aggregations: { readonly rows: { readonly buckets: readonly ({ readonly key: string } & Bucket)[] } };
}

/** The answer to `compileReach`. */
export interface ReachAnswer {
  readonly aggregations: Readonly<Record<'oldest' | 'newest', Partial<Day>>> & {
    readonly before: { readonly doc_count: number };
  };
}

/** The answers to `compileLatestDays` and `compileFollowers`. */
export type LatestDaysAnswer = Rows<{ readonly day: Day }>;
export type FollowersAnswer = Rows<{ readonly followers: Metric }>;

type UsdSums = Readonly<{ doc_count: number } & Record<'units' | 'whole' | 'fraction', Metric>>;

type SumsBucket = Readonly<Record<`${'now' | 'before'}_${SaleChannel}`, UsdSums>> & {
  readonly key: string | number | Readonly<Record<string, string | number>>;
};

/** The answer to `compileSums`. */
export interface SumsAnswer {
  readonly aggregations: {
    readonly rows: { readonly sum_other_doc_count?: number; readonly buckets: readonly SumsBucket[] };
  };
}

/** The answer to `compileGmv`. */
export type GmvAnswer = Rows<Readonly<Record<SaleChannel, Readonly<Record<'whole' | 'fraction', Metric>>>>>;

/** The answer to `compileDistinct`. */
export interface DistinctAnswer {
  readonly aggregations: {
    readonly rows: {
      readonly after_key?: object;
      readonly buckets: readonly { readonly key: Readonly<Record<string, string | number>> }[];
    };
  };
}

/** Sales of one channel; the amount is in ten-thousandths. */
interface ChannelSales {
  readonly facts: number;
  readonly units: number;
  readonly usd: bigint;
}

type Sales = Readonly<Record<SaleChannel, ChannelSales>>;

/** The sales of a key in the period and in the one before. */
export interface KeySales {
  readonly now: Sales;
  readonly before: Sales;
}

const read = ({ doc_count: facts, units, whole, fraction }: UsdSums): ChannelSales =>
  facts === 0
    ? NOTHING
    : {
        facts,
        units: exactSum(units.value),
        usd: exactAmount({ whole: whole.value, fraction: fraction.value }),
      };

const NOTHING: ChannelSales = { facts: 0, units: 0, usd: 0n };

const added = (one: ChannelSales, other: ChannelSales): ChannelSales => ({
  facts: one.facts + other.facts,
  units: exactSum(one.units + other.units),
  usd: one.usd + other.usd,
});

const together = (one: Sales, other: Sales): Sales => ({
  video: added(one.video, other.video),
  live: added(one.live, other.live),
});

/** Reads the sales by key, of several keys their values in one list; undefined when there are more than `most`. */
export function readSums(
  { aggregations: { rows } }: SumsAnswer,
  most: number,
): (KeySales & { key: string[] })[] | undefined {
  if ((rows.sum_other_doc_count ?? 0) > 0 || rows.buckets.length > most) return undefined;
  return rows.buckets.map(({ key, now_video, now_live, before_video, before_live }) => ({
    key: (typeof key === 'object' ? Object.values(key) : [key]).map(String),
    now: { video: read(now_video), live: read(now_live) },
    before: { video: read(before_video), live: read(before_live) },
  }));
}

/** Adds up the sales of keys that belong together. */
export function regroup(
  rows: readonly (KeySales & { readonly key: readonly string[] })[],
  groupOf: (key: readonly string[]) => string | undefined,
) {
  const groups = new Map<string, KeySales>();
  for (const row of rows) {
    const id = groupOf(row.key);
    if (id === undefined) continue;
    const group = groups.get(id);
    groups.set(id, group ? { now: together(group.now, row.now), before: together(group.before, row.before) } : row);
  }
  return groups;
}

/** Whether there are sales. */
export const hasSales = ({ video, live }: Sales): boolean => video.facts + live.facts > 0;

/** The figures of a row; without sales there is none. @param figure the name of the total */
export function figuresOf(figure: string, sales: Sales) {
  const { video, live } = sales;
  if (!hasSales(sales)) return undefined;
  return {
    has_video_sales: video.facts > 0,
    has_live_sales: live.facts > 0,
    [figure]: roundToCents(video.usd + live.usd),
    video_usd_gmv: roundToCents(video.usd),
    live_usd_gmv: roundToCents(live.usd),
    units_sold: video.units + live.units,
  };
}

/** What a figure has changed by since the period before. */
export function changeOf(now: number, before: number | undefined) {
  const cents = (amount: number): number => Math.round(amount * 100);
  return { growth_rate: growthRate(before ?? 0, now), usd_gmv_change: (cents(now) - cents(before ?? 0)) / 100 };
}

/** Reads the amounts of creators in their own currencies. */
export const readGmv = ({ aggregations: { rows } }: GmvAnswer) =>
  rows.buckets.map(({ key, video, live }) => {
    const [byVideo, byLive] = [video, live].map(({ whole, fraction }) =>
      exactAmount({ whole: whole.value, fraction: fraction.value }),
    ) as [bigint, bigint];
    const gmv = { creator_gmv: byVideo + byLive, video_gmv: byVideo, live_gmv: byLive };
    return [
      key,
      Object.fromEntries(Object.entries(gmv).map(([name, amount]) => [name, roundToCents(amount)])),
    ] as const;
  });
