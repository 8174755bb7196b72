import {
  dayAt,
  dayNumber,
  firstDay,
  LAST_DAY,
  lastDay,
  periodOf,
  type PeriodType,
} from '../../common/period/period.js';
import { type ChoiceNames, CLOCK_NAMES } from '../../common/choice-names.js';
import type { FieldOf } from './clauses.js';
import type {
  Aggregation,
  Bucket,
  CompiledSearch,
  CountAnswer,
  CountBody,
  FacetAggregation,
  FacetItem,
  FacetsRequest,
  Measure,
  QueryClause,
  Range,
  ReadKeywords,
  Sums,
} from './types.js';
import { compileBodies, type SearchPlan } from './search.js';
import { exactAmount, roundToCents } from '../../common/numbers.js';

/** How the values of a facet are counted: times by period, figures by steps of a scale, others value by value. */
export type FacetKind =
  'region' | 'creator-categories' | 'product-categories' | 'shop' | 'tag' | ChoiceNames | 'time' | 'count' | 'amount';

/** The filters of an operation that can be facets. Each value of a facet is a valid value of its filter. */
type FacetTable<Filter> = { readonly [Name in keyof Filter]?: FacetKind };

/** The index fields of a measure: whole numbers, or the whole part of an amount and its fraction in ten-thousandths. */
type MeasureTable<Document> = Readonly<
  Partial<Record<Measure, readonly [FieldOf<Document>] | readonly [FieldOf<Document>, FieldOf<Document>]>>
>;

export interface FacetPlan<Filter, Field extends string, Document> extends SearchPlan<Filter, Field, Document> {
  readonly facets: FacetTable<Filter>;
  /** Absent when the records have no figures that facets add up. */
  readonly measures?: MeasureTable<Document>;
}

export const MAX_FACETS = 8;
export const MAX_FACET_SIZE = 100;
const SECONDS_PER_DAY = 86_400;
/** Days in a period. Times are counted by day, because no calendar interval of Elasticsearch fits Unix seconds. */
const DAYS_IN: Readonly<Record<PeriodType, number>> = { day: 1, week: 7, month: 31 };

/** Bounds of the steps of figures: 0, 1, 2, 5, 10 and so on to 10^15. */
export const STEPS = [
  0,
  ...Array.from({ length: 15 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat(),
  1e15,
];

/** The end of a step of amounts, because filters include their bounds: at four decimals, of very large ones the next number. */
export const lastBelow = (bound: number): number => Math.min(bound - 0.0001, bound * (1 - Number.EPSILON / 2));

/** Maximum values listed: the newest of times, the lowest of figures, else the most frequent. */
const sizeOf = ({ size }: FacetItem, kind: FacetKind): number =>
  size ?? (kind === 'time' || kind === 'count' || kind === 'amount' || kind in CLOCK_NAMES ? MAX_FACET_SIZE : 10);

const intervalOf = ({ interval }: FacetItem): PeriodType => interval ?? 'day';

/** Counts the records of each value in `facet0` and so on, those without one in `missing0`; `only` matches the records. */
export function compileFacets<Filter extends object, Field extends string, Document>(
  plan: FacetPlan<Filter, Field, Document>,
  request: FacetsRequest<Filter>,
  read: ReadKeywords,
  shardSize: number,
  only?: QueryClause,
): CompiledSearch<CountBody> {
  const { facets, measure, cross = [], orderby = [] } = request;
  const added = measure && plan.measures?.[measure];
  const inner = added === undefined ? {} : { aggs: measureOf(added) };
  const aggs: Record<string, Aggregation> = {};
  for (const [at, facet] of facets.entries()) {
    const name = facet.field as keyof Filter;
    const field = plan.filters[name];
    aggs[`facet${at}`] = { ...compileFacet(facet, plan.facets[name] as FacetKind, field, shardSize), ...inner };
    aggs[`missing${at}`] = { missing: { field } };
  }
  const [rows, columns] = cross.map((name) => everyValueOf(plan.filters[name as keyof Filter]));
  if (rows && columns) aggs['cross'] = { ...rows, aggs: { cross: { ...columns, ...inner } } };
  return compileBodies(plan, request, read, orderby.length > 0, (query) => ({
    ...{ query: only ?? query, size: 0, track_total_hits: true, aggs },
  }));
}

/** Counts each value of an hour or a weekday, ascending. */
const everyValueOf = (field: string): Aggregation => ({
  terms: { field, size: MAX_FACET_SIZE, order: { _key: 'asc' } },
});

function compileFacet(facet: FacetItem, kind: FacetKind, field: string, shardSize: number): Aggregation {
  const size = sizeOf(facet, kind);
  if (kind === 'time') {
    const day = { histogram: { field, interval: SECONDS_PER_DAY, order: 'desc' as const } };
    return { composite: { size: size * DAYS_IN[intervalOf(facet)], sources: [{ day }] } };
  }
  if (kind === 'count' || kind === 'amount') {
    const endOf = (to: number): number => (kind === 'count' ? to : lastBelow(to) * (1 + Number.EPSILON));
    return { range: { field, ranges: STEPS.slice(1).map((to, at) => ({ from: STEPS[at] as number, to: endOf(to) })) } };
  }
  return { terms: { field, size, shard_size: shardSize } };
}

/** `stats` also counts the records that have the figure. */
const measureOf = ([whole, fraction]: readonly [string, string?]): Record<string, Aggregation> => ({
  whole: { stats: { field: whole } },
  ...(fraction !== undefined && { fraction: { sum: { field: fraction } } }),
});

export interface CountedValue {
  /** A valid value of the filter with the facet's name. */
  readonly value: string | number | boolean | Range;
  /** The name of a range; single values are named by their kind. */
  readonly label?: string;
  readonly count: number;
  /** Sum of the requested measure, and its mean per record that has it; null when no record has it. */
  readonly measure?: number | null;
  readonly mean?: number | null;
}

const bucketsOf = ({ aggregations }: CountAnswer, at: number): FacetAggregation =>
  aggregations[`facet${at}`] as FacetAggregation;

/** The most by which a count of the facet at that place may be too small; 0 when counts are exact. */
export const errorBound = (answer: CountAnswer, at: number): number =>
  bucketsOf(answer, at).doc_count_error_upper_bound ?? 0;

type MeasuredFacet = FacetItem & { readonly measure?: Measure | undefined };

/** Reads the counts of the facet at that place of the request. @throws RangeError for sums that may have been rounded */
export function readFacet(answer: CountAnswer, at: number, facet: MeasuredFacet, kind: FacetKind) {
  const counted = bucketsOf(answer, at);
  const { doc_count: missing_count } = answer.aggregations[`missing${at}`] as { readonly doc_count: number };
  const values = readValues(counted.buckets, facet, kind);
  const listed = values.reduce((sum, { count }) => sum + count, 0);
  const other_count = counted.sum_other_doc_count ?? answer.total - missing_count - listed;
  return { values, other_count, missing_count };
}

function readValues(buckets: readonly Bucket[], facet: MeasuredFacet, kind: FacetKind): CountedValue[] {
  const size = sizeOf(facet, kind);
  if (kind === 'time') return byPeriod(buckets, facet, size);
  if (kind === 'count' || kind === 'amount') {
    const filled = buckets.filter(({ doc_count }) => doc_count > 0).slice(0, size);
    const steps = filled.map((bucket) => ({ bucket, ...readStep(bucket, kind) }));
    return steps.map(({ bucket, ...step }) => ({ ...step, ...countAndMeasure(bucket, facet, step.label) }));
  }
  return buckets.map((bucket) => {
    const key = bucket.key as string | number;
    return { value: kind === 'flag' ? key === 1 : key, ...countAndMeasure(bucket, facet, key) };
  });
}

function readStep({ from: min = 0, to = 0 }: Bucket, kind: 'count' | 'amount'): { value: Range; label: string } {
  if (kind === 'amount') return { value: { min, max: lastBelow(Math.ceil(to)) }, label: `${min}–${Math.ceil(to)}` };
  const max = to - 1;
  return { value: { min, max }, label: min === max ? `${min}` : `${min}–${max}` };
}

/** Adds up days, newest first, to the newest periods with records, oldest first. */
function byPeriod(days: readonly Bucket[], facet: MeasuredFacet, size: number): CountedValue[] {
  const interval = intervalOf(facet);
  const periods = new Map<string, { readonly value: Range; readonly sums: Sums }>();
  for (const bucket of days) {
    const number = Math.min((bucket.key as { day: number }).day / SECONDS_PER_DAY, dayNumber(LAST_DAY));
    const period = periodOf(interval, dayAt(number));
    const before = periods.get(period.value);
    if (before === undefined && periods.size === size) break;
    const min = dayNumber(firstDay(period)) * SECONDS_PER_DAY;
    const max = (dayNumber(lastDay(period)) + 1) * SECONDS_PER_DAY - 1;
    const sums = before === undefined ? bucket : addSums(before.sums, bucket);
    periods.set(period.value, { value: { min, max }, sums });
  }
  const newestLast = [...periods].reverse();
  return newestLast.map(([label, { value, sums }]) => ({ value, label, ...countAndMeasure(sums, facet, label) }));
}

/** A sum; NaN, which stays, where it may have been rounded. */
const exact = ({ sum }: { readonly sum: number }): number => (Number.isSafeInteger(sum) ? sum : NaN);

const addSums = (one: Sums, other: Sums): Sums => ({
  doc_count: one.doc_count + other.doc_count,
  whole: one.whole &&
    other.whole && { count: one.whole.count + other.whole.count, sum: exact(one.whole) + exact(other.whole) },
  fraction: one.fraction && other.fraction && { value: one.fraction.value + other.fraction.value },
});

/** The cells of a matrix, by its first value, then its second one. */
export const readCells = ({ aggregations }: CountAnswer, facet: MeasuredFacet) =>
  (aggregations['cross'] as FacetAggregation).buckets.flatMap(({ key, cross }) =>
    (cross?.buckets ?? []).map((cell) => {
      const values = [key, cell.key] as number[];
      return { values, ...countAndMeasure(cell, facet, String(values)) };
    }),
  );

/** @param value that was counted, which the error names */
function countAndMeasure({ doc_count: count, whole, fraction }: Sums, facet: MeasuredFacet, value: string | number) {
  if (whole === undefined) return { count };
  if (whole.count === 0) return { count, measure: null, mean: null };
  const parts = { whole: whole.sum, fraction: fraction?.value ?? 0 };
  const amount = exactAmount(parts, facet.measure ?? '', `${facet.field} ${value}`);
  const measure = fraction === undefined ? whole.sum : roundToCents(amount);
  return { count, measure, mean: roundToCents(amount, whole.count) };
}
