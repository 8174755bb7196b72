import { dayAt, dayNumber, LAST_DAY } from '../period/day.js';
import type { PeriodType } from '../period/period.js';
import { firstDay, lastDay, periodOf } from '../period/period.js';
import { roundToCents } from '../reference/rounding.js';
import type { FacetKind } from './facet-kinds.js';
import { intervalOf, SECONDS_PER_DAY, sizeOf } from './facets.js';
import type { FacetItem, Range } from './request.js';
import type { Bucket, CountAnswer, FacetAggregation, Sums } from './types.js';

/** A value of a facet and how many records have it. */
export interface CountedValue {
  /** As the filter of the facet's name takes it. */
  readonly value: string | number | boolean | Range;
  /** What a range is called; single values have names of their own. */
  readonly label?: string;
  readonly count: number;
  /** Sum of the measure asked for; null when no record has it. */
  readonly measure?: number | null;
}

/** A facet as counted. */
export interface CountedFacet {
  readonly values: readonly CountedValue[];
  /** Records of values that are not listed; one with several such values counts for each. */
  readonly other_count: number;
  /** Records without a value. */
  readonly missing_count: number;
}

const bucketsOf = ({ aggregations }: CountAnswer, at: number): FacetAggregation =>
  aggregations[`facet${at}`] as FacetAggregation;

/** By how much the counts of the facet at that place may be too small; 0 when they are exact. */
export const errorBound = (answer: CountAnswer, at: number): number =>
  bucketsOf(answer, at).doc_count_error_upper_bound ?? 0;

/** The facet at that place of the request. */
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
    return found.map((bucket) => ({ ...stepOf(bucket, kind), ...figuresOf(bucket) }));
  }
  return buckets.map((bucket) => {
    const key = bucket.key as string | number;
    return { value: kind === 'flag' ? key === 1 : key, ...figuresOf(bucket) };
  });
}

/** The largest number below a positive one: bounds of filters are inclusive. */
const justBelow = (bound: number): number => bound * (1 - Number.EPSILON / 2);

function stepOf({ from: min = 0, to = 0 }: Bucket, kind: 'count' | 'amount'): { value: Range; label: string } {
  if (kind === 'amount') return { value: { min, max: justBelow(to) }, label: `${min}–${to}` };
  const max = to - 1;
  return { value: { min, max }, label: min === max ? `${min}` : `${min}–${max}` };
}

/** The newest periods that have records, oldest first, from days that come newest first. */
function byPeriod(days: readonly Bucket[], interval: PeriodType, size: number): CountedValue[] {
  const periods = new Map<string, { readonly value: Range; sums: Sums }>();
  for (const bucket of days) {
    const number = Math.min((bucket.key as { day: number }).day / SECONDS_PER_DAY, dayNumber(LAST_DAY));
    const period = periodOf(interval, dayAt(number));
    const known = periods.get(period.value);
    if (known !== undefined) known.sums = together(known.sums, bucket);
    else if (periods.size === size) break;
    else {
      const min = dayNumber(firstDay(period)) * SECONDS_PER_DAY;
      const max = (dayNumber(lastDay(period)) + 1) * SECONDS_PER_DAY - 1;
      periods.set(period.value, { value: { min, max }, sums: bucket });
    }
  }
  return [...periods].reverse().map(([label, { value, sums }]) => ({ value, label, ...figuresOf(sums) }));
}

const together = (one: Sums, other: Sums): Sums => ({
  doc_count: one.doc_count + other.doc_count,
  ...(one.whole &&
    other.whole && { whole: { count: one.whole.count + other.whole.count, sum: one.whole.sum + other.whole.sum } }),
  ...(one.fraction && other.fraction && { fraction: { value: one.fraction.value + other.fraction.value } }),
});

function figuresOf({ doc_count: count, whole, fraction }: Sums): { count: number; measure?: number | null } {
  if (whole === undefined) return { count };
  if (whole.count === 0) return { count, measure: null };
  if (fraction === undefined) return { count, measure: whole.sum };
  return { count, measure: roundToCents(BigInt(whole.sum) * 10_000n + BigInt(fraction.value)) };
}
