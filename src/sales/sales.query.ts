import { allOf, filterClauses, someOf, term, terms } from '../search/compiler/clauses.js';
import { daysBetween, FIRST_DAY, shiftDay } from '../common/period/day.js';
import { exactAmount, roundToCents } from '../common/money.js';
import { filterFields } from '../http/validation/request-field.js';
import {
  addSums,
  compileSums,
  type FactSums,
  type GroupsAnswer,
  groupsBy,
  keyOf,
  type Metric,
  readSums,
  type SumsAnswer,
} from '../search/compiler/fact-sums.js';
import type { Aggregation, QueryClause } from '../search/compiler/types.js';
import { breakdownKey } from './sales.definition.js';
import { BreakdownFilter, type BreakdownSelection } from './sales.requests.js';

const FILTERS = filterFields(BreakdownFilter);

/** The number of days of a breakdown, after which the days before are those asked for. */
export const daysOf = ({ from, to }: Pick<BreakdownSelection, 'from' | 'to'>): number => daysBetween(from, to) + 1;

/**
 * Compiles a breakdown to an aggregation over its facts. It has at most `most` + 1 groups in the order of their keys, and
 * every shard returns all of its groups.
 * @param withGmv whether amounts in the creators' own currency are added up as well
 * @param clauses the filters by records
 */
export function compileBreakdown(
  sales: Omit<BreakdownSelection, 'orderby' | 'lang'>,
  most: number,
  withGmv: boolean,
  clauses: readonly QueryClause[],
): object {
  const { filter, from, to, compare = false } = sales;
  const begin = compare ? shiftDay(from, -daysOf(sales)) : from;
  const { keys, channel } = breakdownKey(sales);
  const query = allOf(undefined, [
    { range: { date: { gte: begin < FIRST_DAY ? FIRST_DAY : begin, lte: to } } },
    ...(channel === undefined ? [] : [term('channel', channel)]),
    ...filterClauses(FILTERS, filter),
    ...contentClauses(filter),
    ...clauses,
  ]);
  const usd = compileSums('usd_gmv');
  const figures: Record<string, Aggregation> = {
    ...usd,
    ...(withGmv && { gmv: { sum: { field: 'gmv_whole' } }, gmv_fraction: { sum: { field: 'gmv_fraction' } } }),
    first: { min: { field: 'date' } },
    last: { max: { field: 'date' } },
  };
  const aggs: Record<string, Aggregation> = compare
    ? {
        now: { filter: { range: { date: { gte: from } } }, aggs: figures },
        before: { filter: { range: { date: { lt: from } } }, aggs: usd },
      }
    : figures;
  return { query, size: 0, track_total_hits: false, aggs: groupsBy(keys, most + 1, false, aggs) };
}

/** The channel of a fact distinguishes videos and live streams. A request that names both counts the facts of either. */
function contentClauses({ video_id, room_id }: Pick<BreakdownFilter, 'video_id' | 'room_id'>): QueryClause[] {
  const of = (channel: string, ids: readonly string[] | undefined): QueryClause[] =>
    ids === undefined ? [] : [allOf(undefined, [term('channel', channel), terms('content_id', ids)])];
  const either = [...of('video', video_id), ...of('live', room_id)];
  return either.length > 0 ? [someOf(...either)] : [];
}

type FigureSums = SumsAnswer &
  Readonly<{ doc_count: number } & Record<'first' | 'last', Metric> & Partial<Record<'gmv' | 'gmv_fraction', Metric>>>;

/** The sums of a group; with those of the days before they are one level below. */
type Group = Readonly<{ key_as_string?: string }> &
  (FigureSums | { readonly now: FigureSums; readonly before: SumsAnswer });

/** The answer to `compileBreakdown`. */
export interface BreakdownAnswer {
  readonly aggregations: GroupsAnswer<Group>;
}

/** Sums of facts in USD; amounts are in ten-thousandths. */
export interface Figures extends FactSums {
  readonly gmv: bigint | undefined;
  /** Those of the days before, where they are asked for. */
  readonly before: FactSums | undefined;
  readonly sales: number;
  /** The days of the first and the last fact; null without a fact. */
  readonly first: string | null;
  readonly last: string | null;
}

/** A row without its record; the key of a group has several values. It is null when the shop, region or category is unknown. */
export interface KeyedFigures<Key = string | null> extends Figures {
  readonly key: Key;
}

/** Reads all groups of an answer; undefined when there are more than `most`. */
export function readBreakdown({ aggregations }: BreakdownAnswer, most: number): KeyedFigures<string[]>[] | undefined {
  const { buckets, sum_other_doc_count: left = 0 } = aggregations.groups;
  if (left > 0 || buckets.length > most) return undefined;
  return buckets.map((bucket) => {
    const { now, before } = 'now' in bucket ? bucket : { now: bucket, before: undefined };
    return {
      key: [bucket.key_as_string ?? keyOf(bucket)].flat(),
      ...readSums(now),
      gmv: now.gmv && exactAmount({ whole: now.gmv.value, fraction: now.gmv_fraction?.value ?? 0 }),
      before: before && readSums(before),
      sales: now.doc_count,
      first: now.first.value_as_string ?? null,
      last: now.last.value_as_string ?? null,
    };
  });
}

const together = (one: Figures, other: Figures): Figures => {
  const days = [one.first, one.last, other.first, other.last].filter((day) => day !== null).sort();
  return {
    ...addSums(one, other),
    gmv: one.gmv === undefined || other.gmv === undefined ? undefined : one.gmv + other.gmv,
    before: one.before && other.before && addSums(one.before, other.before),
    sales: one.sales + other.sales,
    first: days[0] ?? null,
    last: days.at(-1) ?? null,
  };
};

/** Adds up groups of the same row. Rows follow each other as their first groups do. */
export function regroup(
  groups: readonly KeyedFigures<string[]>[],
  rowOf: (key: readonly string[]) => string | null,
): KeyedFigures[] {
  const rows = new Map<string | null, KeyedFigures>();
  for (const group of groups) {
    const key = rowOf(group.key);
    const row = rows.get(key);
    rows.set(key, { ...(row === undefined ? group : together(row, group)), key });
  }
  return [...rows.values()];
}

/** Compares the keys of rows, as numbers or as texts; null comes last. */
export const inKeyOrder =
  (asNumbers: boolean) =>
  ({ key: one }: KeyedFigures, { key: other }: KeyedFigures): number => {
    if (one === null || other === null) return one === null ? 1 : -1;
    if (asNumbers) return Number(one) - Number(other);
    return one < other ? -1 : 1;
  };

/** Sorts rows by their figures as shown, descending; equal rows stay in the order of their keys. */
export function inOrder(rows: readonly KeyedFigures[], { by, orderby }: Pick<BreakdownSelection, 'by' | 'orderby'>) {
  if (orderby.length === 0 && by === 'day') return rows;
  const fields = orderby.length === 0 ? (['usd_gmv'] as const) : orderby.map(({ field }) => field);
  const shown = rows.map((row) => ({ row, usd_gmv: roundToCents(row.amount), units_sold: row.units }));
  shown.sort((one, other) => fields.reduce((order, field) => order || other[field] - one[field], 0));
  return shown.map(({ row }) => row);
}

const NO_SALES = { units: 0, amount: 0n };

/** The sum of all rows. */
export const sumOf = (
  rows: readonly Figures[],
  compare: boolean,
): Pick<Figures, 'units' | 'amount' | 'gmv' | 'before'> =>
  rows.length > 0 ? rows.reduce(together) : { ...NO_SALES, gmv: 0n, before: compare ? NO_SALES : undefined };
