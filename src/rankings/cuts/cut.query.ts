import { roundToCents } from '../../common/money.js';
import { type DatedPeriod, firstDay, lastDay, previousPeriod } from '../../common/period/period.js';
import type { SaleChannel } from '../../sales/facts.document.js';
import { allOf, term } from '../../search/compiler/clauses.js';
import {
  addSums,
  type Aggregations,
  compileSums,
  type FactSums,
  type Metric,
  readSums,
  type SumsAnswer,
} from '../../search/compiler/fact-sums.js';
import type { QueryClause } from '../../search/compiler/types.js';

const onDays = (first: DatedPeriod, last = first): QueryClause => ({
  range: { date: { gte: firstDay(first), lte: lastDay(last) } },
});

/** Matches the facts of a period; of none without one. */
export const inDays = (period: DatedPeriod | undefined): QueryClause =>
  period === undefined ? { match_none: {} } : onDays(period);

/** Matches the facts of a period and of the one before. */
export const inBoth = (period: DatedPeriod): QueryClause => onDays(previousPeriod(period) ?? period, period);

/** Compiles aggregations over the facts that match every clause. */
export const compileAggregations = (clauses: readonly QueryClause[], aggs: Aggregations): object => ({
  query: allOf(undefined, clauses),
  size: 0,
  track_total_hits: false,
  aggs,
});

/** The first and the last day of facts, and whether there are any in a period. */
export const reachOf = (period: DatedPeriod | undefined): Aggregations => ({
  oldest: { min: { field: 'date' } },
  newest: { max: { field: 'date' } },
  inside: { filter: inDays(period) },
});

/** The sales through each channel, in a period and in the one before. */
export function salesIn(period: DatedPeriod, money: 'gmv' | 'usd_gmv' = 'usd_gmv'): Aggregations {
  const aggs = compileSums(money);
  const through = (channel: SaleChannel, days: DatedPeriod | undefined) => ({
    filter: allOf(undefined, [term('channel', channel), inDays(days)]),
    aggs,
  });
  const before = previousPeriod(period);
  return {
    now_video: through('video', period),
    now_live: through('live', period),
    before_video: through('video', before),
    before_live: through('live', before),
  };
}

/** The followers on the latest day of facts. */
export const LATEST_FOLLOWERS: Aggregations = {
  days: {
    terms: { field: 'date', size: 1, order: { _key: 'desc' } },
    aggs: { followers: { sum: { field: 'follower_count' } } },
  },
};

/** The answer to `reachOf`. */
export type ReachAnswer = Readonly<Record<'oldest' | 'newest', { readonly value_as_string?: string }>> & {
  readonly inside: { readonly doc_count: number };
};

/** A group with `LATEST_FOLLOWERS`. */
export interface FollowersGroup {
  readonly days: { readonly buckets: readonly { readonly followers: Metric }[] };
}

type ChannelSums = SumsAnswer & { readonly doc_count: number };

/** A group with `salesIn`. */
export type SalesGroup = Readonly<Record<`${'now' | 'before'}_${SaleChannel}`, ChannelSums>>;

/** Sales of one channel. */
interface ChannelSales extends FactSums {
  readonly facts: number;
}

type Sales = Readonly<Record<SaleChannel, ChannelSales>>;

/** Sales in a period and in the one before. */
export type BothSales = Readonly<Record<'now' | 'before', Sales>>;

/** Reads the sales of a group. */
export function readSales({ now_video, now_live, before_video, before_live }: SalesGroup): BothSales {
  const read = (sums: ChannelSums): ChannelSales => ({ facts: sums.doc_count, ...readSums(sums) });
  return {
    now: { video: read(now_video), live: read(now_live) },
    before: { video: read(before_video), live: read(before_live) },
  };
}

const added = (one: Sales, other: Sales): Sales => {
  const sum = (mine: ChannelSales, its: ChannelSales) => ({ facts: mine.facts + its.facts, ...addSums(mine, its) });
  return { video: sum(one.video, other.video), live: sum(one.live, other.live) };
};

/** Adds up sales. */
export const together = (one: BothSales, other: BothSales): BothSales => ({
  now: added(one.now, other.now),
  before: added(one.before, other.before),
});

/** Whether there are sales. */
export const hasSales = ({ video, live }: Sales): boolean => video.facts + live.facts > 0;

/** The figures of a row; without sales there is none. @param total the name of all its amounts together */
export function figuresOf(total: string, sales: Sales, money = 'usd_gmv') {
  const { video, live } = sales;
  if (!hasSales(sales)) return undefined;
  return {
    has_video_sales: video.facts > 0,
    has_live_sales: live.facts > 0,
    [total]: roundToCents(video.amount + live.amount),
    [`video_${money}`]: roundToCents(video.amount),
    [`live_${money}`]: roundToCents(live.amount),
    units_sold: video.units + live.units,
  };
}
