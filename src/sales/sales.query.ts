import { allOf, filterClauses, someOf, term, terms } from '../search/compiler/clauses.js';
import { exactAmount, exactSum, roundToCents } from '../common/money.js';
import { filterFields } from '../http/validation/request-field.js';
import type { Aggregation, QueryClause } from '../search/compiler/types.js';
import type { BreakdownKey } from './sales.definition.js';
import { BREAKDOWNS } from './sales.definition.js';
import type { BreakdownSelection } from './sales.requests.js';
import { BreakdownFilter } from './sales.requests.js';

const FILTERS = filterFields(BreakdownFilter);

/** The sales facts that a breakdown adds up; `seller_id` has the products of the shops. */
export type Sales = Pick<BreakdownSelection, 'by' | 'from' | 'to' | 'filter'>;

/**
 * Compiles a breakdown to an aggregation over its facts. It has at most `most` + 1 rows in the order of their keys, and
 * every shard returns all of its rows.
 * @param withGmv whether amounts in the creators' own currency are added up as well
 */
export function compileBreakdown({ by, filter, from, to }: Sales, most: number, withGmv: boolean): object {
  const { field, channel }: BreakdownKey = BREAKDOWNS[by];
  const query = allOf(undefined, [
    { range: { date: { gte: from, lte: to } } },
    ...(channel === undefined ? [] : [term('channel', channel)]),
    ...filterClauses(FILTERS, filter),
    ...contentClauses(filter),
  ]);
  const aggs: Record<string, Aggregation> = {
    units: { sum: { field: 'units_sold' } },
    usd: { sum: { field: 'usd_gmv_whole' } },
    usd_fraction: { sum: { field: 'usd_gmv_fraction' } },
    ...(withGmv && { gmv: { sum: { field: 'gmv_whole' } }, gmv_fraction: { sum: { field: 'gmv_fraction' } } }),
    first: { min: { field: 'date' } },
    last: { max: { field: 'date' } },
  };
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

interface Metric {
  readonly value: number;
  readonly value_as_string?: string;
}

type Bucket = Readonly<
  { key: string | number; key_as_string?: string; doc_count: number } & Record<
    'units' | 'usd' | 'usd_fraction' | 'first' | 'last',
    Metric
  > &
    Partial<Record<'gmv' | 'gmv_fraction', Metric>>
>;

/** The answer to `compileBreakdown`. */
export interface BreakdownAnswer {
  readonly aggregations: {
    readonly rows: { readonly sum_other_doc_count: number; readonly buckets: readonly Bucket[] };
  };
}

/** Sums of facts; amounts are in ten-thousandths. */
export interface Figures {
  readonly units: number;
  readonly usd: bigint;
  readonly gmv: bigint | undefined;
  readonly sales: number;
  readonly first: string;
  readonly last: string;
}

/** A row without its record. The key is null when the shop is unknown. */
export interface KeyedFigures extends Figures {
  readonly key: string | null;
}

/** Reads all rows of an answer; undefined when there are more than `most`. */
export function readBreakdown({ aggregations }: BreakdownAnswer, most: number): KeyedFigures[] | undefined {
  const { buckets, sum_other_doc_count: left } = aggregations.rows;
  if (left > 0 || buckets.length > most) return undefined;
  return buckets.map((bucket) => ({
    key: bucket.key_as_string ?? String(bucket.key),
    units: exactSum(bucket.units.value),
    usd: exactAmount({ whole: bucket.usd.value, fraction: bucket.usd_fraction.value }),
    gmv: bucket.gmv && exactAmount({ whole: bucket.gmv.value, fraction: bucket.gmv_fraction?.value ?? 0 }),
    sales: bucket.doc_count,
    first: bucket.first.value_as_string ?? '',
    last: bucket.last.value_as_string ?? '',
  }));
}

const together = (one: Figures, other: Figures): Figures => ({
  units: exactSum(one.units + other.units),
  usd: one.usd + other.usd,
  gmv: one.gmv === undefined || other.gmv === undefined ? undefined : one.gmv + other.gmv,
  sales: one.sales + other.sales,
  first: one.first < other.first ? one.first : other.first,
  last: one.last > other.last ? one.last : other.last,
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
  const shown = rows.map((row) => ({ row, usd_gmv: roundToCents(row.usd), units_sold: row.units }));
  shown.sort((one, other) => fields.reduce((order, field) => order || other[field] - one[field], 0));
  return shown.map(({ row }) => row);
}

const NOTHING = { units: 0, usd: 0n, gmv: 0n };

/** The sum of all rows. */
export const sumOf = (rows: readonly Figures[]): Pick<Figures, 'units' | 'usd' | 'gmv'> =>
  rows.length === 0 ? NOTHING : rows.reduce(together);
