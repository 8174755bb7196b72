import { allOf, filterClauses, someOf, term, terms } from '../search/compiler/clauses.js';
import { daysBetween, FIRST_DAY, shiftDay } from '../common/period/day.js';
import { exactAmount, roundToCents } from '../common/money.js';
import { filterFields } from '../http/validation/request-field.js';
import type { FactSums, Metric, SumsAnswer } from '../search/compiler/fact-sums.js';
import { addSums, compileSums, readSums } from '../search/compiler/fact-sums.js';
import type { Aggregation, QueryClause } from '../search/compiler/types.js';
import type { BreakdownKey } from './sales.definition.js';
import { BREAKDOWNS } from './sales.definition.js';
import type { BreakdownSelection } from './sales.requests.js';
import { BreakdownFilter } from './sales.requests.js';

const FILTERS = filterFields(BreakdownFilter);

/** The sales facts that a breakdown adds up; `seller_id` has the products of the shops, `region` its creators. */
export interface Sales extends Pick<BreakdownSelection, 'by' | 'from' | 'to' | 'compare'> {
  readonly filter: Omit<BreakdownFilter, 'region'> & { readonly region?: readonly string[] | undefined };
}

/** The number of days of a breakdown, after which the days before are those asked for. */
export const daysOf = ({ from, to }: Pick<Sales, 'from' | 'to'>): number => daysBetween(from, to) + 1;

/**
 * Compiles a breakdown to an aggregation over its facts. It has at most `most` + 1 rows in the order of their keys, and
 * every shard returns all of its rows.
 * @param withGmv whether amounts in the creators' own currency are added up as well
 * @param clauses further conditions of facts
 */
export function compileBreakdown(
  sales: Sales,
  most: number,
  withGmv: boolean,
  clauses: readonly QueryClause[],
): object {
  const { by, filter, from, to, compare = false } = sales;
  const begin = compare ? shiftDay(from, -daysOf(sales)) : from;
  const { field, channel }: BreakdownKey = BREAKDOWNS[by];
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
  const size = most + 1;
  return {
    query,
    size: 0,
    track_total_hits: false,
    aggs: { rows: { terms: { field, size, shard_size: size, order: { _key: 'asc' } }, aggs } },
  };
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

/** The sums of a key; with those of the days before they are one level below. */
type Bucket = Readonly<{ key: string | number; key_as_string?: string }> &
  (FigureSums | { readonly now: FigureSums; readonly before: SumsAnswer });

/** The answer to `compileBreakdown`. */
export interface BreakdownAnswer {
  readonly aggregations: {
    readonly rows: { readonly sum_other_doc_count: number; readonly buckets: readonly Bucket[] };
  };
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

/** A row without its record. The key is null when the shop is unknown. */
export interface KeyedFigures extends Figures {
  readonly key: string | null;
}

/** Reads all rows of an answer; undefined when there are more than `most`. */
export function readBreakdown({ aggregations }: BreakdownAnswer, most: number): KeyedFigures[] | undefined {
  const { buckets, sum_other_doc_count: left } = aggregations.rows;
  if (left > 0 || buckets.length > most) return undefined;
  return buckets.map((bucket) => {
    const { now, before } = 'now' in bucket ? bucket : { now: bucket, before: undefined };
    return {
      key: bucket.key_as_string ?? String(bucket.key),
      ...readSums(now),
      gmv: now.gmv && exactAmount({ whole: now.gmv.value, fraction: now.gmv_fraction?.value ?? 0 }),
      before: before && readSums(before),
      sales: now.doc_count,
      first: now.first.value_as_string ?? null,
      last: now.last.value_as_string ?? null,
    };
  });
}

const together = (one: Figures, other: Figures): Figures => ({
  ...addSums(one, other),
  gmv: one.gmv === undefined || other.gmv === undefined ? undefined : one.gmv + other.gmv,
  before: one.before && other.before && addSums(one.before, other.before),
  sales: one.sales + other.sales,
  first: [one.first, other.first].filter((day) => day !== null).sort()[0] ?? null,
  last:
    [one.last, other.last]
      .filter((day) => day !== null)
      .sort()
      .at(-1) ?? null,
});

/** Adds up rows whose keys belong to one group. The groups are in the order of their keys, null last. */
export function regroup(rows: readonly KeyedFigures[], groupOf: (key: string) => string | null): KeyedFigures[] {
  const groups = new Map<string | null, KeyedFigures>();
  for (const row of rows) {
    const key = row.key === null ? null : groupOf(row.key);
    const group = groups.get(key);
    groups.set(key, { ...(group === undefined ? row : together(group, row)), key });
  }
  return [...groups.values()].sort(({ key: one }, { key: other }) =>
    one === null ? 1 : other === null || one < other ? -1 : 1,
  );
}

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
