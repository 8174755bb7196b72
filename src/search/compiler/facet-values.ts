import { dayAt, dayNumber, firstDay, LAST_DAY, lastDay, periodOf, type PeriodType } from '../../common/period.js';
import { exactAmount, exactSum, roundToCents } from '../../common/numbers.js';
import { type FacetKind, intervalOf, lastBelow, SECONDS_PER_DAY, sizeOf } from './facets.js';
import type { FacetItem, Range } from './request.js';
import type { Bucket, CountAnswer, FacetAggregation, Sums } from './types.js';

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

export interface CountedFacet {
  readonly values: readonly CountedValue[];
  /** Records of values that are not listed; a record with several such values counts for each. */
  readonly other_count: number;
  readonly missing_count: number;
}

const bucketsOf = ({ aggregations }: CountAnswer, at: number): FacetAggregation =>
  aggregations[`facet${at}`] as FacetAggregation;

/** The most by which a count of the facet at that place may be too small; 0 when counts are exact. */
export const errorBound = (answer: CountAnswer, at: number): number =>
  bucketsOf(answer, at).doc_count_error_upper_bound ?? 0;

/** Reads the counts of the facet at that place of the request. */
export function readFacet(answer: CountAnswer, at: number, facet: FacetItem, kind: FacetKind): CountedFacet {
  const counted = bucketsOf(answer, at);
  const { doc_count: missing_count } = answer.aggregations[`missing${at}`] as { readonly doc_count: number };
  const values = valuesOf(counted.buckets, facet, kind);
  const listed = values.reduce((sum, { count }) => sum + count, 0);
  const other_count = counted.sum_other_doc_count ?? answer.total - missing_count - listed;
  return { values, other_count, missing_count };
}

function valuesOf(buckets: readonly Bucket[], facet: FacetItem, kind: FacetKind): CountedValue[] {
  const size = sizeOf(facet, kind);
  if (kind === 'time') return byPeriod(buckets, intervalOf(facet), size);
  if (kind === 'count' || kind === 'amount') {
    const found = buckets.filter(({ doc_count }) => doc_count > 0).slice(0, size);
    return found.map((bucket) => ({ ...stepOf(bucket, kind), ...countAndMeasure(bucket) }));
  }
  return buckets.map((bucket) => {
    const key = bucket.key as string | number;
    return { value: kind === 'flag' ? key === 1 : key, ...countAndMeasure(bucket) };
  });
}

function stepOf({ from: min = 0, to = 0 }: Bucket, kind: 'count' | 'amount'): { value: Range; label: string } {
  if (kind === 'amount') return { value: { min, max: lastBelow(Math.ceil(to)) }, label: `${min}–${Math.ceil(to)}` };
  const max = to - 1;
  return { value: { min, max }, label: min === max ? `${min}` : `${min}–${max}` };
}

/** Adds up days, newest first, to the newest periods with records, oldest first. */
function byPeriod(days: readonly Bucket[], interval: PeriodType, size: number): CountedValue[] {
  const periods = new Map<string, { readonly value: Range; readonly sums: Sums }>();
  for (const bucket of days) {
    const number = Math.min((bucket.key as { day: number }).day / SECONDS_PER_DAY, dayNumber(LAST_DAY));
    const period = periodOf(interval, dayAt(number));
    const known = periods.get(period.value);
    if (known === undefined && periods.size === size) break;
    const min = dayNumber(firstDay(period)) * SECONDS_PER_DAY;
    const max = (dayNumber(lastDay(period)) + 1) * SECONDS_PER_DAY - 1;
    const sums = known === undefined ? bucket : addSums(known.sums, bucket);
    periods.set(period.value, { value: { min, max }, sums });
  }
  return [...periods].reverse().map(([label, { value, sums }]) => ({ value, label, ...countAndMeasure(sums) }));
}

const addSums = (one: Sums, other: Sums): Sums => ({
  doc_count: one.doc_count + other.doc_count,
  whole: one.whole &&
    other.whole && { count: one.whole.count + other.whole.count, sum: exactSum(one.whole.sum + other.whole.sum) },
  fraction: one.fraction && other.fraction && { value: one.fraction.value + other.fraction.value },
});

/** The cells of a matrix, by its first value, then its second one. */
export const readCells = ({ aggregations }: CountAnswer) =>
  (aggregations['cross'] as FacetAggregation).buckets.flatMap(({ key, cross }) =>
    (cross?.buckets ?? []).map((cell) => ({ values: [key, cell.key] as number[], ...countAndMeasure(cell) })),
  );

function countAndMeasure({ doc_count: count, whole, fraction }: Sums): Omit<CountedValue, 'value' | 'label'> {
  if (whole === undefined) return { count };
  if (whole.count === 0) return { count, measure: null, mean: null };
  const exact = exactAmount({ whole: whole.sum, fraction: fraction?.value ?? 0 });
  const measure = fraction === undefined ? exactSum(whole.sum) : roundToCents(exact);
  return { count, measure, mean: roundToCents(exact, whole.count) };
}
